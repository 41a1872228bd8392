/** Conformance cases: `LeadStore` lists leads by state, tag and search, in one campaign and in all. */
import { searchTextOfAddress } from "@mailroom/mail/domain"
import { foldForSearch } from "@mailroom/mail/text"
import { Effect, Option } from "effect"
import { deepStrictEqual, ok } from "node:assert/strict"
import { type LeadFilter, type LeadRecord, LeadStatus, searchTextOf, toLead } from "../../leads/Lead.ts"
import { type LeadListing, type LeadQuery, LeadStore } from "../../leads/LeadStore.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { at, idsOf, leadRow, missing, newCampaign, newLeadList, newLeads, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { TagId } from "../../ids.ts"

const tags = [TagId.make(5), TagId.make(55)] as const
const statuses = LeadStatus.literals

/** Leads in every state, with one of two tags or none. */
const rows = Array.from({ length: 60 }, (_, i) =>
  leadRow(`${i % 7 === 0 ? "ADA" : "bob"}.${i}@${i % 2 === 0 ? "x" : "y"}.test`, {
    first_name: i % 3 === 0 ? "Zoë" : "Ann",
    last_name: i % 4 === 0 ? "O'Neil_%" : "",
    company: i % 5 === 0 ? "Straße GmbH" : "",
    status: statuses[i % 5] ?? "Sent",
    stop_sending: i % 4 === 1,
    stop_sending_type: i % 4 === 1 ? "manual" : null,
    verification_status: i % 9 === 4 ? "invalid" : "not_verified",
    reply_status_tag_id: i % 6 === 2 ? tags[0] : i % 6 === 4 ? tags[1] : null
  })
)

/** Two campaigns that alternately get these leads, and the same leads in another organization. */
const newLists = Effect.gen(function* () {
  const store = yield* LeadStore
  const { campaign_id, organization_id } = yield* newLeadList()
  const second = yield* newCampaign(organization_id)
  const leads: Array<LeadRecord> = []
  for (let i = 0; i < rows.length; i += 10) {
    leads.push(...(yield* newLeads(organization_id, i % 20 === 0 ? campaign_id : second, ...rows.slice(i, i + 10))))
  }
  yield* newLeadList(...rows.slice(0, 10))
  return {
    store,
    organization_id,
    campaign_id,
    second,
    leads,
    page: (query: Partial<LeadQuery>) =>
      Effect.map(store.page(organization_id, campaign_id, { offset: 0, limit: 200, ...query }), Option.getOrThrow),
    list: (query: Partial<LeadListing>) => store.list(organization_id, { limit: 200, ...query })
  }
})

const passes =
  ({ status, stop_sending, tag_id, verification_status }: LeadFilter) =>
  (lead: LeadRecord) =>
    (status === undefined || lead.status === status) &&
    (stop_sending === undefined || lead.stop_sending === stop_sending) &&
    (tag_id === undefined || lead.reply_status_tag_id === tag_id) &&
    (verification_status === undefined || lead.verification_status === verification_status)

const finds = (search: string) => (lead: LeadRecord) =>
  [searchTextOfAddress(lead.email), searchTextOf(lead)].some((text) => text.includes(search))

/** Every combination of a status, stopped or not, and a tag; and the status of the verification. */
const filters: ReadonlyArray<LeadFilter> = [undefined, "Replied", "Not contacted"].flatMap((status) =>
  [undefined, true, false].flatMap((stop_sending) =>
    [undefined, ...tags].map((tag_id): LeadFilter => ({
      ...(status === undefined ? {} : { status: LeadStatus.make(status as LeadStatus) }),
      ...(stop_sending === undefined ? {} : { stop_sending }),
      ...(tag_id === undefined ? {} : { tag_id })
    }))
  )
)
const verified: ReadonlyArray<LeadFilter> = [
  { verification_status: "invalid" },
  { verification_status: "valid" },
  { verification_status: "not_verified", stop_sending: false, status: "Not contacted" }
]

const pages = casesOf("LeadStore.page, filters", {
  "keeps to status, stop_sending and tag, alone and together; the total is that of the filter": Effect.gen(
    function* () {
      const { campaign_id, leads, page } = yield* newLists
      for (const filter of [...filters, ...verified]) {
        for (const search of [undefined, "ada"]) {
          const found = leads.filter(
            (lead) =>
              lead.campaign_id === campaign_id &&
              passes(filter)(lead) &&
              searchTextOfAddress(lead.email).includes(search ?? "")
          )
          const expected = found.map(toLead)
          const query = search === undefined ? filter : { ...filter, search }
          const total = expected.length
          const message = JSON.stringify(query)
          deepStrictEqual(yield* page(query), { total, data: expected }, message)
          const part = { ...query, offset: 1, limit: 2 }
          deepStrictEqual(yield* page(part), { total, data: expected.slice(1, 3) }, message)
          const [first] = found
          if (first === undefined) continue
          const beyond = { ...query, after_id: first.id, limit: 3 }
          deepStrictEqual(yield* page(beyond), { total, data: expected.slice(1, 4) }, message)
          same(yield* page({ ...query, offset: Number.MAX_SAFE_INTEGER }), { total, data: [] })
        }
      }
    }
  ),
  "answers no page for a campaign that there is not": Effect.gen(function* () {
    const { organization_id, store } = yield* newLists
    const foreign = yield* newLeadList("a@x.test")
    for (const id of [missing.campaign, foreign.campaign_id]) {
      const query = { offset: 0, limit: 10, status: "Sent" } as const
      same(yield* store.page(organization_id, id, query), Option.none())
    }
  })
})

const lists = casesOf("LeadStore.list", {
  "answers the leads of all campaigns by descending id, in pages, with every filter and search": Effect.gen(
    function* () {
      const { leads, list, second } = yield* newLists
      const newest = leads.toReversed()
      for (const filter of [...filters, ...verified]) {
        for (const campaign_id of [undefined, second]) {
          for (const search of [undefined, "zoë", "y.test"]) {
            const expected = newest
              .filter(passes(filter))
              .filter((lead) => campaign_id === undefined || lead.campaign_id === campaign_id)
              .filter(finds(search ?? ""))
            const query = {
              ...filter,
              ...(campaign_id === undefined ? {} : { campaign_id }),
              ...(search === undefined ? {} : { search })
            }
            const message = JSON.stringify(query)
            deepStrictEqual(yield* list(query), expected.map(toLead), message)
            const [, before] = expected
            if (before === undefined) continue
            const page = yield* list({ ...query, before: before.id, limit: 3 })
            deepStrictEqual(page, expected.slice(2, 5).map(toLead), message)
          }
        }
      }
    }
  ),
  "searches address, first and last name, and company, folded and literally": Effect.gen(function* () {
    const { leads, list } = yield* newLists
    const found: ReadonlyArray<readonly [search: string, number: number]> = [
      ["ADA.0@X", 1],
      ["Zoë O'NEIL_%", 5],
      ["straßE g", 12],
      ["STRASSE", 12],
      ["zoe o'neil", 5],
      ["Zóè", 20],
      ["%", 15],
      ["n O", 10],
      ["needle", 0],
      ["\\", 0]
    ]
    for (const [search, number] of found) {
      const expected = leads.filter(finds(foldForSearch(search)))
      deepStrictEqual(expected.length, number, search)
      same(yield* list({ search: foldForSearch(search) }), expected.toReversed().map(toLead))
    }
  }),
  "follows what is replaced, written and removed": Effect.gen(function* () {
    const { list, organization_id, store } = yield* newLists
    const { leads } = { leads: yield* store.findMany(organization_id, idsOf(yield* list({}))) }
    const [a, b, c, d] = leads
    ok(a && b && c && d)
    yield* store.replace(organization_id, { ...a, last_name: "Needle", version: 2 }, 1)
    yield* store.writeTexts(organization_id, [{ ...b, company: "needle & co", version: 2 }])
    yield* store.writeState(organization_id, [{ ...c, first_name: "needle", status: "Bounce", version: 2 }])
    yield* store.remove(organization_id, [d.id])
    same(idsOf(yield* list({ search: "needle" })), [b.id, a.id])
    same(idsOf(yield* list({ status: "Bounce" })).includes(c.id) && !idsOf(yield* list({})).includes(d.id), true)
  }),
  "does not find the leads of a hidden campaign": Effect.gen(function* () {
    const { campaign_id, leads, list, organization_id } = yield* newLists
    yield* (yield* CampaignStore).hide(organization_id, campaign_id, at(0))
    const shown = leads.filter((lead) => lead.campaign_id !== campaign_id).toReversed()
    for (const filter of [{}, { status: "Sent" }, { tag_id: tags[0] }, { stop_sending: true }] as const) {
      same(yield* list(filter), shown.filter(passes(filter)).map(toLead))
      same(yield* list({ ...filter, campaign_id }), [])
      same(yield* list({ ...filter, search: "bob" }), shown.filter(passes(filter)).filter(isBob).map(toLead))
    }
  })
})

const isBob = ({ email }: LeadRecord) => email.startsWith("bob")

export const cases: ReadonlyArray<StorageCase> = [...pages, ...lists]
