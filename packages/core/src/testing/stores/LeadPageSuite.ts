/** Conformance cases: the promises of `LeadStore.page`. */
import { foldForSearch } from "@mailroom/mail/text"
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { type LeadRecord, toLead } from "../../leads/Lead.ts"
import { type LeadQuery, LeadStore } from "../../leads/LeadStore.ts"
import { at, idsOf, leadRow, missing, newCampaign, newLeadList, newLeads, same } from "../fixtures/Fixtures.ts"
import { fullLeadRow } from "../fixtures/LeadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

type List = Effect.Success<ReturnType<typeof newLeadList>>

const page = Effect.fnUntraced(function* (list: Omit<List, "leads">, query: Partial<LeadQuery>) {
  const all = { offset: 0, limit: 200, ...query }
  return Option.getOrThrow(yield* (yield* LeadStore).page(list.organization_id, list.campaign_id, all))
})
const rows = (total: number, leads: ReadonlyArray<LeadRecord>) => ({ total, data: leads.map(toLead) })

const pages = casesOf("LeadStore.page", {
  "answers the documented fields of the campaign's leads, by ascending id": Effect.gen(function* () {
    const list = yield* newLeadList("m@x.test", "z@x.test", "a@x.test")
    const full = yield* newLeads(list.organization_id, list.campaign_id, ...(yield* fullLeadRow(list.organization_id)))
    yield* newLeads(list.organization_id, yield* newCampaign(list.organization_id), "other@x.test")
    yield* newLeadList("foreign@x.test")
    same(yield* page(list, {}), rows(6, [...list.leads, ...full]))
  }),
  "answers a total that neither limit, offset nor after_id narrows": Effect.gen(function* () {
    const list = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test")
    const [a, b, c, d, e] = list.leads
    ok(a && b && c && d && e)
    same(yield* page(list, { limit: 2 }), rows(5, [a, b]))
    same(yield* page(list, { limit: 2, offset: 1 }), rows(5, [b, c]))
    same(yield* page(list, { limit: 2, offset: 4 }), rows(5, [e]))
    same(yield* page(list, { limit: 2, offset: 5 }), rows(5, []))
    same(yield* page(list, { offset: Number.MAX_SAFE_INTEGER }), rows(5, []))
    same(yield* page(list, { after_id: b.id }), rows(5, [c, d, e]))
    same(yield* page(list, { after_id: e.id }), rows(5, []))
    same(yield* page(list, { after_id: missing.lead }), rows(5, []))
  }),
  "skips offset after after_id, and limits after both": Effect.gen(function* () {
    const list = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test")
    const [a, , , d] = list.leads
    ok(a && d)
    same(yield* page(list, { after_id: a.id, offset: 2, limit: 1 }), rows(5, [d]))
    same(yield* page(list, { after_id: d.id, offset: 1 }), rows(5, []))
  }),
  "takes an after_id that no lead has, or has any more": Effect.gen(function* () {
    const list = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
    const [a, b, c] = list.leads
    ok(a && b && c)
    yield* (yield* LeadStore).remove(list.organization_id, [b.id])
    same(yield* page(list, { after_id: b.id }), rows(2, [c]))
    same(yield* page(list, { after_id: a.id }), rows(2, [c]))
  }),
  "answers an empty page for a campaign without leads, and none when the organization has no such campaign": Effect.gen(
    function* () {
      const store = yield* LeadStore
      const list = yield* newLeadList()
      const foreign = yield* newLeadList("a@x.test")
      same(yield* page(list, {}), rows(0, []))
      const query = { offset: 0, limit: 10 }
      same(yield* store.page(list.organization_id, missing.campaign, query), Option.none())
      same(yield* store.page(list.organization_id, foreign.campaign_id, query), Option.none())
      same(yield* store.page(list.organization_id, foreign.campaign_id, { ...query, search: "a" }), Option.none())
    }
  ),
  "follows what is inserted, replaced and removed": Effect.gen(function* () {
    const store = yield* LeadStore
    const list = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
    const [a, b, c] = list.leads
    ok(a && b && c)
    const changed = { ...b, email: "y@x.test", first_name: "New", version: 2 }
    yield* store.replace(list.organization_id, changed, 1)
    yield* store.remove(list.organization_id, [a.id])
    const [d] = yield* newLeads(list.organization_id, list.campaign_id, "d@x.test")
    ok(d)
    same(yield* page(list, {}), rows(3, [changed, c, d]))
    same(yield* page(list, { search: "y@" }), rows(1, [changed]))
    same(yield* page(list, { search: "b@" }), rows(0, []))
    same(yield* page(list, { search: "a@" }), rows(0, []))
  }),
  "sorts by the last mail, the latest first, and by the tag, each with the others last, by ascending id": Effect.gen(
    function* () {
      const sent = (hour: number) => ({ date_last_sequence_send: at(hour), status: "Sent" as const })
      const tagged = (reply_status: string) => ({ reply_status, status: "Replied" as const })
      const list = yield* newLeadList(
        "none@x.test",
        leadRow("early@x.test", { ...sent(1), ...tagged("b") }),
        leadRow("late@x.test", { ...sent(3), ...tagged("Z") }),
        leadRow("again@x.test", sent(3)),
        leadRow("middle@x.test", { ...sent(2), ...tagged("\u00e9") }),
        leadRow("same@x.test", tagged("b"))
      )
      const [none, early, late, again, middle, last] = list.leads
      ok(none && early && late && again && middle && last)
      yield* newLeads(list.organization_id, yield* newCampaign(list.organization_id), leadRow("o@x.test", sent(9)))
      const byMail = [late, again, middle, early, none, last]
      const byTag = [late, early, last, middle, none, again]
      same(yield* page(list, { sort: "last_mail" }), rows(6, byMail))
      same(yield* page(list, { sort: "answer" }), rows(6, byTag))
      same(yield* page(list, { sort: "last_mail", offset: 2, limit: 2 }), rows(6, byMail.slice(2, 4)))
      same(yield* page(list, { sort: "answer", offset: 5, limit: 2 }), rows(6, byTag.slice(5)))
      same(yield* page(list, { sort: "answer", offset: 6 }), rows(6, []))
      same(yield* page(list, { sort: "last_mail", status: "Replied" }), rows(4, [late, middle, early, last]))
      same(yield* page(list, { sort: "last_mail", search: "la" }), rows(1, [late]))
      same(yield* page(list, { sort: "last_mail", stop_sending: false, limit: 1 }), rows(6, [late]))
      const changed = { ...none, date_last_sequence_send: at(4), reply_status: "a", version: 2 }
      yield* (yield* LeadStore).replace(list.organization_id, changed, 1)
      same(yield* page(list, { sort: "last_mail", limit: 1 }), rows(6, [changed]))
      same(yield* page(list, { sort: "answer", offset: 1, limit: 1 }), rows(6, [changed]))
      const mailed = { ...last, date_last_sequence_send: at(5), version: 2 }
      yield* (yield* LeadStore).writeState(list.organization_id, [mailed])
      same(yield* page(list, { sort: "last_mail", limit: 2 }), rows(6, [mailed, changed]))
      yield* (yield* LeadStore).remove(list.organization_id, [changed.id])
      same(yield* page(list, { sort: "last_mail", limit: 3 }), rows(5, [mailed, late, again]))
      same(yield* page(list, { sort: "last_mail", offset: 3 }), rows(5, [middle, early]))
      const query = { offset: 0, limit: 10, sort: "answer" as const }
      same(yield* (yield* LeadStore).page(list.organization_id, missing.campaign, query), Option.none())
    }
  ),
  "reaches every lead once by after_id, a page at a time": Effect.gen(function* () {
    const emails = Array.from({ length: 23 }, (_, i) => `${(i * 7) % 23}@x.test`)
    const list = yield* newLeadList(...emails)
    const seen: Array<LeadRecord["id"]> = []
    for (let pages = 0; pages < emails.length; pages++) {
      const last = seen.at(-1)
      const { data } = yield* page(list, { limit: 5, ...(last === undefined ? {} : { after_id: last }) })
      if (data.length === 0) break
      seen.push(...idsOf(data))
    }
    same(seen, idsOf(list.leads))
  })
})

/** Addresses, and the ones that each search finds. */
interface Searches {
  readonly emails: ReadonlyArray<string>
  readonly found: ReadonlyArray<readonly [search: string, emails: ReadonlyArray<string>]>
}

const literal: Searches = {
  emails: ["ada@x.test", "Ada.L@y.test", "canADA@z.test", "50%off@z.test", "a_b@z.test", "a\\b@z.test"],
  found: [
    ["", ["ada@x.test", "Ada.L@y.test", "canADA@z.test", "50%off@z.test", "a_b@z.test", "a\\b@z.test"]],
    ["ADA", ["ada@x.test", "Ada.L@y.test", "canADA@z.test"]],
    ["a@x", ["ada@x.test"]],
    ["@Y.", ["Ada.L@y.test"]],
    ["canada@z.test", ["canADA@z.test"]],
    ["b", ["a_b@z.test", "a\\b@z.test"]],
    ["%", ["50%off@z.test"]],
    ["_", ["a_b@z.test"]],
    ["\\", ["a\\b@z.test"]],
    ["0%o", ["50%off@z.test"]],
    ["a_b", ["a_b@z.test"]],
    ["a\\b", ["a\\b@z.test"]],
    ["a%b", []],
    ["a\\_b", []],
    ["\\\\", []],
    ["a.b", []],
    ["*", []],
    ["'", []],
    ["ada@x.test.", []]
  ]
}
const unicode: Searches = {
  emails: [
    "ÉLODIE@x.test",
    "rené@x.test",
    "straße@x.test",
    "İstanbul@x.test",
    "ΟΔΥΣΣΕΥΣ@x.test",
    "οδός@x.test",
    "p🎉@x.test"
  ],
  found: [
    ["né@", ["rené@x.test"]],
    ["ÉL", ["ÉLODIE@x.test"]],
    ["elodie", ["ÉLODIE@x.test"]],
    ["REN\u00c8@", ["rené@x.test"]],
    ["rene\u0301@", ["rené@x.test"]],
    ["ené@y", []],
    ["ß", ["straße@x.test"]],
    ["ASSE", ["straße@x.test"]],
    ["İS", ["İstanbul@x.test"]],
    ["i̇stan", ["İstanbul@x.test"]],
    ["σ", ["ΟΔΥΣΣΕΥΣ@x.test", "οδός@x.test"]],
    ["ς@", ["ΟΔΥΣΣΕΥΣ@x.test", "οδός@x.test"]],
    ["δυσσευς", ["ΟΔΥΣΣΕΥΣ@x.test"]],
    ["ΔΌΣ", ["οδός@x.test"]],
    ["🎉", ["p🎉@x.test"]],
    ["🎈", []]
  ]
}

/** A non-ASCII domain has a different normal form. */
const spellings: Searches = {
  emails: ["ada@bücher.test", "bob@BÜCHER.test", "ada@x.test"],
  found: [
    ["ada", ["ada@bücher.test", "ada@x.test"]],
    ["bücher", ["ada@bücher.test", "bob@BÜCHER.test"]],
    ["@xn--bcher", ["ada@bücher.test", "bob@BÜCHER.test"]],
    ["@x", ["ada@bücher.test", "bob@BÜCHER.test", "ada@x.test"]],
    [".test", ["ada@bücher.test", "bob@BÜCHER.test", "ada@x.test"]]
  ]
}

const findsAll = Effect.fnUntraced(function* ({ emails, found }: Searches) {
  const list = yield* newLeadList(...emails)
  for (const [search, expected] of found) {
    const leads = list.leads.filter(({ email }) => expected.includes(email))
    same(yield* page(list, { search: foldForSearch(search) }), rows(expected.length, leads))
    same(yield* page(list, { search: foldForSearch(search), limit: 1 }), rows(expected.length, leads.slice(0, 1)))
  }
})

const search = casesOf("LeadStore.page, search", {
  "finds a substring of the address in whatever case, and takes %, _ and \\ literally": findsAll(literal),
  "finds folded text beyond ASCII": findsAll(unicode),
  "finds an address in its normal form and as it was given, and counts each lead once": findsAll(spellings),
  "searches the address and nothing else": Effect.gen(function* () {
    const list = yield* newLeadList(
      leadRow("ada@x.test", { first_name: "needle", company: "needle", custom_fields: { name: "needle" } })
    )
    same(yield* page(list, { search: "needle" }), rows(0, []))
  }),
  "narrows total, unlike after_id, offset and limit": Effect.gen(function* () {
    const list = yield* newLeadList("a1@x.test", "b1@x.test", "a2@x.test", "b2@x.test", "a3@x.test", "a4@x.test")
    const [a1, , a2, , a3, a4] = list.leads
    ok(a1 && a2 && a3 && a4)
    same(yield* page(list, { search: "a", limit: 2 }), rows(4, [a1, a2]))
    same(yield* page(list, { search: "a", limit: 2, offset: 3 }), rows(4, [a4]))
    same(yield* page(list, { search: "a", after_id: a1.id, limit: 2 }), rows(4, [a2, a3]))
    same(yield* page(list, { search: "a", after_id: a1.id, offset: 1, limit: 1 }), rows(4, [a3]))
    same(yield* page(list, { search: "a", after_id: a4.id }), rows(4, []))
  }),
  "finds in the campaign asked for only": Effect.gen(function* () {
    const list = yield* newLeadList("ada@x.test")
    const others = { ...list, campaign_id: yield* newCampaign(list.organization_id) }
    const leads = yield* newLeads(others.organization_id, others.campaign_id, "ada.b@x.test", "bob@x.test")
    yield* newLeadList("ada@x.test")
    same(yield* page(list, { search: "ada" }), rows(1, list.leads))
    same(yield* page(others, { search: "ada" }), rows(1, leads.slice(0, 1)))
  })
})

export const cases: ReadonlyArray<StorageCase> = [...pages, ...search]
