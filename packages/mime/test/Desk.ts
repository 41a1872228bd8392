/** A desk: an organization with a mailbox that receives mail. */
import { assert, it } from "@effect/vitest"
import {
  Accounts,
  Activity,
  type Attachment,
  Attachments,
  AuthservId,
  Campaign,
  Campaigns,
  CurrentOrganization,
  Intake,
  Lead,
  Leads,
  Mailroom,
  Organizations,
  type OrganizationId,
  type Thread,
  Timestamp,
  Unibox
} from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Option, type Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { PostalMime } from "../src/index.ts"
import { bytes } from "./Mail.ts"

export const layer = Mailroom.layer.pipe(Layer.provideMerge(Layer.merge(MemoryStorage.layer, PostalMime.layer)))

/** The instant at which the tests run. */
export const now = Timestamp.fromMillis(Date.UTC(2026, 7, 7, 12))

/** An instant at `hour` o'clock on the day before, and its header line. */
export const at = (hour: number) => Timestamp.fromMillis(Date.UTC(2026, 7, 6, hour))
export const date = (hour: number) => `Date: Thu, 6 Aug 2026 ${String(hour).padStart(2, "0")}:00:00 +0000`

export const me = "me@sender.test"
export const lead = "ada@lead.test"

/** A mail from one address to another. */
export const mail = (from: string, to: string, header: ReadonlyArray<string>, body = "Hello"): Uint8Array =>
  bytes([`From: ${from}`, `To: ${to}`, ...header, "", body].join("\n"))

/** A mail to the lead, and a mail from the lead. */
export const ours = (header: ReadonlyArray<string>, body?: string) => mail(me, lead, header, body)
export const theirs = (header: ReadonlyArray<string>, body?: string) => mail(lead, me, header, body)

/** An organization with one account, one campaign and one lead, and functions that these tests use on it. */
export const newDesk = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse(now))
  const { id } = yield* (yield* Organizations).create({ name: "Organization" })
  return yield* deskOf(id)
})
export type Desk = Effect.Success<typeof newDesk>

type Body<A, E> = (desk: Desk) => Effect.Effect<A, E, Layer.Success<typeof layer> | Scope.Scope>

/** Runs a test with a new desk and new storage. */
export const test = <A, E>(name: string, body: Body<A, E>) =>
  it.effect(name, () => Effect.flatMap(newDesk, body).pipe(Effect.provide(layer, { local: true })))

/** Like `test`, but the intake trusts the results of the mail server `mx.host.test`. */
export const testWithResults = <A, E>(name: string, body: Body<A, E>) => {
  const believing = Layer.provide(layer, Layer.succeed(AuthservId, "mx.host.test"))
  return it.effect(name, () => Effect.flatMap(newDesk, body).pipe(Effect.provide(believing, { local: true })))
}

const deskOf = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const activity = yield* Activity
  const intake = yield* Intake
  const leads = yield* Leads
  const attachments = yield* Attachments
  const unibox = yield* Unibox
  const campaigns = yield* Campaigns
  const here = Effect.provideService(CurrentOrganization, { id: organization_id })
  const accounts = yield* Accounts
  const newAccount = (email: string) => here(accounts.create({ email, provider: "smtp" }))
  yield* newAccount(me)

  const newLead = (email: string, settings: Partial<Campaign.NewCampaign> = {}) =>
    here(
      Effect.gen(function* () {
        const campaign = yield* campaigns.create({ name: "Campaign", ...settings })
        const { data } = yield* leads.create({ campaign_id: campaign.id, leads: [{ email }] })
        const [created] = data
        return Lead.LeadId.make(created?.id ?? NaN)
      })
    )
  const lead_id = yield* newLead(lead)

  const messages = (id: Thread.ThreadId) => Effect.map(here(unibox.thread(id, { limit: 100 })), ({ data }) => data)
  /** All threads of a tab. */
  const threads = (tab: Thread.Tab) =>
    Stream.paginate(undefined, (cursor: string | undefined) =>
      Effect.map(
        here(unibox.threads({ tab, limit: 100, cursor })),
        ({ data, next_cursor }) => [data, Option.fromUndefinedOr(next_cursor)] as const
      )
    ).pipe(Stream.runCollect)

  return {
    here,
    lead_id,
    newAccount,
    newLead,
    /** Receives a mail. A message that it adds has the kind of the result. */
    receive: Effect.fnUntraced(function* (raw: Uint8Array) {
      const result = yield* here(intake.receive(raw))
      const { kind, message_id, thread_id } = result
      if (kind === "duplicate" || message_id === null || thread_id === undefined) return result
      const kinds = (yield* messages(thread_id))
        .filter((message) => message.message_id === message_id)
        .map((message) => message.kind)
      assert.include(kinds, kind)
      return result
    }),
    /** Receives a mail that the host vouches for. */
    vouch: (raw: Uint8Array) => here(intake.receive(raw, { vouched: true })),
    record: (...events: ReadonlyArray<object>) => here(activity.record(events)),
    readdress: (email: string) => here(leads.update(lead_id, { email })),
    /** Receives a mail of ours with this Message-ID. It starts a thread. */
    write: (id: string, header: ReadonlyArray<string> = [date(1)]) =>
      here(intake.receive(ours([`Message-ID: ${id}`, ...header]))),
    lead: (id: Lead.LeadId = lead_id) => here(leads.find(id)),
    remove: here(leads.remove({ ids: [lead_id] })),
    stop: (stop_sending: boolean) => here(leads.update(lead_id, { stop_sending })),
    sign: (id: Attachment.AttachmentId) => here(attachments.sign(id)),
    threads,
    messages,
    /** The messages of all threads. */
    everything: Effect.flatMap(
      Effect.zipWith(threads("replies"), threads("other"), (a, b) => [...a, ...b]),
      (all) =>
        Effect.map(
          Effect.forEach(all, ({ id }) => messages(id)),
          (lists) => lists.flat()
        )
    )
  }
})
