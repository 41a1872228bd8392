/** Settles mails as sent when incoming mail, or a person, shows that they have gone out, although no server has said so. */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { mailId, type NewEvent } from "../activity/Event.ts"
import { Changes } from "../Changes.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeDiscarding } from "./Discarding.ts"
import { resolve } from "./Progress.ts"
import type { SendRecord } from "./Send.ts"
import { SendsEnded } from "./SendChange.ts"
import { SendStore } from "./SendStore.ts"
import { sentEvent } from "./SentEvent.ts"
import { makeSentMessages } from "./SentMessages.ts"

/** A mail that is shown to have gone out, and the account that sent it. */
export interface Shown {
  readonly send: SendRecord
  readonly account: AccountRecord
}

/** Whether a mail was tried, and its end is not known. A server may send a mail although it answered with an error, or not at all. */
const isOpen = ({ begun_at, outcome }: SendRecord): boolean =>
  outcome !== "sent" && outcome !== "refused" && begun_at !== null

/**
 * Makes the functions that settle mails as sent. In a transaction: find them, record their events, which locks
 * their leads, then settle them, before threads are locked.
 */
export const makeEvidence = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const discarding = yield* makeDiscarding
  const sends = yield* SendStore
  const { report } = yield* Changes
  const storeMessage = yield* makeSentMessages

  /** The mails among these that are still open, with their accounts: the evidence settles them. Locks nothing. */
  const shownBy = Effect.fnUntraced(function* (found: ReadonlyArray<SendRecord>) {
    const open = found.filter(isOpen)
    if (open.length === 0) return []
    const { id } = yield* CurrentOrganization
    const ids = new Set(open.map(({ account_id }) => account_id))
    const known = new Map((yield* accounts.findMany(id, [...ids])).map((account) => [account.id, account]))
    return open.flatMap((send): ReadonlyArray<Shown> => {
      const account = known.get(send.account_id)
      return account === undefined ? [] : [{ send, account }]
    })
  })

  /** The mails with these Message-IDs. A copy of a mail, an answer or a notice names its id, which nobody else can know. */
  const named = Effect.fnUntraced(function* (message_ids: ReadonlyArray<string>) {
    const ids = [...new Set(message_ids.map(mailId))].filter((id) => id !== "")
    if (ids.length === 0) return []
    const { id } = yield* CurrentOrganization
    return yield* sends.findByMessageIds(id, ids)
  })

  /** The open mails with these Message-IDs. */
  const find = (message_ids: ReadonlyArray<string>) => Effect.flatMap(named(message_ids), shownBy)

  /** The events of steps that have gone out. */
  const eventsOf = (shown: ReadonlyArray<Shown>, now: Timestamp.Timestamp): ReadonlyArray<NewEvent> =>
    shown.flatMap(({ account, send }) => sentEvent(send, account.email, send.begun_at ?? now) ?? [])

  /** Settles the mails that are still open as sent. Returns how many. */
  const settle = Effect.fnUntraced(function* (shown: ReadonlyArray<Shown>) {
    if (shown.length === 0) return 0
    const { id } = yield* CurrentOrganization
    const accountOf = new Map(shown.map(({ account, send }) => [send.id, account]))
    const older = yield* Effect.forEach(shown, ({ send }) => discarding.olderThan(send))
    const locked = yield* sends.lock(id, [...accountOf.keys(), ...older.flat()])
    const open = locked.filter((send) => accountOf.has(send.id) && isOpen(send))
    if (open.length === 0) return 0
    const now = yield* Timestamp.now
    const settled = open.map((send) => resolve(send, "sent", now))
    yield* sends.write(id, settled)
    yield* report([new SendsEnded({ sends: settled })])
    for (const send of open) {
      const account = accountOf.get(send.id)
      if (account !== undefined) yield* storeMessage(send, account, send.begun_at ?? now)
    }
    yield* discarding.discardOlder(locked, open)
    return open.length
  })

  return { eventsOf, find, named, settle, shownBy }
})
