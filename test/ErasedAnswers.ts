/** Answers that are not sent, with the address and the words of an erased lead. */
import { assert } from "@effect/vitest"
import { Lead, type OrganizationId, SendStore, type Thread, Uploads, UploadStore } from "@mailroom/core"
import { Effect } from "effect"
import { queued } from "../packages/core/src/testing/fixtures/SendFixtures.ts"

/**
 * Queues an answer to another lead with copies to the address, and one with a file in the thread of a mail that came in. Another answer to the
 * other lead was refused.
 */
export const answers = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  {
    address,
    lead_id: of_thread,
    other,
    thread_id
  }: {
    readonly address: string
    readonly lead_id: Lead.LeadId | undefined
    readonly other: number | undefined
    readonly thread_id: Thread.ThreadId | undefined
  }
) {
  const sends = yield* SendStore
  const uploads = yield* UploadStore
  const content = { body_text: "Good day", body_html: null, in_reply_to: null, references: [] }
  const copies = { cc: [address, "joan@theirs.example"], bcc: [address.toUpperCase()] }
  const lead_id = Lead.LeadId.make(other ?? assert.fail("created"))
  const file = yield* Uploads.use((uploads) =>
    uploads.create(new TextEncoder().encode("qqbytes"), { filename: "qqfile.pdf" })
  )
  const [first] = yield* sends.insert(organization_id, [
    queued({
      lead_id: of_thread ?? null,
      thread_id: thread_id ?? assert.fail("stored"),
      to_email: address,
      content: { ...content, body_text: "qqours" }
    }),
    queued({ lead_id, to_email: "joan@theirs.example", content: { ...content, ...copies } }),
    queued({ lead_id, to_email: "joan@theirs.example", outcome: "refused", content: { ...content, ...copies } })
  ])
  const held = yield* uploads.lock(organization_id, [file.id])
  yield* uploads.write(
    organization_id,
    held.map((upload) => ({ ...upload, of_send: first?.id ?? assert.fail("inserted"), expires_at: null }))
  )
})
