/** Our mail in threads: how it is identified, and how the mail of recorded events is stored. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { replyText } from "@mailroom/mail/reply-text"
import { Array, Effect, Option } from "effect"
import { Digest } from "effect/crypto"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { EventRecorded } from "../activity/ActivityChange.ts"
import { mailId, type SentMessage } from "../activity/Event.ts"
import type { Change, ChangeKind, Consumer } from "../Changes.ts"
import { MailStored } from "../intake/IntakeChange.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadRemoved, LeadTagged, TagChanged } from "../leads/LeadChange.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { NewMessage } from "./Message.ts"
import { preview } from "./Preview.ts"
import { ThreadStore } from "./ThreadStore.ts"
import type { AccountId, LeadId, OrganizationId, ThreadId } from "../ids.ts"

/** Identifies a mail of ours by its Message-ID alone: mailing lists may change everything else on its way back. */
export const ownIdentity: Effect.Effect<(message_id: string) => Effect.Effect<string>, never, Digest.Digest> =
  Effect.map(
    Digest.Digest,
    (digest) => (message_id) =>
      digest.digestHex(Digest.sha256, new TextEncoder().encode(JSON.stringify([mailId(message_id), "own"])))
  )

/** The mail of a recorded `sent` event. */
interface Sent {
  readonly identity: string
  readonly lead: LeadRecord
  /** The account that the event names. */
  readonly account_id: AccountId | null
  readonly message: SentMessage
  readonly date_sent: Timestamp
}

type Sender = Pick<AccountRecord, "id" | "settings">

/** The sender's name, as the settings of its account have it. */
const nameOf = (account: Sender | undefined) => {
  const from_name = account === undefined ? "" : `${account.settings.first_name} ${account.settings.last_name}`.trim()
  return from_name === "" ? {} : { from_name }
}

const isStored = (answer: Option.Option<unknown> | undefined) => answer !== undefined && Option.isSome(answer)

/** Changes other than new messages that alter a listed thread. */
const changesOfLists: ReadonlyArray<ChangeKind> = [LeadRemoved, LeadTagged, TagChanged]
const altersList = (change: Change) => changesOfLists.some((kind) => change instanceof kind)

/**
 * The consumer that stores the mail of recorded events, each mail once. It continues its lead's newest thread, or
 * starts one.
 */
export const threadConsumer: Effect.Effect<Consumer, never, AccountStore | Digest.Digest | ThreadStore> = Effect.gen(
  function* () {
    const accounts = yield* AccountStore
    const store = yield* ThreadStore
    const identityOf = yield* ownIdentity

    const sentOf = Effect.fnUntraced(function* ({ event, lead, message }: EventRecorded) {
      if (message === undefined) return []
      const identity = yield* identityOf(message.message_id)
      return [{ identity, lead, account_id: event.account_id, message, date_sent: event.occurred_at }]
    })

    /** The accounts that sent the mails, by the normalized address of the sender. */
    const accountsOf = Effect.fnUntraced(function* (organization_id: OrganizationId, sent: ReadonlyArray<Sent>) {
      const senders = new Set(sent.map(({ message }) => normalizeEmail(message.from_email)))
      const found = yield* accounts.findByEmails(organization_id, [...senders])
      return new Map(found.toReversed().map((account) => [normalizeEmail(account.email), account]))
    })

    const toMessage = (
      { account_id, date_sent, identity, message }: Sent,
      thread_id: ThreadId,
      known: ReadonlyMap<string, Sender>
    ): NewMessage => ({
      ...message,
      ...nameOf(known.get(normalizeEmail(message.from_email))),
      message_id: mailId(message.message_id),
      thread_id,
      account_id: account_id ?? known.get(normalizeEmail(message.from_email))?.id ?? null,
      identity,
      body: preview(message.body_text),
      reply_text: replyText(message.body_text),
      date_sent,
      is_new: false,
      is_our_email: true,
      kind: "own",
      trust: "verified",
      attachments: []
    })

    /** The threads of mails that came in, by lead: such a mail may have shown that ours has gone out. */
    const answeredIn = Effect.fnUntraced(function* (organization_id: OrganizationId, changes: ReadonlyArray<Change>) {
      const stored = changes.filter((change) => change instanceof MailStored)
      const threads = yield* Effect.forEach(stored, ({ thread_id }) => store.find(organization_id, thread_id))
      return threads.flatMap((thread): ReadonlyArray<readonly [LeadId, ThreadId]> =>
        Option.isSome(thread) && thread.value.lead_id !== undefined ? [[thread.value.lead_id, thread.value.id]] : []
      )
    })

    /** The mails of recorded events that are not stored, each once, by ascending identity: messages are locked in this order. */
    const missingOf = Effect.fnUntraced(function* (organization_id: OrganizationId, changes: ReadonlyArray<Change>) {
      const recorded = changes.filter((change) => change instanceof EventRecorded)
      const sent: ReadonlyArray<Sent> = (yield* Effect.forEach(recorded, sentOf)).flat()
      if (sent.length === 0) return []
      const identities = sent.map(({ identity }) => identity)
      const stored = yield* store.findByIdentities(organization_id, identities)
      const known = new Set(stored.map(({ identity }) => identity))
      // The first of several events about a mail counts.
      const distinct = new Map(sent.toReversed().map((mail) => [mail.identity, mail]))
      return [...distinct.values()]
        .filter(({ identity }) => !known.has(identity))
        .toSorted((a, b) => (a.identity < b.identity ? -1 : 1))
    })

    /**
     * The thread of each lead: its newest one, or the one of an answer that came in with these changes, or a new one.
     * `inserted`: the new threads.
     */
    const threadsOf = Effect.fnUntraced(function* (
      organization_id: OrganizationId,
      leads: ReadonlyArray<LeadRecord>,
      changes: ReadonlyArray<Change>
    ) {
      const ids = leads.map(({ id }) => id)
      const threadOf = new Map<LeadId, ThreadId>(yield* store.findByLeads(organization_id, ids))
      for (const [lead_id, thread_id] of yield* answeredIn(organization_id, changes)) {
        if (!threadOf.has(lead_id)) threadOf.set(lead_id, thread_id)
      }
      const without = leads.filter(({ id }) => !threadOf.has(id))
      const inserted = yield* store.insertThreads(
        organization_id,
        without.map(({ campaign_id, id }) => ({ tab: "other", lead_id: id, campaign_id }))
      )
      for (const [lead, id] of Array.zip(without, inserted)) threadOf.set(lead.id, id)
      return { threadOf, inserted }
    })

    /** Stores the mails of recorded events that are not stored, in the threads of their leads. */
    const storeSent = Effect.fnUntraced(function* (organization_id: OrganizationId, changes: ReadonlyArray<Change>) {
      const missing = yield* missingOf(organization_id, changes)
      if (missing.length === 0) return
      const leads = [...new Map(missing.map(({ lead }) => [lead.id, lead])).values()]
      const { inserted, threadOf } = yield* threadsOf(organization_id, leads, changes)
      const senders = yield* accountsOf(organization_id, missing)
      const messages: Array<NewMessage> = []
      for (const mail of missing) {
        const thread_id = threadOf.get(mail.lead.id)
        if (thread_id !== undefined) messages.push(toMessage(mail, thread_id, senders))
      }
      const answers = yield* store.insertMessages(organization_id, messages, inserted)
      // Another transaction may have stored a mail meanwhile, so a new thread may be empty.
      const filled = new Set(messages.flatMap(({ thread_id }, i) => (isStored(answers[i]) ? [thread_id] : [])))
      const empty = inserted.filter((id) => !filled.has(id))
      if (empty.length > 0) yield* store.removeEmpty(organization_id, empty)
    })

    return {
      kinds: new Set([EventRecorded, MailStored, ...changesOfLists]),
      consume: Effect.fnUntraced(function* (organization_id, changes) {
        yield* storeSent(organization_id, changes)
        // A mail that is stored has increased the revision already.
        const isRevised = changes.some((change) => change instanceof MailStored)
        if (!isRevised && changes.some(altersList)) yield* store.touch(organization_id)
      })
    }
  }
)
