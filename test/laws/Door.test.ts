/**
 * The use cases are a public interface: their input is decoded first, and rejected in the same way on every storage.
 */
import { assert } from "@effect/vitest"
import {
  Account,
  Accounts,
  Activity,
  Analytics,
  ApiKeys,
  Attachments,
  Blacklist,
  Campaigns,
  CurrentOrganization,
  InvalidInput,
  Leads,
  type Mailroom,
  OrganizationId,
  Organizations,
  ReplyTemplates,
  Sequences,
  StorageError,
  Tags,
  Unibox
} from "@mailroom/core"
import { Cause, Effect, Exit } from "effect"
import { onStorages } from "./Storages.ts"

type Call = Effect.Effect<unknown, unknown, Mailroom.UseCases | CurrentOrganization>

/** The kind and the message of a call's error. A defect is described as one. */
const errorOf = (call: Call) =>
  Effect.map(Effect.exit(call), (exit) => {
    if (Exit.isSuccess(exit)) return "no error"
    const error = Cause.squash(exit.cause)
    if (Cause.hasDies(exit.cause) || !(error instanceof Error)) return `defect ${String(error)}`
    // The message continues with the driver's message, which is for the log only.
    if (error instanceof StorageError) return `${error.reason._tag} at ${error.operation}`
    return error instanceof InvalidInput
      ? `InvalidInput at ${[...new Set(error.faults.map(({ pointer }) => pointer))].sort().join(", ")}`
      : String(error)
  })

const expect = Effect.fnUntraced(function* (expected: string, calls: Iterable<readonly [name: string, call: Call]>) {
  for (const [name, call] of calls) assert.strictEqual(yield* errorOf(call), expected, name)
})

/** Values that a JavaScript host may pass, although the types do not allow them. */
const some = (value: unknown) => value as never

const limits = ["(SELECT 1 FROM pg_sleep(2))", "1", 0, -1, 1.5, 2 ** 53, NaN, Infinity, 1n, null, undefined, {}, [1]]
const texts = ["\u0000", "a\ud800", "x".repeat(255), 5, null, {}, ["x"]]
const ids = [...limits, "1; DROP SCHEMA mailroom CASCADE"]
const uuids = [
  "x",
  "{0190a0b0-0000-7000-8000-000000000000}",
  "0190a0b0-0000-7000-8000-00000000000'",
  5,
  null,
  {},
  ["x"]
]
const first = { offset: 0, limit: 1 }
const absent = "0190a0b0-0000-7000-8000-000000000000"
const greatest = Number.MAX_SAFE_INTEGER

const useCases = Effect.all({
  accounts: Accounts,
  activity: Activity,
  analytics: Analytics,
  attachments: Attachments,
  blacklist: Blacklist,
  campaigns: Campaigns,
  keys: ApiKeys,
  leads: Leads,
  organizations: Organizations,
  replyTemplates: ReplyTemplates,
  sequences: Sequences,
  tags: Tags,
  unibox: Unibox
})

onStorages("every use case", ["memory", "embedded", "postgres"], (it) => {
  const test = (name: string, body: (on: Effect.Success<typeof useCases>) => Effect.Effect<void, unknown, any>) =>
    it.effect(name, () =>
      Effect.gen(function* () {
        const on = yield* useCases
        const { id } = yield* on.organizations.create({ name: "Door" })
        yield* Effect.provideService(body(on), CurrentOrganization, { id })
      })
    )

  test("rejects an invalid id", (on) =>
    Effect.gen(function* () {
      const { id: campaign } = yield* on.campaigns.create({ name: "Campaign" })
      for (const value of ids.map(some)) {
        yield* expect("InvalidInput at /id", [
          ["accounts.find", on.accounts.find(value)],
          ["attachments.sign", on.attachments.sign(value)],
          ["attachments.open", on.attachments.open({ id: value, expires: 1, signature: "x" })],
          ["keys.revoke", on.keys.revoke(value)],
          ["keys.rotate", on.keys.rotate(value, { grace_seconds: 0 })],
          ["leads.find", on.leads.find(value)],
          ["organizations.find", on.organizations.find(value)],
          ["replyTemplates.find", on.replyTemplates.find(value)],
          ["replyTemplates.fill", on.replyTemplates.fill(some(1), value)],
          ["sequences.update", on.sequences.update(campaign, value, {})],
          ["sequences.remove", on.sequences.remove(campaign, value)],
          ["unibox.thread", on.unibox.thread(value, { limit: 1 })],
          ["unibox.update", on.unibox.update(value, {})]
        ])
        yield* expect("InvalidInput at /ids/0", [["unibox.updateMany", on.unibox.updateMany({ ids: [value] })]])
      }
      for (const value of ids.filter((id) => id !== undefined).map(some)) {
        yield* expect("InvalidInput at /after_id", [
          ["leads.page", on.leads.page(campaign, { ...first, after_id: value })]
        ])
        yield* expect("InvalidInput at /lead_id", [["log", on.activity.log(campaign, { limit: 1, lead_id: value })]])
        yield* expect("InvalidInput at /account_id", [
          ["log", on.activity.log(campaign, { limit: 1, account_id: value })]
        ])
      }
      for (const value of uuids.map(some)) {
        yield* expect("InvalidInput at /id", [["campaigns.find", on.campaigns.find(value)]])
        yield* expect("InvalidInput at /campaign_id", [
          ["activity.log", on.activity.log(value, { limit: 1 })],
          ["analytics.summary", on.analytics.summary(value, {})],
          ["analytics.events", on.analytics.events(value, {})],
          ["analytics.byAccount", on.analytics.byAccount(value, {})],
          ["analytics.bySequence", on.analytics.bySequence(value, {})],
          ["analytics.byLink", on.analytics.byLink(value, {})],
          ["leads.page", on.leads.page(value, first)],
          ["sequences.list", on.sequences.list(value)],
          ["sequences.create", on.sequences.create(value, { body: "" })],
          ["sequences.update", on.sequences.update(value, some(1), {})],
          ["sequences.remove", on.sequences.remove(value, some(1))]
        ])
      }
    }))

  test("rejects an invalid query, and every unknown key", (on) =>
    Effect.gen(function* () {
      const { id: campaign } = yield* on.campaigns.create({ name: "Campaign" })
      const offsetLists: ReadonlyArray<readonly [string, (query: object) => Call]> = [
        ["accounts.page", (query) => on.accounts.page(some(query))],
        ["blacklist.page", (query) => on.blacklist.page("email", some(query))],
        ["campaigns.page", (query) => on.campaigns.page(some(query))],
        ["keys.page", (query) => on.keys.page(some(query))],
        ["leads.page", (query) => on.leads.page(campaign, some(query))],
        ["replyTemplates.page", (query) => on.replyTemplates.page(some(query))],
        ["tags.page", (query) => on.tags.page(some(query))]
      ]
      const cursorLists: ReadonlyArray<readonly [string, (query: object) => Call]> = [
        ["activity.log", (query) => on.activity.log(campaign, some(query))],
        ["unibox.threads", (query) => on.unibox.threads(some({ tab: "other", ...query }))],
        ["unibox.thread", (query) => on.unibox.thread(some(1), some(query))]
      ]
      const asked = (lists: typeof offsetLists, query: object) =>
        lists.map(([name, call]) => [name, call(query)] as const)
      // `undefined` means the default, so it is valid.
      const given = limits.filter((value) => value !== undefined)
      for (const limit of [...given, 201]) {
        yield* expect("InvalidInput at /limit", asked(offsetLists, { offset: 0, limit }))
        yield* expect("InvalidInput at /limit", asked(cursorLists, { limit }))
      }
      for (const offset of given.filter((value) => value !== 0)) {
        yield* expect("InvalidInput at /offset", asked(offsetLists, { offset, limit: 1 }))
      }
      for (const search of texts) {
        yield* expect(
          "InvalidInput at /search",
          asked(
            offsetLists.filter(([name]) => !["keys.page", "replyTemplates.page", "tags.page"].includes(name)),
            { ...first, search }
          )
        )
      }
      for (const cursor of ["x".repeat(1001), 5, null, {}]) {
        yield* expect("InvalidInput at /cursor", asked(cursorLists, { limit: 1, cursor }))
      }
      yield* expect("InvalidInput at /limt", asked(offsetLists, { ...first, limt: 1 }))
      yield* expect("InvalidInput at /limt", asked(cursorLists, { limit: 1, limt: 1 }))
      for (const query of [null, 5, "x", []]) {
        yield* expect("InvalidInput at ", [
          ["accounts.page", on.accounts.page(some(query))],
          ["analytics.summary", on.analytics.summary(campaign, some(query))],
          ["unibox.threads", on.unibox.threads(some(query))]
        ])
      }
      yield* expect("InvalidInput at /status", [["campaigns", on.campaigns.page({ ...first, status: some("gone") })]])
      yield* expect("InvalidInput at /source", [
        ["blacklist", on.blacklist.page("email", { ...first, source: some(1) })]
      ])
      yield* expect("InvalidInput at /kind", [["blacklist", on.blacklist.page(some("names"), first)]])
      yield* expect("InvalidInput at /tab", [["threads", on.unibox.threads({ limit: 1, tab: some("all") })]])
      yield* expect("InvalidInput at /types/0", [
        ["log", on.activity.log(campaign, { limit: 1, types: [some("gone")] })],
        ["events", on.analytics.events(campaign, { types: [some("gone")] })]
      ])
      yield* expect("InvalidInput at /interval", [
        ["events", on.analytics.events(campaign, { interval: some("year") })]
      ])
      yield* expect("InvalidInput at /timezone", [["summary", on.analytics.summary(campaign, { timezone: "Mars" })]])
      yield* expect("InvalidInput at /start_date", [
        ["summary", on.analytics.summary(campaign, { start_date: some(5), end_date: "2026-08-07" })]
      ])
      yield* expect("InvalidInput at /grace_seconds", [
        ["no number", on.keys.rotate(some(1), { grace_seconds: some("5") })],
        ["a negative one", on.keys.rotate(some(1), { grace_seconds: -1 })]
      ])
      yield* expect("InvalidInput at /secret", [["keys.adopt", on.keys.adopt(some("mr_x"), { name: "Key" })]])
      yield* expect("no error", [
        ["absent", on.campaigns.page({ ...first, search: undefined, status: undefined })],
        ["absent", on.leads.page(campaign, { ...first, search: undefined, after_id: undefined })],
        ["absent", on.analytics.summary(campaign, { period: undefined, timezone: undefined })],
        ["upper case", on.campaigns.find(some(campaign.toUpperCase()))],
        ["upper case", on.leads.page(some(campaign.toUpperCase()), first)],
        ["no text is no key", on.keys.authenticate(some("mr_x"))]
      ])
    }))

  test("rejects invalid input before it is stored", (on) =>
    Effect.gen(function* () {
      const account_ids = [Account.AccountId.make(greatest)]
      yield* expect("InvalidInput at /account_ids/0", [
        ["an account that is not there", on.campaigns.create({ name: "Campaign", account_ids })],
        ["no id", on.campaigns.create({ name: "Campaign", account_ids: [some("1")] })]
      ])
      for (const text of ["\u0000", "a\ud800"]) {
        yield* expect("InvalidInput at /name", [
          ["campaigns", on.campaigns.create({ name: text })],
          ["keys", on.keys.create({ name: text })],
          ["organizations", on.organizations.create({ name: text })],
          ["tags", on.tags.create({ name: text, sentiment: "neutral" })]
        ])
      }
      yield* expect("InvalidInput at /is_new", [
        ["update", on.unibox.update(some(1), { is_new: some("yes") })],
        ["updateMany", on.unibox.updateMany({ ids: [1], is_new: some("yes") })],
        ["threads", on.unibox.threads({ tab: "other", limit: 1, is_new: some("yes") })]
      ])
      yield* expect("InvalidInput at /new_message_ids", [
        ["updateMany", on.unibox.updateMany({ ids: [1], is_new: true, new_message_ids: [] })]
      ])
    }))

  test("reports missing ids as not found, and rejects invalid cursors", (on) =>
    Effect.gen(function* () {
      yield* expect(`CampaignNotFound: There is no campaign ${absent}`, [
        ["campaigns.find", on.campaigns.find(some(absent))],
        ["leads.page", on.leads.page(some(absent), first)],
        ["sequences.list", on.sequences.list(some(absent))],
        ["analytics.summary", on.analytics.summary(some(absent), {})],
        ["activity.log", on.activity.log(some(absent), { limit: 1 })]
      ])
      yield* expect(`AccountNotFound: There is no account ${greatest}`, [["find", on.accounts.find(some(greatest))]])
      yield* expect(`LeadNotFound: There is no lead ${greatest}`, [["find", on.leads.find(some(greatest))]])
      yield* expect(`ThreadNotFound: There is no thread ${greatest}`, [
        ["thread", on.unibox.thread(some(greatest), { limit: 1 })],
        ["update", on.unibox.update(some(greatest), { is_new: true })]
      ])
      yield* expect(`ApiKeyNotFound: There is no API key ${greatest}`, [
        ["revoke", on.keys.revoke(some(greatest))],
        ["rotate", on.keys.rotate(some(greatest), { grace_seconds: 0 })]
      ])
      yield* expect("InvalidCursor: The cursor is not one that this list gave", [
        ["threads", on.unibox.threads({ tab: "other", limit: 1, cursor: "MS4x.x" })],
        ["thread", on.unibox.thread(some(1), { limit: 1, cursor: "\u0000" })],
        ["log", on.activity.log(some(absent), { limit: 1, cursor: "a\ud800" })]
      ])
    }))

  test("fails alike for an organization that does not exist", (on) =>
    Effect.gen(function* () {
      const nowhere = (call: Call) =>
        Effect.provideService(call, CurrentOrganization, { id: OrganizationId.make(greatest) })
      yield* expect("NoOrganization at AccountStore.insert", [
        ["accounts", nowhere(on.accounts.create({ email: "a@x.test", provider: "smtp" }))]
      ])
      yield* expect("NoOrganization at CampaignStore.insert", [
        ["campaigns", nowhere(on.campaigns.create({ name: "x" }))]
      ])
      yield* expect("NoOrganization at ReplyTemplateStore.insert", [
        ["templates", nowhere(on.replyTemplates.create({ name: "x", body: "x" }))]
      ])
      yield* expect("NoOrganization at TagStore.insert", [
        ["tags", nowhere(on.tags.create({ name: "x", sentiment: "neutral" }))]
      ])
      yield* expect("NoOrganization at ApiKeyStore.insert", [["keys", nowhere(on.keys.create({ name: "x" }))]])
      yield* expect("no error", [
        ["accounts", nowhere(on.accounts.page(first))],
        ["threads", nowhere(on.unibox.threads({ tab: "other", limit: 1 }))]
      ])
      yield* expect(`AccountNotFound: There is no account 1`, [["find", nowhere(on.accounts.find(some(1)))]])
    }))
})
