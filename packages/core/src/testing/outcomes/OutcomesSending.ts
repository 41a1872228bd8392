/** The mail that an account has to send in the world of the outcomes cases, and the mail that it has sent. */
import { Effect, Option, Struct } from "effect"
import { AccountStore } from "../../accounts/AccountStore.ts"
import type { AgendaRecord } from "../../agenda/Agenda.ts"
import { AgendaStore } from "../../agenda/AgendaStore.ts"
import { PlanStore } from "../../agenda/PlanStore.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import type { LeadId } from "../../ids.ts"
import type { Secrets } from "../../mailboxes/Connection.ts"
import { connected, empty } from "../../mailboxes/Mailbox.ts"
import { MailboxStore } from "../../mailboxes/MailboxStore.ts"
import { SendStore } from "../../sends/SendStore.ts"
import { SequenceStore } from "../../sequences/SequenceStore.ts"
import { Transactor } from "../../Transactor.ts"
import { queued } from "../fixtures/SendFixtures.ts"
import { emails, type LeadName, minute, sender, type World } from "./OutcomesWorld.ts"

const secrets: Secrets = { smtp: { type: "password", password: "secret" }, imap: null }
const connection = {
  smtp: { host: "smtp.ours.test", port: 465, security: "tls", user: sender, auth: "password" },
  imap: null
} as const

/** Gives the account credentials, and no minimum time between two mails. */
const connect = Effect.fnUntraced(function* ({ account_id, organization: { id } }: World) {
  const accounts = yield* AccountStore
  const [account] = yield* accounts.lock(id, [account_id], "exclusive")
  if (account === undefined) return yield* Effect.die(new Error("The world has an account"))
  yield* accounts.write(id, [{ ...account, settings: { ...account.settings, min_delay_minutes: 0 } }])
  yield* (yield* MailboxStore).write(id, [connected(empty(account_id), connection, JSON.stringify(secrets))])
})

/** The next steps of the leads. The rows that are due later keep the campaigns from being completed. */
const rows: Readonly<Record<LeadName, Pick<AgendaRecord, "due_at" | "state">>> = {
  ada: { state: "waiting", due_at: minute(30) },
  bob: { state: "stopped", due_at: minute(30) },
  fay: { state: "waiting", due_at: minute(10_000) },
  ada2: { state: "done", due_at: minute(30) },
  eve: { state: "stopped", due_at: minute(30) },
  hal: { state: "waiting", due_at: minute(10_000) }
}
const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" } as const
const ofFirst: ReadonlySet<string> = new Set(["ada", "bob", "fay"])

const namesOf = ({ leads }: World) => Object.entries(leads) as ReadonlyArray<[LeadName, LeadId]>

const insertAgenda = Effect.fnUntraced(function* (world: World) {
  const { account_id, campaigns, organization } = world
  const { id } = organization
  const store = yield* CampaignStore
  for (const campaign_id of campaigns) {
    const found = Option.getOrThrow(yield* store.lock(id, campaign_id))
    yield* store.replace(id, { ...found, status: "active", send_window: always })
  }
  const leads = namesOf(world)
  const scanned_to = Math.max(...leads.map(([, lead_id]) => lead_id)) as LeadId
  const plans = yield* PlanStore
  yield* plans.lock(id, campaigns)
  yield* plans.write(
    id,
    campaigns.map((campaign_id) => ({ campaign_id, scanned_to, passed_at: minute(30), skipped: 0, redated_to: null }))
  )
  const steps = yield* (yield* SequenceStore).ofCampaigns(id, campaigns)
  const last = steps.findLast(({ campaign_id }) => campaign_id === campaigns[1])?.id ?? null
  yield* (yield* AgendaStore).insert(
    id,
    leads.map(([name, lead_id]) => ({
      ...rows[name],
      step_id: rows[name].state === "done" ? last : null,
      lead_id,
      campaign_id: campaigns[ofFirst.has(name) ? 0 : 1],
      account_id
    }))
  )
})

const inTransaction = Effect.fnUntraced(function* <E, R>(effect: Effect.Effect<void, E, R>) {
  return yield* (yield* Transactor).transaction(effect)
})

/** The first step to Ada is due. */
export const prepareStep = (world: World) => inTransaction(Effect.andThen(connect(world), insertAgenda(world)))

const insertReply = Effect.fnUntraced(function* ({ account_id, leads, organization }: World) {
  const content = { body_text: "Gladly.", body_html: null, in_reply_to: null, references: [] }
  const answer = queued({ lead_id: leads.bob, account_id, to_email: emails.bob, content, next_attempt_at: minute(30) })
  yield* (yield* SendStore).insert(organization.id, [answer])
})

/** An answer to Bob is queued. */
export const prepareReply = (world: World) => inTransaction(Effect.andThen(connect(world), insertReply(world)))

/** The mails that were sent, and the next instants of each lead and of the account. */
export const sentOf = Effect.fnUntraced(function* (world: World) {
  const { account_id, mailed, organization } = world
  const names = namesOf(world)
  const nameOf = (id: LeadId | null) => names.find(([, lead_id]) => lead_id === id)?.[0] ?? null
  const [sends, agenda, mailboxes] = yield* Effect.all([
    (yield* SendStore).page(organization.id, { limit: 100 }),
    (yield* AgendaStore).findMany(
      organization.id,
      names.map(([, lead_id]) => lead_id)
    ),
    (yield* MailboxStore).findMany(organization.id, [account_id])
  ])
  return {
    mailed,
    sends: sends.map(({ content, lead_id, sequence_id, step_id, ...send }) => ({
      ...Struct.omit(send, ["id", "message_id", "account_id", "campaign_id"]),
      body_text: content?.body_text ?? null,
      lead: nameOf(lead_id),
      is_step: sequence_id !== null && step_id !== null
    })),
    agenda: agenda.map(({ lead_id, state, step_id }) => `${nameOf(lead_id)}: ${state} ${step_id === null ? 0 : 1}`),
    // A deleted account keeps or gets the instant of its last success.
    mailboxes: mailboxes.map((mailbox) => Struct.omit(mailbox, ["account_id", "succeeded_at"]))
  }
})
