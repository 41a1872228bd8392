/** A campaign that runs over a mail server: what is due is done as workers do it, on a test clock. */
import { assert } from "@effect/vitest"
import {
  Accounts,
  Activity,
  AgendaStore,
  Campaigns,
  CurrentOrganization,
  Leads,
  Mailboxes,
  Mailroom,
  MailboxStore,
  Organizations,
  Replies,
  Sending,
  Sends,
  Sequences,
  Timestamp,
  Unibox,
  WorkStore
} from "@mailroom/core"
import { ImapInbox, SmtpMailer } from "@mailroom/host"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { user } from "./Inboxes.ts"
import { password } from "./MailServers.ts"

const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" } as const
const place = { host: "127.0.0.1", security: "tls" } as const

interface Setting {
  readonly smtpPort: number
  /** Default: no inbox is read. */
  readonly imapPort?: number
  readonly steps: ReadonlyArray<Parameters<Sequences["Service"]["create"]>[1]>
  readonly leads: Parameters<Leads["Service"]["create"]>[0]["leads"]
}

/** A campaign that was started on Monday, March 2, 2026, 9:00 UTC, with one account. */
export const runningCampaign = Effect.fnUntraced(function* ({ imapPort, leads, smtpPort, steps }: Setting) {
  yield* TestClock.setTime(Date.UTC(2026, 2, 2, 9))
  const { id: organization_id } = yield* Organizations.use((organizations) => organizations.create({ name: "Ours" }))
  const asTenant = Effect.provideService(CurrentOrganization, { id: organization_id })
  const account = yield* asTenant(
    Accounts.use((accounts) =>
      accounts.create({ email: user, provider: "smtp", settings: { first_name: "Grace", min_delay_minutes: 0 } })
    )
  )
  yield* asTenant(
    Mailboxes.use((mailboxes) =>
      mailboxes.connect(account.id, {
        smtp: { ...place, port: smtpPort, auth: { type: "password", password } },
        ...(imapPort === undefined ? {} : { imap: { ...place, port: imapPort } })
      })
    )
  )
  const campaign = yield* asTenant(
    Campaigns.use((campaigns) => campaigns.create({ name: "Spring", account_ids: [account.id], send_window: always }))
  )
  const sequences = yield* Effect.forEach(steps, (step) =>
    asTenant(Sequences.use((sequences) => sequences.create(campaign.id, step)))
  )
  const addLeads = (leads: Setting["leads"]) =>
    asTenant(
      Effect.map(
        Leads.use((all) => all.create({ campaign_id: campaign.id, leads })),
        ({ data }) => data.map(({ id }) => id ?? assert.fail("The lead was created"))
      )
    )
  const lead_ids = yield* addLeads(leads)
  yield* asTenant(Campaigns.use((campaigns) => campaigns.start(campaign.id)))

  const store = yield* WorkStore
  const handlers = [
    yield* Effect.provide(Mailroom.mailSender, SmtpMailer.layer({ allowPrivateTargets: true })),
    ...(imapPort === undefined
      ? []
      : [yield* Effect.provide(Mailroom.inboxReceiver, ImapInbox.layer({ allowPrivateTargets: true }))])
  ]

  /** Does an item of work of the first kind that has some. Returns the kind; `null`: nothing is due. */
  const workOnce = Effect.gen(function* () {
    for (const { handle, kind } of handlers) {
      const now = yield* Timestamp.now
      const due = yield* store.due(kind, { now, limit: 100 })
      const lanes = due.flatMap((one) => (one.organization_id === organization_id ? [{ lane: one.lane, room: 1 }] : []))
      if (lanes.length === 0) continue
      const claim = crypto.randomUUID()
      const until = Timestamp.plus(now, 300_000)
      for (const item of yield* store.claim(organization_id, kind, { lanes, claim, now, until })) {
        const again = yield* asTenant(handle({ ...item, organization_id, isStopping: () => false }))
        const outcomes = [{ key: item.key, again, attempts: 0 }]
        yield* store.settle(organization_id, kind, { claim, now: yield* Timestamp.now, outcomes })
      }
      return kind
    }
    return null
  })

  return {
    asTenant,
    account_id: account.id,
    campaign_id: campaign.id,
    sequences,
    lead_ids,
    addLeads,
    /** Does everything that is due now, sending before reading. Returns the kinds of work, in order. */
    work: Effect.gen(function* () {
      const done: Array<string> = []
      while (true) {
        const kind = yield* workOnce
        if (kind === null) return done
        if (done.push(kind) > 50) assert.fail(`The work has no end: ${done.join(", ")}`)
      }
    }),
    account_state: asTenant(
      Effect.map(
        Accounts.use((accounts) => accounts.find(account.id)),
        ({ state }) => state.status
      )
    ),
    mailbox: Effect.map(
      MailboxStore.use((mailboxes) => mailboxes.findMany(organization_id, [account.id])),
      ([mailbox]) => mailbox ?? assert.fail("There is a mailbox")
    ),
    upcoming: asTenant(Sending.use((sending) => sending.upcoming(campaign.id))),
    /** The state of each lead in the agenda, and how many steps it got. */
    rows: Effect.map(
      AgendaStore.use((agenda) => agenda.findMany(organization_id, lead_ids)),
      (rows) => rows.map(({ state, step_id }) => `${state} ${sequences.findIndex(({ id }) => id === step_id) + 1}`)
    ),
    leadStates: asTenant(
      Effect.forEach(lead_ids, (id) =>
        Effect.map(
          Leads.use((leads) => leads.find(id)),
          ({ status, stop_sending_type }) => [status, stop_sending_type] as const
        )
      )
    ),
    sends: asTenant(
      Effect.map(
        Sends.use((sends) => sends.page({ limit: 100 })),
        ({ data }) => data.toReversed()
      )
    ),
    /** The types of the events so far, in the order of their instants. */
    events: asTenant(
      Effect.map(
        Activity.use((activity) => activity.log(campaign.id, { limit: 100 })),
        ({ data }) => data.map(({ type }) => type).toReversed()
      )
    ),
    threads: asTenant(
      Unibox.use((unibox) =>
        Effect.map(
          Effect.forEach(["replies", "other"] as const, (tab) => unibox.threads({ tab, limit: 100 })),
          (pages) => pages.flatMap(({ data }) => data)
        )
      )
    ),
    messages: (id: Parameters<Unibox["Service"]["thread"]>[0]) =>
      asTenant(
        Effect.map(
          Unibox.use((unibox) => unibox.thread(id, { limit: 100 })),
          ({ data }) => data
        )
      ),
    reply: (id: Parameters<Unibox["Service"]["thread"]>[0], body_text: string) =>
      asTenant(Replies.use((replies) => replies.reply(id, { body_text })))
  }
})
