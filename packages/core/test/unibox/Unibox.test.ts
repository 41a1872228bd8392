import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { BatchSize } from "../../src/Bulk.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { at, idsOf, newCampaign, newLeads } from "../../src/testing/fixtures/Fixtures.ts"
import { messageRow, newUnibox } from "../../src/testing/fixtures/ThreadFixtures.ts"
import type { ThreadPatch } from "../../src/unibox/Thread.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { Tags } from "../../src/tags/Tags.ts"
import { asOther, errorsOf, faultsOf, layer, type Services } from "../Tenant.ts"
import { AccountId, ThreadId } from "../../src/ids.ts"

/** An organization's unibox, and access to its stored data. */
const begin = Effect.gen(function* () {
  const store = yield* newUnibox
  const unibox = yield* Unibox
  const here = Effect.provideService(CurrentOrganization, { id: store.organization_id })
  /** All pages of a list, in order. */
  const pagesOf = Effect.fnUntraced(function* <A, E, R>(
    page: (
      cursor: string | undefined
    ) => Effect.Effect<
      { readonly data: ReadonlyArray<A>; readonly has_more: boolean; readonly next_cursor?: string },
      E,
      R
    >
  ) {
    const pages: Array<ReadonlyArray<A>> = []
    for (let cursor: string | undefined; ;) {
      const { data, has_more, next_cursor } = yield* here(page(cursor))
      pages.push(data)
      assert.strictEqual(has_more, next_cursor !== undefined)
      if (next_cursor === undefined) return pages
      cursor = next_cursor
    }
  })
  return { ...store, unibox, here, pagesOf }
})
const run = <A, E>(
  name: string,
  body: (desk: Effect.Success<typeof begin>) => Effect.Effect<A, E, CurrentOrganization | Services>
) => it.effect(name, () => Effect.flatMap(begin, body).pipe(asOther, Effect.provide(layer, { local: true })))

describe("threads", () => {
  run("are shown page by page, each once, the newest first and then the greatest id", ({ openWith, pagesOf, unibox }) =>
    Effect.gen(function* () {
      const seconds = [3, 1, 3, 2, 3, 1, 9]
      const threads = yield* Effect.forEach(seconds, (second) => Effect.map(openWith(second), (id) => ({ id, second })))
      const expected = idsOf(threads.toSorted((a, b) => b.second - a.second || b.id - a.id))
      for (const limit of [1, 2, 3, 7, 8, 100]) {
        const pages = yield* pagesOf((cursor) => unibox.threads({ tab: "other", limit, cursor }))
        assert.deepStrictEqual(idsOf(pages.flat()), expected)
        assert.deepStrictEqual(
          pages.map(({ length }) => length),
          pages.map((_, i) => Math.min(limit, 7 - i * limit))
        )
      }
      assert.deepStrictEqual(yield* pagesOf((cursor) => unibox.threads({ tab: "replies", limit: 2, cursor })), [[]])
    })
  )

  run("that come and go do not shift the pages", ({ here, openWith, receive, unibox }) =>
    Effect.gen(function* () {
      const ids = yield* Effect.forEach([5, 4, 3, 2, 1], (second) => openWith(second))
      const one = yield* here(unibox.threads({ tab: "other", limit: 2 }))
      yield* openWith(6)
      yield* here(unibox.update(ids[1] ?? ThreadId.make(1), { tab: "replies" }))
      yield* receive(ids[0] ?? ThreadId.make(1), 7)
      const two = yield* here(unibox.threads({ tab: "other", limit: 9, cursor: one.next_cursor }))
      assert.deepStrictEqual(idsOf([...one.data, ...two.data]), ids)
    })
  )

  run(
    "cannot be shown by a cursor of another tab, list or organization, nor by a forged one",
    ({ here, openWith, receive, unibox }) =>
      Effect.gen(function* () {
        const id = yield* openWith(1)
        yield* receive(id, 2)
        yield* openWith(3)
        const { next_cursor: cursor = assert.fail("one page") } = yield* here(
          unibox.threads({ tab: "other", limit: 1 })
        )
        const { next_cursor: messages = assert.fail("one page") } = yield* here(unibox.thread(id, { limit: 1 }))
        const other = yield* begin
        const errors = yield* errorsOf(
          here(unibox.threads({ tab: "replies", limit: 1, cursor })),
          here(unibox.threads({ tab: "other", limit: 1, cursor: messages })),
          here(unibox.threads({ tab: "other", limit: 1, cursor: `${cursor}A` })),
          here(unibox.threads({ tab: "other", limit: 1, cursor: "" })),
          other.here(unibox.threads({ tab: "other", limit: 1, cursor })),
          here(unibox.thread(id, { limit: 1, cursor })),
          here(unibox.thread(ThreadId.make(id + 1), { limit: 1, cursor: messages }))
        )
        assert.deepStrictEqual(
          errors,
          Array.from({ length: 7 }, () => "InvalidCursor")
        )
        yield* here(unibox.threads({ tab: "other", limit: 9, cursor }))
      })
  )
})

describe("a thread", () => {
  run("ends a page early where its texts get too long, and shows every message all the same", (desk) =>
    Effect.gen(function* () {
      const { open, pagesOf, receive, unibox } = desk
      const id = yield* open()
      const half = 2 ** 21
      const sizes = [1, half, half, half, 3 * half, 1, 1]
      for (const [i, size] of sizes.entries()) {
        const fields = i % 2 === 0 ? { body_text: "x".repeat(size) } : { body_text: "", body_html: "x".repeat(size) }
        yield* receive(id, i, fields)
      }
      const pages = yield* pagesOf((cursor) => unibox.thread(id, { limit: 100, cursor }))
      assert.deepStrictEqual(
        pages.map((page) => page.map(({ body_html = "", body_text }) => body_html.length + body_text.length)),
        [[1, half], [half, half], [3 * half], [1, 1]]
      )
    })
  )

  run(
    "shows its messages page by page, the oldest first and then the smallest id",
    ({ here, open, pagesOf, receive, unibox }) =>
      Effect.gen(function* () {
        const id = yield* open()
        const messages = yield* Effect.forEach([3, 1, 3, 2, 1], (second) =>
          Effect.map(receive(id, second), (message) => ({ id: message.id, second }))
        )
        const expected = idsOf(messages.toSorted((a, b) => a.second - b.second || a.id - b.id))
        for (const limit of [1, 2, 4, 5, 100]) {
          const pages = yield* pagesOf((cursor) => unibox.thread(id, { limit, cursor }))
          assert.deepStrictEqual(idsOf(pages.flat()), expected)
        }
        const { data, thread } = yield* here(unibox.thread(id, { limit: 1 }))
        assert.strictEqual(data[0]?.body_text, "Body")
        assert.deepInclude(thread, { id, tab: "other" })
        assert.strictEqual(thread.last_message.date_sent, at(3))
      })
  )

  run("is not found elsewhere, nor before it holds a message", ({ here, open, openWith, unibox }) =>
    Effect.gen(function* () {
      const [empty, id] = [yield* open(), yield* openWith(1)]
      const other = yield* begin
      const errors = yield* errorsOf(
        here(unibox.thread(empty, { limit: 1 })),
        here(unibox.update(empty, { is_new: false })),
        here(unibox.thread(ThreadId.make(id + 1), { limit: 1 })),
        other.here(unibox.thread(id, { limit: 1 })),
        other.here(unibox.update(id, { tab: "replies" }))
      )
      assert.deepStrictEqual(
        errors,
        Array.from({ length: 5 }, () => "ThreadNotFound")
      )
    })
  )

  run("is counted up to a hundred where a search finds it", ({ here, insertAll, organization_id, store, unibox }) =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 101 }, () => ({ tab: "replies", lead_id: null, campaign_id: null }) as const)
      yield* insertAll(...(yield* store.insertThreads(organization_id, rows)).map((id) => messageRow(id)))
      assert.deepStrictEqual(yield* here(unibox.unread({ search: "subject" })), { replies: 100, other: 0 })
    })
  )

  run("is moved and seen by a person", ({ here, openWith, unibox }) =>
    Effect.gen(function* () {
      const id = yield* openWith(1)
      yield* openWith(2)
      assert.deepStrictEqual(yield* here(unibox.unread({})), { replies: 0, other: 2 })
      const moved = yield* here(unibox.update(id, { tab: "replies" }))
      assert.deepInclude(moved, { id, tab: "replies" })
      assert.deepStrictEqual(yield* here(unibox.unread({})), { replies: 1, other: 1 })
      const seen = yield* here(unibox.update(id, { is_new: false }))
      assert.isFalse(seen.last_message.is_new)
      assert.deepStrictEqual(yield* here(unibox.update(id, {})), seen)
      assert.deepStrictEqual(yield* here(unibox.unread({})), { replies: 0, other: 1 })
      assert.isTrue((yield* here(unibox.update(id, { is_new: true, tab: "other" }))).last_message.is_new)
      assert.deepStrictEqual(yield* here(unibox.unread({})), { replies: 0, other: 2 })
      assert.deepStrictEqual(yield* (yield* begin).here(unibox.unread({})), { replies: 0, other: 0 })
    })
  )

  run("takes no other change", ({ here, openWith, unibox }) =>
    Effect.gen(function* () {
      const id = yield* openWith(1)
      for (const patch of [{ tab: "all" }, { is_new: null }, { is_new: 1 }, { subject: "x" }, null]) {
        const error = yield* Effect.flip(here(unibox.update(id, patch as ThreadPatch)))
        assert.strictEqual(error._tag, "InvalidInput")
      }
    })
  )

  run("is a conversation once it holds a message of ours", ({ here, insert, openWith, unibox }) =>
    Effect.gen(function* () {
      const id = yield* openWith(2)
      const shown = Effect.map(here(unibox.thread(id, { limit: 9 })), ({ thread }) => thread)
      assert.notProperty(yield* shown, "thread_id")
      yield* insert(messageRow(id, { is_our_email: true, is_new: false, date_sent: at(1) }))
      const thread = yield* shown
      assert.strictEqual(thread.thread_id, id)
      assert.strictEqual(thread.last_message.thread_id, id)
    })
  )
})

describe("threads by filters", () => {
  run("are shown page by page, and a cursor is bound to every filter", ({ here, openWith, pagesOf, receive, unibox }) =>
    Effect.gen(function* () {
      const ids = yield* Effect.forEach([1, 2, 3, 4, 5], (second) => openWith(second))
      for (const id of ids) yield* receive(id, 9, { subject: "Über 100%", account_id: AccountId.make(7) })
      yield* openWith(10)
      const filters = { tab: "other", search: "ÜBER", account_id: AccountId.make(7), is_new: true } as const
      assert.deepStrictEqual(
        (yield* pagesOf((cursor) => unibox.threads({ ...filters, limit: 2, cursor }))).map(idsOf),
        [ids.slice(3).toReversed(), ids.slice(1, 3).toReversed(), ids.slice(0, 1)]
      )
      const { next_cursor: cursor = assert.fail("one page") } = yield* here(unibox.threads({ ...filters, limit: 2 }))
      // The cursor is also valid for the same search in another spelling, and for an empty search, which matches every
      // thread.
      yield* here(unibox.threads({ ...filters, search: "Uber", limit: 3, cursor }))
      const plain = yield* here(unibox.threads({ tab: "other", search: "", limit: 2 }))
      yield* here(unibox.threads({ tab: "other", limit: 2, cursor: plain.next_cursor }))
      const others = [
        { tab: "other" },
        { ...filters, tab: "replies" },
        { ...filters, search: "ueber" },
        { ...filters, search: undefined },
        { ...filters, account_id: 8 },
        { ...filters, account_id: undefined, lead_id: 7 },
        { ...filters, is_new: false },
        { ...filters, state: "open" },
        { ...filters, tag_id: 1 },
        { ...filters, campaign_id: "00000000-0000-4000-8000-000000000000" }
      ] as const
      const errors = yield* errorsOf(
        ...others.map((query) => here(unibox.threads({ ...query, limit: 2, cursor } as never)))
      )
      assert.deepStrictEqual(
        errors,
        others.map(() => "InvalidCursor")
      )
    })
  )

  run("show the messages of one in both directions, each with a cursor of its own", (desk) =>
    Effect.gen(function* () {
      const { here, open, pagesOf, receive, unibox } = desk
      const id = yield* open()
      for (const second of [3, 1, 2, 2]) yield* receive(id, second)
      const [asc, desc] = [
        yield* pagesOf((cursor) => unibox.thread(id, { limit: 3, cursor })),
        yield* pagesOf((cursor) => unibox.thread(id, { order: "desc", limit: 3, cursor }))
      ]
      assert.deepStrictEqual(desc.flat(), asc.flat().toReversed())
      const { next_cursor: cursor } = yield* here(unibox.thread(id, { limit: 1 }))
      const error = yield* Effect.flip(here(unibox.thread(id, { order: "desc", limit: 1, cursor })))
      assert.strictEqual(error._tag, "InvalidCursor")
    })
  )
})

describe("many threads", () => {
  run("are changed at once, with one result per distinct id, in order", ({ here, openWith, unibox }) =>
    Effect.gen(function* () {
      const [a, b] = [yield* openWith(1), yield* openWith(2)]
      const { data: messages } = yield* here(unibox.thread(a, { limit: 9 }))
      const absent = ThreadId.make(Number.MAX_SAFE_INTEGER)
      const { revision } = yield* here(unibox.changes)
      const { counts, data } = yield* here(
        unibox.updateMany({ ids: [b, absent, a, b], is_new: false, tab: "replies", state: "done" })
      )
      assert.deepStrictEqual(counts, { updated: 2, not_found: 1 })
      assert.deepStrictEqual(
        data.map(({ id, status }) => [id, status]),
        [
          [b, "updated"],
          [absent, "not_found"],
          [a, "updated"]
        ]
      )
      assert.deepStrictEqual(data[2], {
        status: "updated",
        id: a,
        tab: "other",
        state: "open",
        assigned_to: null,
        new_message_ids: idsOf(messages)
      })
      const after = yield* here(unibox.changes)
      assert.deepInclude(after, { replies: 0, other: 0, todo: { replies: 0, other: 0 } })
      assert.isAbove(after.revision, revision)
      const new_message_ids = data.flatMap((one) => (one.status === "updated" ? one.new_message_ids : []))
      yield* here(unibox.updateMany({ ids: [a, b], tab: "other", state: "open", new_message_ids }))
      assert.deepInclude(yield* here(unibox.changes), { other: 2, todo: { replies: 0, other: 2 } })
      assert.deepStrictEqual(yield* here(unibox.unread({})), { replies: 0, other: 2 })
    })
  )

  run("are not changed by an invalid request", ({ here, openWith, unibox }) =>
    Effect.gen(function* () {
      const id = yield* openWith(1)
      const faults: ReadonlyArray<readonly [input: object, pointer: string]> = [
        [{}, "/ids"],
        [{ ids: [] }, "/ids"],
        [{ ids: Array.from({ length: 201 }, (_, i) => i + 1) }, "/ids"],
        [{ ids: [id, 0] }, "/ids/1"],
        [{ ids: [id], is_new: false, new_message_ids: [] }, "/new_message_ids"],
        [{ ids: [id], new_message_ids: [1.5] }, "/new_message_ids/0"],
        [{ ids: [id], tab: "all" }, "/tab"],
        [{ ids: [id], state: "closed" }, "/state"],
        [{ ids: [id], state: "snoozed" }, "/snoozed_until"],
        [{ ids: [id], state: "done", snoozed_until: "2030-01-01T00:00:00Z" }, "/snoozed_until"],
        [{ ids: [id], snoozed_until: "2030-01-01T00:00:00Z" }, "/snoozed_until"],
        [{ ids: [id], state: "snoozed", snoozed_until: "tomorrow" }, "/snoozed_until"],
        [{ ids: [id], is_seen: true }, "/is_seen"]
      ]
      for (const [input, pointer] of faults) {
        assert.deepStrictEqual(yield* here(faultsOf(unibox.updateMany(input as never))), [pointer])
      }
      assert.deepStrictEqual(yield* here(unibox.unread({})), { replies: 0, other: 1 })
    })
  )
})

describe("snoozed threads", () => {
  run("open as new when their time has come, a batch after the other, and at once for a time that has passed", (desk) =>
    Effect.gen(function* () {
      const { here, openWith, organization_id, store, unibox } = desk
      const ids = yield* Effect.forEach([1, 2, 3], (second) => openWith(second))
      const now = yield* Clock.currentTimeMillis
      const until = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
      const shown = Effect.map(here(unibox.threads({ tab: "other", limit: 9 })), ({ data }) =>
        data.map(({ last_message, snoozed_until, state }): ReadonlyArray<unknown> => [
          state,
          last_message.is_new,
          snoozed_until
        ])
      )
      const result = yield* here(
        unibox.updateMany({ ids, is_new: false, state: "snoozed", snoozed_until: until(10).replace("Z", "+00:00") })
      )
      assert.strictEqual(result.counts.updated, 3)
      assert.deepStrictEqual(
        yield* shown,
        ids.map(() => ["snoozed", false, until(10)])
      )
      assert.strictEqual(yield* unibox.wakeSnoozed, 0)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* Effect.provideService(unibox.wakeSnoozed, BatchSize, 2), 3)
      assert.deepStrictEqual(
        yield* shown,
        ids.map(() => ["open", true, undefined])
      )
      assert.strictEqual(yield* unibox.wakeSnoozed, 0)
      yield* store.updateMany(organization_id, ids, { is_new: false, state: "done" })
      const [id] = ids
      const thread = yield* here(
        unibox.update(id ?? assert.fail("no thread"), { state: "snoozed", snoozed_until: until(10) })
      )
      assert.deepStrictEqual(
        [thread.state, thread.snoozed_until, thread.last_message.is_new],
        ["open", undefined, false]
      )
    })
  )
})

describe("the revision", () => {
  run(
    "grows when the tag of a lead changes, or its lead is removed",
    ({ here, open, organization_id, receive, unibox }) =>
      Effect.gen(function* () {
        const campaign_id = yield* newCampaign(organization_id)
        const [lead] = yield* newLeads(organization_id, campaign_id, "a@x.test")
        const id = yield* open({ lead_id: lead?.id ?? null, campaign_id })
        yield* receive(id, 1)
        const tags = yield* Tags
        const { id: tag } = yield* here(tags.create({ name: "Keen", sentiment: "positive" }))
        const lead_id = lead?.id ?? assert.fail("no lead")
        const shown = Effect.map(here(unibox.thread(id, { limit: 1 })), ({ thread }) => thread.lead?.reply_status)
        const changes: ReadonlyArray<readonly [Effect.Effect<unknown, unknown, CurrentOrganization>, unknown]> = [
          [tags.assign(lead_id, tag), "Keen"],
          [tags.update(tag, { name: "Very keen" }), "Very keen"],
          [(yield* Leads).remove({ ids: [lead_id] }), undefined]
        ]
        for (const [change, status] of changes) {
          const { revision } = yield* here(unibox.changes)
          yield* here(change)
          assert.isAbove((yield* here(unibox.changes)).revision, revision)
          assert.strictEqual(yield* shown, status)
        }
      })
  )
})
