/** Issues that keep a campaign from being started although it has all its parts. */
import { assert, describe, it } from "@effect/vitest"
import { issuesOfSteps } from "../../src/sequences/StartIssues.ts"
import { describe as describeFile } from "../../src/attachments/Attachment.ts"
import { AttachmentId, SequenceId } from "../../src/ids.ts"
import type { ConditionKind } from "../../src/sequences/Sequence.ts"
import { newStep } from "../../src/testing/fixtures/SequenceFixtures.ts"

const step = (position: number, body: string, body_html: string | null = null) => ({
  ...newStep({ position, subject: "Hello", body, body_html }),
  id: SequenceId.make(position)
})
const variant = (body: string) => ({ ...step(1, body), id: SequenceId.make(9), step_id: SequenceId.make(1), weight: 0 })
const large = { id: AttachmentId.make(1), ...describeFile("Deck.pdf", "application/pdf", 18_500_000) }
const server = { host: "x.test", port: 465, security: "tls", user: "grace", auth: "password" } as const
const imap = { ...server, keep_unrelated: true }
const reading = { connection: { smtp: server, imap } }
const deaf = { connection: { smtp: server, imap: null } }
const tracked = { track_opens: false, track_clicks: true }
const usual = { mailboxes: [reading], inbound: "inboxes", publicUrl: "https://x.test", tracked } as const
const asks = (kind: ConditionKind) => [
  step(1, "One"),
  { ...step(2, "Two"), condition: { kind, otherwise: "skip" as const } }
]
const opened = { kind: "opened", otherwise: "end" } as const
const ofHost = { ...usual, mailboxes: [{ connection: null }], inbound: "host" } as const
const two = [step(1, "One"), step(2, "Two")]
const linked = [step(1, "One", '<a href="{{unsubscribe_link}}">stop</a>')]

describe("The issues of steps", () => {
  it.each([
    ["nothing", two, usual, []],
    ["a step that was stored with a fault", [step(1, "{{nonsense}}")], usual, ["invalid_step"]],
    ["a link without a public URL", linked, { ...usual, publicUrl: undefined }, ["no_public_url"]],
    ["a link, where nothing is sent", linked, { ...usual, mailboxes: [], publicUrl: undefined }, []],
    ["answers that nobody reads", two, { ...usual, mailboxes: [reading, deaf] }, ["no_inbound"]],
    ["a fault of a variant", [step(1, "One"), variant("{{nonsense}}")], usual, ["invalid_step"]],
    ["files that are too large", [{ ...step(1, "One"), attachments: [large] }], usual, ["files_too_large"]],
    ["no second step", [step(1, "One"), variant("Other")], { ...usual, mailboxes: [deaf] }, []],
    ["no need for answers", [step(1, "One")], { ...usual, mailboxes: [deaf] }, []],
    ["answers that the host hands in", two, { ...usual, mailboxes: [deaf], inbound: "host" }, []],
    ["a condition about clicks", asks("not_clicked"), usual, []],
    ["a condition about opens that are not tracked", asks("opened"), usual, ["untracked_condition"]],
    ["the lack of opens that are not tracked", asks("not_opened"), usual, ["untracked_condition"]],
    ["opens, where Mailroom sends nothing", asks("opened"), { ...usual, mailboxes: [] }, []],
    ["opens that are not tracked, with a mailer of the host", asks("opened"), ofHost, ["untracked_condition"]],
    ["clicks that are tracked, with a mailer of the host", asks("clicked"), ofHost, []],
    ["clicks without a public URL", asks("clicked"), { ...usual, publicUrl: undefined }, ["untracked_condition"]],
    ["opens of which the first step asks", [{ ...step(1, "One"), condition: opened }], usual, []],
    ["nothing, where the host sends", two, { ...usual, mailboxes: [] }, []]
  ] as const)("are right for %s", (_, steps, means, issues) => {
    assert.deepStrictEqual(issuesOfSteps(steps, means), issues)
  })
})
