/** Compares a storage with the model: both give the same answers after any sequence of commands. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { foldForSearch } from "@mailroom/mail/text"
import { Arbitrary, Array, Cause, Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import type { LeadRecord } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import type { Storage } from "../../Mailroom.ts"
import { Transactor } from "../../Transactor.ts"
import type { State, Tab } from "../../unibox/Thread.ts"
import { ThreadStore } from "../../unibox/ThreadStore.ts"
import { at, leadCount, leadRow, newCampaign, newOrganization, Refused, refuse, same } from "../fixtures/Fixtures.ts"
import * as Model from "./Model.ts"
import { type Action, Command, Program } from "./ModelCommands.ts"
import type { StorageCase } from "../StorageCase.ts"
import { messageRow, unreadOf, updateThread } from "../fixtures/ThreadFixtures.ts"
import { AccountId, type CampaignId, type OrganizationId } from "../../ids.ts"
import { leadsWithAddress } from "../fixtures/LeadFixtures.ts"
import { findOne } from "../../NotFound.ts"

/** An organization, and the model of its storage. The model uses the ids that the adapter assigned. */
interface Tenant {
  readonly organization_id: OrganizationId
  readonly campaigns: readonly [CampaignId, CampaignId]
  readonly model: Model.Model
  /** All leads ever inserted, as they were inserted, so that commands also name removed leads. */
  readonly inserted: ReadonlyArray<LeadRecord>
}
type Tenants = readonly [Tenant, Tenant]

const newTenant = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const campaigns = [yield* newCampaign(organization_id), yield* newCampaign(organization_id)] as const
  return { organization_id, campaigns, model: Model.empty, inserted: [] }
})

const pick = <A>(list: ReadonlyArray<A>, index: number | null): A | undefined =>
  index === null ? undefined : list[index % list.length]

/** The change to this state, if there is one. */
const patchOf = (state: State | null) =>
  state === null ? {} : { state, ...(state === "snoozed" && { snoozed_until: at(90) }) }

/** Runs the command, compares the answer with the model's answer, and returns the organization's next model. */
const perform = (tenant: Tenant, command: Command) =>
  Effect.gen(function* () {
    const leads = yield* LeadStore
    const threads = yield* ThreadStore
    const { campaigns, inserted, model, organization_id } = tenant
    const become = (model: Model.Model): Tenant => ({ ...tenant, model })

    return yield* Command.match(command, {
      InsertLeads: Effect.fnUntraced(function* ({ campaign, emails }) {
        const campaign_id = campaigns[campaign]
        const rows = emails.map((email) => leadRow(email))
        const ids = yield* leads.insert(organization_id, campaign_id, rows)
        same(
          ids.map((id) => id !== null),
          Model.areFree(model, campaign_id, emails)
        )
        const added = rows.flatMap((row, i): ReadonlyArray<LeadRecord> => {
          const id = ids[i] ?? null
          return id === null ? [] : [{ ...row, campaign_id, id }]
        })
        ok(added.every(({ id }, i) => id > (added[i - 1]?.id ?? 0)))
        return {
          ...become({ ...model, leads: [...model.leads, ...added] }),
          inserted: [...inserted, ...added]
        }
      }),
      ReplaceLead: Effect.fnUntraced(function* ({ email, first_name, lead, stale }) {
        const named = pick(inserted, lead)
        if (named === undefined) return tenant
        const current = model.leads.find(({ id }) => id === named.id) ?? named
        const version = stale ? current.version - 1 : current.version
        const next = { ...current, email, first_name, version: current.version + 1 }
        const answer = yield* leads
          .replace(organization_id, next, version)
          .pipe(Effect.catchTag("DuplicateLead", () => Effect.succeed("duplicate" as const)))
        const expected = Model.replaceLead(model, next, version)
        same(answer, expected === "stale" ? false : expected === "duplicate" ? "duplicate" : true)
        return typeof expected === "string" ? tenant : become(expected)
      }),
      RemoveLeads: Effect.fnUntraced(function* ({ leads: indices }) {
        const ids = indices.flatMap((index) => pick(inserted, index)?.id ?? [])
        const removed = yield* leads.remove(organization_id, ids)
        const there = model.leads.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
        same(
          removed,
          there.sort((a, b) => a - b)
        )
        return become(Model.removeLeads(model, ids))
      }),
      PageLeads: Effect.fnUntraced(function* ({ after, campaign, limit, offset, search }) {
        const after_id = pick(inserted, after)?.id
        const query = {
          offset,
          limit,
          ...(after_id === undefined ? {} : { after_id }),
          ...(search === null ? {} : { search: foldForSearch(search) })
        }
        const page = yield* leads.page(organization_id, campaigns[campaign], query)
        same(page, Option.some(Model.leadPage(model, campaigns[campaign], query)))
        same(yield* leadCount(organization_id, campaigns[campaign]), Model.leadCount(model, campaigns[campaign]))
        return tenant
      }),
      FindLeads: Effect.fnUntraced(function* ({ campaign, emails }) {
        const campaign_id = campaigns[campaign]
        const addresses = emails.map(normalizeEmail)
        const byEmail = new Map(addresses.map((email) => [email, Model.leadsWithEmail(model, email)]))
        for (const [email, expected] of byEmail) same(yield* leadsWithAddress(organization_id, email), expected)
        const expected = [...byEmail.values()].flat().filter((lead) => lead.campaign_id === campaign_id)
        same(
          yield* leads.findByEmails(
            organization_id,
            addresses.map((address) => ({ campaign_id, address }))
          ),
          expected.sort((a, b) => a.id - b.id)
        )
        return tenant
      }),
      MatchLeads: Effect.fnUntraced(function* ({ after, domains, emails, limit }) {
        const match = { addresses: emails.map(normalizeEmail), domains }
        const lead = pick(model.leads, after)
        const keyset = lead === undefined ? {} : { after: { address: normalizeEmail(lead.email), id: lead.id } }
        const query = { limit, ...keyset }
        same(yield* leads.findMatching(organization_id, match, query), Model.matchLeads(model, match, query))
        return tenant
      }),
      OpenThreads: Effect.fnUntraced(function* ({ campaign, leads, tab }) {
        const opened = leads.map((lead) => {
          const named = model.leads.find(({ id }) => id === pick(inserted, lead)?.id)
          return { tab, lead_id: named?.id ?? null, campaign_id: campaigns[campaign] }
        })
        const ids = yield* threads.insertThreads(organization_id, opened)
        const added = Array.zipWith(opened, ids, (thread, id) => ({ ...thread, state: "open" as const, id }))
        same(added.length, opened.length)
        const all = [...model.threads, ...added]
        ok(all.every(({ id }, i) => id > (all[i - 1]?.id ?? 0)))
        return become({ ...model, threads: all })
      }),
      AddMessages: Effect.fnUntraced(function* ({ messages }) {
        const rows = messages.flatMap(
          ({ account, identity, is_new, is_our_email, message_id, seconds, subject, thread }) => {
            const named = pick(model.threads, thread)
            if (named === undefined) return []
            return messageRow(named.id, {
              identity: `identity ${identity}`,
              account_id: account === null ? null : AccountId.make(account),
              subject,
              date_sent: at(seconds),
              is_our_email,
              is_new,
              ...(message_id === null ? {} : { message_id: `<${message_id}>` })
            })
          }
        )
        const answers = yield* threads.insertMessages(organization_id, rows)
        same(answers.map(Option.isSome), Model.areNew(model, rows))
        const added = rows.flatMap((row, i): Model.Model["messages"] =>
          Option.match(answers[i] ?? Option.none(), { onNone: () => [], onSome: ({ id }) => [{ ...row, id }] })
        )
        ok(added.every(({ id }, i) => id > (added[i - 1]?.id ?? 0)))
        const next = Model.addMessages(model, added)
        const identities = [...new Set(rows.map(({ identity }) => identity))]
        const found = yield* threads.findByIdentities(organization_id, identities)
        same(
          new Map(found.map(({ identity, thread_id }) => [identity, thread_id])),
          Model.threadsByIdentity(next, identities)
        )
        return become(next)
      }),
      UpdateThread: Effect.fnUntraced(function* ({ is_new, state, tab, thread }) {
        const named = pick(model.threads, thread)
        if (named === undefined) return tenant
        const patch = {
          ...(is_new === null ? {} : { is_new }),
          ...(tab === null ? {} : { tab }),
          ...patchOf(state)
        }
        const updated = yield* updateThread(organization_id, named.id, patch)
        if (Model.threadOf(model, named.id) === undefined) {
          same(updated, Option.none())
          return tenant
        }
        const next = Model.updateThreads(model, [named.id], patch)
        same(updated, Option.fromUndefinedOr(Model.threadOf(next, named.id)))
        return become(next)
      }),
      UpdateThreads: Effect.fnUntraced(function* ({ is_new, new_messages, state, tab, threads: places, undone }) {
        const ids = [...new Set(places.flatMap((place) => pick(model.threads, place)?.id ?? []))]
        const new_message_ids = (new_messages ?? []).flatMap((place) => pick(model.messages, place)?.id ?? [])
        const patch = {
          ...(new_messages !== null ? { new_message_ids } : is_new !== null ? { is_new } : {}),
          ...(tab === null ? {} : { tab }),
          ...patchOf(state)
        }
        const before = yield* threads.updateMany(organization_id, ids, patch)
        same(before, Model.statesOf(model, ids))
        if (!undone) return become(Model.updateThreads(model, ids, patch))
        for (const { id, ...state } of before) yield* threads.updateMany(organization_id, [id], state)
        return tenant
      }),
      PageThreads: Effect.fnUntraced(function* ({
        account,
        before,
        campaign,
        is_new,
        lead,
        limit,
        search,
        state,
        tab
      }) {
        const thread = pick(Model.shown(model), before)
        const named = pick(inserted, lead)
        const query = {
          limit,
          ...(thread === undefined ? {} : { before: Model.keysetOf(thread) }),
          ...(tab === null ? {} : { tab }),
          ...patchOf(state),
          ...(search === null ? {} : { search }),
          ...(account === null ? {} : { account_id: AccountId.make(account) }),
          ...(campaign === null ? {} : { campaign_id: campaigns[campaign] }),
          ...(named === undefined ? {} : { lead_id: named.id }),
          ...(is_new === null ? {} : { is_new })
        }
        same(yield* threads.page(organization_id, query), Model.threadPage(model, query))
        return tenant
      }),
      PageMessages: Effect.fnUntraced(function* ({ after, descending, limit, maximum_bytes, thread }) {
        const named = pick(model.threads, thread)
        if (named === undefined) return tenant
        const message = pick(model.messages, after)
        const query = {
          order: descending ? ("desc" as const) : ("asc" as const),
          limit,
          maximum_bytes,
          ...(message === undefined ? {} : { after: Model.keysetOfMessage(message) })
        }
        const expected = Model.messagePage(model, named.id, query)
        same(yield* threads.messages(organization_id, named.id, query), expected)
        return tenant
      }),
      FindThreads: Effect.fnUntraced(function* ({ email, message_ids }) {
        const ids = message_ids.map((id) => `<${id}>`)
        const found = yield* threads.findByMessageIds(organization_id, ids)
        // Several threads may contain the same Message-ID: any of them is a correct answer.
        const candidates = Model.findByMessageIds(model, ids)
        if (Option.isNone(found)) same(candidates, [])
        else ok(candidates.includes(found.value))
        const ofLead = Model.findByLeadEmail(model, normalizeEmail(email))
        same(yield* threads.findByLeadEmail(organization_id, normalizeEmail(email)), Option.fromUndefinedOr(ofLead))
        return tenant
      })
    })
  })

/** Compares everything that is stored for the organization with the model. */
const audit = Effect.fnUntraced(function* ({ campaigns, inserted, model, organization_id }: Tenant) {
  const leads = yield* LeadStore
  const threads = yield* ThreadStore
  for (const campaign_id of campaigns) {
    const all = { offset: 0, limit: 200 }
    const page = yield* leads.page(organization_id, campaign_id, all)
    same(page, Option.some(Model.leadPage(model, campaign_id, all)))
    same(yield* leadCount(organization_id, campaign_id), Model.leadCount(model, campaign_id))
  }
  for (const { id } of inserted) {
    const lead = model.leads.find((lead) => lead.id === id)
    same(yield* findOne(leads.findMany, organization_id, id), Option.fromUndefinedOr(lead))
  }
  for (const { id } of model.threads) {
    same(yield* threads.find(organization_id, id), Option.fromUndefinedOr(Model.threadOf(model, id)))
    const all = { limit: 200, maximum_bytes: 2 ** 20 }
    same(yield* threads.messages(organization_id, id, all), { data: Model.messagesOf(model, id), has_more: false })
  }
  for (const tab of ["replies", "other"] satisfies ReadonlyArray<Tab>) {
    const all = { tab, limit: 200 }
    same(yield* threads.page(organization_id, all), Model.threadPage(model, all))
  }
  same(yield* unreadOf(organization_id), Model.unread(model))
  same((yield* threads.changes(organization_id, 100)).todo, Model.todo(model))
})

/** Runs actions in sequence; a failed transaction leaves the state from before it. */
const run = (tenants: Tenants, actions: ReadonlyArray<Action>): Effect.Effect<Tenants, unknown, Storage> =>
  Effect.reduce(
    actions,
    () => tenants,
    Effect.fnUntraced(function* (tenants, action): Effect.fn.Return<Tenants, unknown, Storage> {
      const [first, second] = tenants
      if (action._tag === "Step") {
        return action.organization === 0
          ? [yield* perform(first, action.command), second]
          : [first, yield* perform(second, action.command)]
      }
      const { transaction } = yield* Transactor
      const body = run(tenants, action.body)
      if (!action.fails) return yield* transaction(body)
      const failing = transaction(Effect.andThen(body, refuse))
      return yield* failing.pipe(
        Effect.catchIf(
          (error) => error instanceof Refused,
          () => Effect.succeed(tenants)
        )
      )
    })
  )

const agrees = Effect.fnUntraced(function* (program: ReadonlyArray<Action>) {
  const tenants = yield* run([yield* newTenant, yield* newTenant], program)
  for (const tenant of tenants) yield* audit(tenant)
  return true
})

/** The model test, with the given number of runs, or the replay of a failure that it printed. */
export const modelCase = (options: Arbitrary.CheckOptions = {}): StorageCase => ({
  name: "Storage: answers like the model, whatever is done in whatever order",
  secondConnection: false,
  secondTransaction: false,
  test: Effect.gen(function* () {
    const result = yield* Arbitrary.checkEffect(
      Arbitrary.schema(Program),
      // A failed assertion is a defect. Only failures are shrunk, so it becomes a failure.
      (program) =>
        Effect.catchCause(agrees(program), (cause) =>
          Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.fail(Cause.squash(cause))
        ),
      { runs: 30, size: 60, ...options }
    )
    const failure = Arbitrary.formatCheckFailure(result)
    if (failure !== undefined) return yield* Effect.die(new Error(failure))
  })
})
