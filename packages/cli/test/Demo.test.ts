import { campaigns, conversations } from "../src/demo/Data.ts"
import { fill } from "../src/demo/Demo.ts"
import { assert, describe, it } from "@effect/vitest"
import {
  Accounts,
  Campaigns,
  CurrentOrganization,
  Leads,
  Mailroom,
  Organizations,
  Timestamp,
  Unibox
} from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const useCases = Mailroom.layer.pipe(Layer.provideMerge(MemoryStorage.layer), Layer.provide(PostalMime.layer))
const now = DateTime.makeUnsafe("2030-06-15T12:00:00Z")

/** Over an empty organization, at a fixed instant. */
const demo = <A, E>(
  name: string,
  test: Effect.Effect<A, E, CurrentOrganization | Mailroom.Storage | Mailroom.UseCases>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const organization = yield* Organizations.use((organizations) => organizations.create({ name: "Acme" }))
      return yield* Effect.provideService(test, CurrentOrganization, organization)
    }).pipe(Effect.provide(useCases, { local: true }))
  )

const threads = (tab: "other" | "replies") => Unibox.use((unibox) => unibox.threads({ tab, limit: 100 }))
const page = { offset: 0, limit: 200 }

describe("demo", () => {
  demo(
    "has something to show in every list",
    Effect.gen(function* () {
      const counts = yield* fill
      const accounts = yield* Accounts.use((accounts) => accounts.page(page))
      const made = yield* Campaigns.use((campaigns) => campaigns.page(page))
      assert.strictEqual(accounts.total, counts.accounts)
      assert.deepStrictEqual(
        made.data.map(({ lead_count }) => lead_count),
        campaigns.map(({ leads }) => leads)
      )
      assert.strictEqual(
        made.data.reduce((sum, { lead_count }) => sum + lead_count, 0),
        counts.leads
      )
      const replies = (yield* threads("replies")).data
      assert.lengthOf(replies, conversations.length)
      for (const thread of replies)
        assert.hasAllKeys(thread, ["id", "tab", "thread_id", "lead_id", "campaign_id", "last_message"])
      const other = (yield* threads("other")).data
      assert.isTrue(other.some((thread) => thread.lead_id === undefined))
      assert.isTrue(other.some((thread) => thread.lead_id !== undefined))
      const unread = yield* Unibox.use(({ unread }) => unread)
      assert.isTrue(unread.replies > 0 && unread.replies < replies.length && unread.other > 0)
      const types = yield* Effect.forEach(replies, ({ id }) =>
        Effect.map(
          Unibox.use((unibox) => unibox.thread(id, { limit: 100 })),
          ({ data }) => data.flatMap(({ attachments }) => attachments.map(({ type }) => type))
        )
      )
      assert.sameMembers(types.flat(), [1, 2, 4])
    })
  )

  demo(
    "moves the leads who wrote back, and quotes what they wrote themselves",
    Effect.gen(function* () {
      yield* fill
      const made = yield* Campaigns.use((campaigns) => campaigns.page(page))
      const leads = yield* Effect.forEach(made.data, ({ id }) => Leads.use((leads) => leads.page(id, page)))
      const replied = leads.flatMap(({ data }) => data.filter(({ status }) => status === "Replied"))
      assert.lengthOf(replied, conversations.length)
      for (const { reply_text } of replied) {
        assert.isTrue(
          conversations.some(({ answers }) => answers[0]?.text === reply_text),
          String(reply_text)
        )
      }
    })
  )

  demo(
    "is of the last weeks, and nothing of it lies ahead",
    Effect.gen(function* () {
      yield* fill
      const { data } = yield* threads("replies")
      for (const { last_message } of [...data, ...(yield* threads("other")).data]) {
        const age = DateTime.toEpochMillis(now) - Timestamp.toMillis(last_message.date_sent)
        assert.isTrue(age > 0 && age < 14 * 86_400_000)
      }
    })
  )

  demo(
    "is only for an organization that has nothing, and leaves another as it is",
    Effect.gen(function* () {
      yield* Accounts.use((accounts) => accounts.create({ email: "us@y.example", provider: "smtp" }))
      assert.strictEqual((yield* Effect.flip(fill))._tag, "NotEmpty")
      assert.strictEqual((yield* Campaigns.use((campaigns) => campaigns.page(page))).total, 0)
    })
  )

  demo(
    "is not filled twice",
    Effect.gen(function* () {
      yield* fill
      assert.strictEqual((yield* Effect.flip(fill))._tag, "NotEmpty")
    })
  )
})
