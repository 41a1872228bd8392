/** Conformance cases: filters and search, bulk changes, and the revision of `ThreadStore`. */
import { foldForSearch } from "@mailroom/mail/text"
import { Array, Effect, Struct } from "effect"
import { ok } from "node:assert/strict"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import type { Keyset } from "../../Pagination.ts"
import { Transactor } from "../../Transactor.ts"
import type { NewMessage } from "../../unibox/Message.ts"
import type { ThreadListing } from "../../unibox/ThreadStore.ts"
import { at, idsOf, leadRow, newCampaign, newLeads, refuse, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { messageRow, newUnibox, threadRow, unreadOf } from "../fixtures/ThreadFixtures.ts"
import { AccountId, type MessageId, TagId, ThreadId } from "../../ids.ts"

const missingThread = ThreadId.make(Number.MAX_SAFE_INTEGER)
const [keen, cold] = [TagId.make(9), TagId.make(10)]
const [first, second] = [AccountId.make(1), AccountId.make(2)]

/** An organization whose threads are listed by filters. */
const newList = Effect.gen(function* () {
  const unibox = yield* newUnibox
  const { organization_id, store } = unibox
  return {
    ...unibox,
    found: (listing: Omit<ThreadListing, "limit">) =>
      Effect.map(store.page(organization_id, { limit: 200, ...listing }), idsOf),
    /**
     * Inserts many threads that are older than all others, each with one message. Returns their ids in ascending order.
     */
    openMany: Effect.fnUntraced(function* (count: number, fields: Partial<NewMessage> = {}) {
      const ids = yield* store.insertThreads(
        organization_id,
        Array.makeBy(count, () => threadRow())
      )
      yield* store.insertMessages(
        organization_id,
        ids.map((id) => messageRow(id, { date_sent: at(-1), ...fields }))
      )
      return ids
    })
  }
})

const shown = casesOf("ThreadStore.page, what a thread shows", {
  "counts its messages, and shows the account of the newest message that has one": Effect.gen(function* () {
    const { found, open, receive, send, thread } = yield* newList
    const id = yield* open()
    const accountAfter = (sent: Effect.Effect<unknown, unknown, never>) =>
      Effect.map(Effect.andThen(sent, thread(id)), ({ account_id, message_count }) => [message_count, account_id])
    same(yield* accountAfter(receive(id, 1)), [1, undefined])
    same(yield* accountAfter(receive(id, 3, { account_id: first })), [2, first])
    same(yield* accountAfter(send(id, 2, { account_id: second })), [3, first])
    same(yield* accountAfter(receive(id, 5)), [4, first])
    same(yield* accountAfter(send(id, 4, { account_id: second })), [5, second])
    same([yield* found({ account_id: first }), yield* found({ account_id: second })], [[], [id]])
  }),
  "shows its lead and the name of its campaign as they are now, and neither during a deletion": Effect.gen(
    function* () {
      const { found, open, organization_id, receive, store, thread } = yield* newList
      const campaign_id = yield* newCampaign(organization_id, { name: "Autumn" })
      const [lead] = yield* newLeads(organization_id, campaign_id, leadRow("a@x.test", { reply_status_tag_id: keen }))
      ok(lead)
      const id = yield* open({ lead_id: lead.id, campaign_id })
      yield* receive(id, 1)
      const leads = yield* LeadStore
      const tagged = { company: "X", reply_status: "Keen", reply_status_by: "rule" } as const
      const changed = { ...lead, first_name: "Ada", last_name: "L", ...tagged, version: 2 }
      yield* leads.replace(organization_id, changed, 1)
      const after = yield* thread(id)
      same(after.lead, { email: "a@x.test", first_name: "Ada", last_name: "L", ...tagged })
      same(after.campaign_name, "Autumn")
      same(yield* store.page(organization_id, { lead_id: lead.id, limit: 9 }), [after])
      const of = [{ lead_id: lead.id }, { campaign_id }, { tag_id: keen }]
      same(yield* Effect.forEach(of, found), [[id], [id], [id]])
      yield* (yield* CampaignStore).hide(organization_id, campaign_id, at(2))
      const { campaign_name: _, lead: __, ...rest } = after
      same(yield* thread(id), rest)
      same(yield* found({ tab: "other" }), [id])
      same(yield* Effect.forEach(of, found), [[], [], []])
    }
  )
})

const filters = casesOf("ThreadStore.page, filters", {
  "lists what passes all filters, page by page": Effect.gen(function* () {
    const { found, open, organization_id, receive, store } = yield* newList
    const campaigns = [yield* newCampaign(organization_id), yield* newCampaign(organization_id)]
    const threads: Array<
      { readonly id: ThreadId } & Required<
        Omit<ThreadListing, "assigned_to" | "before" | "limit" | "search" | "since" | "until">
      >
    > = []
    for (const [i, campaign_id] of [...campaigns, ...campaigns].entries()) {
      for (const [j, tag_id] of [keen, cold].entries()) {
        const email = `${i}${j}@x.test`
        const [lead] = yield* newLeads(organization_id, campaign_id, leadRow(email, { reply_status_tag_id: tag_id }))
        ok(lead)
        for (const account_id of [first, second]) {
          const [tab, is_new] = [i < 3 ? "other" : "replies", (i + j) % 2 === 0] as const
          const state = i % 2 === 0 ? "open" : "done"
          const id = yield* open({ tab, lead_id: lead.id, campaign_id })
          yield* receive(id, threads.length % 3, { account_id, is_new })
          yield* store.updateMany(organization_id, [id], { state })
          threads.push({ id, tab, state, campaign_id, account_id, lead_id: lead.id, tag_id, is_new })
        }
      }
    }
    // Two further threads, which the comparison leaves out: one without the filtered ids, one without messages.
    yield* receive(yield* open(), 1)
    yield* open({ lead_id: threads[0]?.lead_id ?? null })
    const names = ["tab", "campaign_id", "account_id", "lead_id", "tag_id", "is_new", "state"] as const
    for (const [i, wanted] of threads.entries()) {
      const chosen = names.filter((_, bit) => (((i * 13 + 7) % 127) & (1 << bit)) !== 0)
      const listing = Object.fromEntries(chosen.map((name) => [name, wanted[name]])) as Omit<ThreadListing, "limit">
      if (chosen.length === 0) continue
      const all = yield* found(listing)
      const matching = threads.filter((thread) => chosen.every((name) => thread[name] === wanted[name]))
      const known = all.filter((id) => threads.some((thread) => thread.id === id))
      same(
        known.toSorted((a, b) => a - b),
        idsOf(matching)
      )
      const pages: Array<ThreadId> = []
      for (let before: ThreadListing["before"]; pages.length < all.length;) {
        const page = yield* store.page(organization_id, { ...listing, limit: 2, ...(before && { before }) })
        const last = page.at(-1)
        if (last === undefined) break
        before = { at: last.last_message.date_sent, id: last.id }
        pages.push(...idsOf(page))
      }
      same(pages, all)
      const { is_new: _, tab, ...filters } = listing
      const unread = yield* store.unread(organization_id, filters, 100)
      const counts = yield* Effect.forEach(["replies", "other"] as const, (tab) =>
        Effect.map(found({ ...filters, tab, is_new: true }), ({ length }) => length)
      )
      same(unread, { replies: counts[0], other: counts[1] })
      same(yield* store.unread(organization_id, filters, 1), {
        replies: Math.min(unread.replies, 1),
        other: Math.min(unread.other, 1)
      })
      ok(tab === undefined || !wanted.is_new || unread[tab] > 0)
    }
  }),
  "lists nothing by filters of another organization's data": Effect.gen(function* () {
    const { found, openMany } = yield* newList
    const foreign = yield* newList
    yield* openMany(1, { subject: "Mine" })
    const campaign_id = yield* newCampaign(foreign.organization_id)
    const [lead] = yield* newLeads(
      foreign.organization_id,
      campaign_id,
      leadRow("a@x.test", { reply_status_tag_id: keen })
    )
    ok(lead)
    const theirs = yield* foreign.open({ lead_id: lead.id, campaign_id })
    yield* foreign.receive(theirs, 1, { account_id: first, subject: "Theirs" })
    const of = [{ campaign_id }, { lead_id: lead.id }, { tag_id: keen }, { account_id: first }, { search: "theirs" }]
    same(
      yield* Effect.forEach(of, found),
      of.map(() => [])
    )
    same(
      yield* Effect.forEach(of, foreign.found),
      of.map(() => [theirs])
    )
  })
})

const search = casesOf("ThreadStore.page, search", {
  "finds a substring of each field of any message, folded and taken literally": Effect.gen(function* () {
    const { found, openWith, receive } = yield* newList
    const id = yield* openWith(9)
    const other = yield* openWith(8)
    yield* receive(other, 7, { subject: "Nothing", body: "hidden", body_text: "hidden", body_html: "hidden" })
    yield* receive(id, 1, {
      subject: "50%_Off\\ ÉLAN Straße",
      from_name: "Ada Lovelace",
      from_email: "ada@öne.test",
      to_email: "us@two.test, them@two.test",
      cc_email: "boss@three.test",
      reply_text: `Call me\nat nine 😀 日本${" ".repeat(1_980)}finis`
    })
    yield* receive(id, 2, { subject: "Later" })
    for (const term of [
      "50%_off\\",
      "%_",
      "élan",
      "elan strasse",
      "e\u0300lan",
      "STRASSE",
      "straße",
      "a l",
      "ADA@one",
      "ÖNE.",
      "them@two.test",
      "boss",
      "e\nat",
      "😀",
      "日本",
      "LATER",
      "a"
    ])
      ok((yield* found({ tab: "other", search: foldForSearch(term) })).includes(id), term)
    // Terms that must not match: after the first 2 000 characters, in no field, across two fields, in a text that is
    // not searched.
    for (const term of ["finis", "5%_", "lovelaceada", "lovelacea", "hidden", "x".repeat(254)])
      same(yield* found({ tab: "other", search: foldForSearch(term) }), [])
    same(yield* found({ tab: "replies", search: "later" }), [])
    same(yield* found({ tab: "other", search: "o" }), [id, other])
  }),
  "finds what is behind many threads that do not match, and many that do, with other filters": Effect.gen(function* () {
    const { found, open, openMany, organization_id, receive, store } = yield* newList
    const old = yield* openMany(3, { subject: "A needle", date_sent: at(-2) })
    const hay = yield* openMany(1_300, { subject: "Hay" })
    same(yield* found({ tab: "other", search: "needle" }), old.toReversed())
    const campaign_id = yield* newCampaign(organization_id)
    const leads = yield* newLeads(
      organization_id,
      campaign_id,
      ...["a@x.test", "b@x.test"].map((email) => leadRow(email, { reply_status_tag_id: keen }))
    )
    const tagged: Array<ThreadId> = []
    for (const lead of leads) {
      const id = yield* open({ lead_id: lead.id, campaign_id })
      yield* receive(id, -3, { subject: "A needle" })
      tagged.unshift(id)
    }
    same(yield* found({ tab: "other", search: "needle" }), [...old.toReversed(), ...tagged])
    same(yield* found({ tag_id: keen }), tagged)
    same(yield* found({ tag_id: keen, search: "needle", campaign_id }), tagged)
    same(yield* found({ tag_id: cold, search: "needle" }), [])
    const page = yield* store.page(organization_id, { tab: "other", search: "a", limit: 5 })
    same(idsOf(page), hay.toReversed().slice(0, 5))
    const last = page.at(-1)
    ok(last)
    const before = { at: last.last_message.date_sent, id: last.id }
    same(yield* found({ tab: "other", search: "needle", before }), [...old.toReversed(), ...tagged])
    same(yield* found({ search: "ha", before: { at: at(-1), id: hay[2] ?? missingThread } }), [hay[1], hay[0]])
  })
})

const messages = casesOf("ThreadStore.messages, order", {
  "lists the newest first, strictly beyond a position, within the limit and the bytes": Effect.gen(function* () {
    const { open, organization_id, receive, store } = yield* newList
    const id = yield* open()
    const texts = ["aaaa", "bb", "c", "dddddd"]
    for (const [i, body_text] of texts.entries())
      yield* receive(id, [1, 2, 2, 3][i] ?? 0, { body_text, reply_text: "x" })
    const read = (query: { readonly after?: Keyset<MessageId> } = {}) =>
      store.messages(organization_id, id, { order: "desc", limit: 100, maximum_bytes: 100, ...query })
    const { data: all, has_more } = yield* read()
    same(has_more, false)
    const { data: oldest } = yield* store.messages(organization_id, id, { limit: 100, maximum_bytes: 100 })
    same(all, oldest.toReversed())
    for (const [i, { date_sent, id: last }] of all.entries()) {
      const after = { at: date_sent, id: last }
      same(yield* read({ after }), { data: all.slice(i + 1), has_more: false })
      const two = yield* store.messages(organization_id, id, { order: "desc", after, limit: 2, maximum_bytes: 100 })
      same(two, { data: all.slice(i + 1, i + 3), has_more: i === 0 })
    }
    // The texts have six, one, two and four bytes; each reply text has one byte.
    const within = (maximum_bytes: number) =>
      Effect.map(
        store.messages(organization_id, id, { order: "desc", limit: 9, maximum_bytes }),
        ({ data }) => data.length
      )
    same(yield* Effect.forEach([0, 8, 9, 11, 12, 16, 17], within), [1, 1, 2, 2, 3, 3, 4])
  })
})

const updateMany = casesOf("ThreadStore.updateMany", {
  "answers the states before, which restore everything, of those that there are": Effect.gen(function* () {
    const { listed, messages, open, openWith, organization_id, receive, send, store, thread } = yield* newList
    const foreign = yield* newList
    const [a, b, c] = [yield* open(), yield* open({ tab: "replies" }), yield* openWith(5)]
    const [old, newer] = [yield* receive(a, 1), yield* receive(a, 2)]
    const seen = yield* receive(a, 3, { is_new: false })
    yield* send(a, 4)
    const [only] = [yield* receive(b, 1)]
    const [empty, theirs] = [yield* open(), yield* foreign.openWith(1)]
    yield* store.updateMany(organization_id, [b], { state: "done" })
    const states = Effect.forEach([a, b, c], (id) => Effect.all([store.find(organization_id, id), messages(id)]))
    const newOf = (id: ThreadId) => Effect.map(messages(id), (all) => idsOf(all.filter(({ is_new }) => is_new)))
    const before = yield* states
    const asked = [missingThread, b, empty, a, theirs]
    const expected = [
      { id: a, tab: "other", state: "open", assigned_to: null, new_message_ids: [old.id, newer.id] },
      { id: b, tab: "replies", state: "done", assigned_to: null, new_message_ids: [only.id] }
    ]
    const undo = Effect.fnUntraced(function* () {
      for (const { id, ...state } of expected) yield* store.updateMany(organization_id, [id], state as never)
      same(yield* states, before)
    })
    same(yield* store.updateMany(organization_id, asked, { is_new: false, tab: "other", state: "done" }), expected)
    same([yield* newOf(a), yield* newOf(b), yield* listed("replies")], [[], [], []])
    same([(yield* thread(a)).state, (yield* thread(b)).state, (yield* thread(c)).state], ["done", "done", "open"])
    yield* undo()
    same(yield* store.updateMany(organization_id, asked, { is_new: true, tab: "replies", state: "open" }), expected)
    same([(yield* thread(a)).state, (yield* thread(b)).state], ["open", "open"])
    same([yield* newOf(a), yield* newOf(b), yield* listed("replies")], [[old.id, newer.id, seen.id], [only.id], [a, b]])
    yield* undo()
    same(
      yield* store.updateMany(organization_id, asked, { new_message_ids: [seen.id, ...idsOf(yield* messages(c))] }),
      expected
    )
    same([yield* newOf(a), yield* newOf(b), (yield* newOf(c)).length], [[seen.id], [], 1])
    yield* undo()
    same(yield* store.updateMany(organization_id, asked, {}), expected)
    same(yield* states, before)
    same((yield* foreign.thread(theirs)).last_message.is_new, true)
    same(yield* unreadOf(organization_id), { replies: 1, other: 2 })
  })
})

const state = casesOf("ThreadStore.insertMessages, state", {
  "opens a thread that is done with mail that comes in, of whatever date, and not with ours": Effect.gen(function* () {
    const { found, open, openWith, organization_id, receive, send, store } = yield* newList
    const foreign = yield* newList
    const theirs = yield* foreign.openWith(1)
    const [early, late, ours] = [yield* openWith(5), yield* openWith(6), yield* openWith(7)]
    const other = yield* openWith(8, { tab: "replies" })
    yield* open()
    const all = [early, late, ours, other]
    yield* store.updateMany(organization_id, all, { state: "done" })
    same([yield* found({ state: "open" }), yield* found({ state: "done" })], [[], all.toReversed()])
    yield* foreign.store.updateMany(foreign.organization_id, all, { state: "open" })
    yield* receive(early, 1)
    yield* receive(late, 9, { is_new: false })
    yield* send(ours, 10)
    same(
      [yield* found({ state: "open" }), yield* found({ state: "done" })],
      [
        [late, early],
        [ours, other]
      ]
    )
    same(yield* found({ state: "done", tab: "replies" }), [other])
    same((yield* store.changes(organization_id, 100)).todo, { replies: 0, other: 2 })
    same((yield* store.changes(organization_id, 1)).todo, { replies: 0, other: 1 })
    yield* receive(early, 2)
    same(Struct.pick(yield* store.changes(organization_id, 100), ["replies", "other"]), { replies: 1, other: 3 })
    same(Struct.pick(yield* store.changes(organization_id, 1), ["replies", "other"]), { replies: 1, other: 1 })
    same((yield* foreign.store.changes(foreign.organization_id, 100)).todo, { replies: 0, other: 1 })
    same(yield* foreign.found({ state: "open" }), [theirs])
  })
})

const changes = casesOf("ThreadStore.changes", {
  "grows with every change of a thread that is committed, and counts what is new": Effect.gen(function* () {
    const { open, openWith, organization_id, receive, send, store } = yield* newList
    const foreign = yield* newList
    const { transaction } = yield* Transactor
    const campaigns = yield* CampaignStore
    const campaign_id = yield* newCampaign(organization_id)
    const changes = store.changes(organization_id, 100)
    const untouched = yield* foreign.store.changes(foreign.organization_id, 100)
    const id = yield* open({ campaign_id })
    const row = messageRow(id, { date_sent: at(1) })
    yield* store.insertMessages(organization_id, [row])
    const first = yield* changes
    same(first, { revision: first.revision, replies: 0, other: 1, todo: { replies: 0, other: 1 } })
    const changing: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, never>]> = [
      ["receive", receive(id, 2)],
      ["send", send(id, 3)],
      ["open", openWith(4)],
      ["mark as seen", store.updateMany(organization_id, [id], { is_new: false })],
      ["updateMany", store.updateMany(organization_id, [id], { tab: "replies" })],
      ["put aside", store.updateMany(organization_id, [id], { state: "done" })],
      ["touch", store.touch(organization_id)],
      ["in a transaction", transaction(Effect.andThen(receive(id, 5), receive(id, 6)))],
      ["hide", campaigns.hide(organization_id, campaign_id, at(1))],
      ["clearThreads", campaigns.clearThreads(organization_id, campaign_id, { limit: 10 })]
    ]
    let last = first.revision
    for (const [name, change] of changing) {
      yield* change
      const { revision } = yield* changes
      if (name !== "hide") ok(revision > last, name)
      last = revision
    }
    // Calls that change nothing, fail, or change another organization do not raise the revision.
    yield* Effect.flip(transaction(Effect.andThen(receive(id, 7), refuse)))
    yield* store.insertMessages(organization_id, [row])
    yield* store.updateMany(organization_id, [missingThread], { is_new: true })
    same(yield* changes, { revision: last, replies: 1, other: 1, todo: { replies: 1, other: 1 } })
    same(yield* foreign.store.changes(foreign.organization_id, 100), untouched)
  })
})

export const cases: ReadonlyArray<StorageCase> = [
  ...shown,
  ...filters,
  ...search,
  ...messages,
  ...updateMany,
  ...state,
  ...changes
]
