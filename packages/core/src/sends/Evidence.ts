/** Mail that comes in shows that a mail of ours has gone out, although its outcome is unknown. */
import { Effect } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { mailId } from "../activity/Event.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { resolve } from "./Progress.ts"
import { SendStore } from "./SendStore.ts"
import { makeSentMessages } from "./SentMessages.ts"

/**
 * Makes a function that settles as `sent` the unknown mails with these Message-IDs: a copy of them, an answer or a notice
 * has them, and nobody else can know them. Call it in a transaction, before threads are locked.
 */
export const makeEvidence = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const sends = yield* SendStore
  const storeMessage = yield* makeSentMessages

  return Effect.fnUntraced(function* (message_ids: ReadonlyArray<string>) {
    const ids = [...new Set(message_ids.map(mailId))].filter((id) => id !== "")
    if (ids.length === 0) return
    const { id: organization_id } = yield* CurrentOrganization
    const found = (yield* sends.findByMessageIds(organization_id, ids)).filter(({ outcome }) => outcome === "unknown")
    if (found.length === 0) return
    const locked = yield* sends.lock(
      organization_id,
      found.map(({ id }) => id)
    )
    const now = yield* Timestamp.now
    for (const send of locked) {
      if (send.outcome !== "unknown") continue
      yield* sends.write(organization_id, [resolve(send, "sent", now)])
      const [account] = yield* accounts.findMany(organization_id, [send.account_id])
      if (account !== undefined) yield* storeMessage(send, account, send.begun_at ?? now)
    }
  })
})
