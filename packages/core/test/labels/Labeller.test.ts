/** Labels by each labeller, and decisions of persons, which stay. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { DeliveryFailed } from "../../src/integrations/DeliveryTransport.ts"
import { completion, test } from "./Labelling.ts"

const unclear = "I will think about it."

describe("The rules", () => {
  test(
    "label an answer, with a tag that the organization gets for it",
    {},
    function* ({ asTenant, reply, state, tags }) {
      yield* reply("Yes, I'm interested. Can you send me more information?", 1)
      assert.deepStrictEqual(yield* state, ["Interested", "rule"])
      const { data } = yield* asTenant(tags.page({ offset: 0, limit: 9 }))
      assert.deepStrictEqual(
        data.map(({ label, name, sentiment }) => [name, sentiment, label]),
        [["Interested", "positive", "interested"]]
      )
    }
  )

  test("leave a doubtful answer without a label", {}, function* ({ reply, state }) {
    yield* reply(unclear, 1)
    assert.deepStrictEqual(yield* state, [null, null])
  })

  test("replace their label by that of a later answer, never by that of an earlier one", {}, function* (given) {
    yield* given.reply("Not right now, please ask me again next year.", 10)
    assert.deepStrictEqual(yield* given.state, ["Not now", "rule"])
    yield* given.reply("Please send me your price list.", 20)
    assert.deepStrictEqual(yield* given.state, ["Interested", "rule"])
    yield* given.reply("I'm not the right person.", 15)
    assert.deepStrictEqual(yield* given.state, ["Interested", "rule"])
    yield* given.reply("Thanks!", 30)
    assert.deepStrictEqual(yield* given.state, ["Interested", "rule"])
  })

  test("label the newest of several answers that has one", {}, function* ({ answer, label, state }) {
    yield* answer("You have the wrong person.", 1)
    yield* answer("Thanks!", 2)
    assert.strictEqual(yield* label, 1)
    assert.deepStrictEqual(yield* state, ["Wrong person", "rule"])
  })

  test("say that a person is away only until there is an answer", {}, function* (given) {
    yield* given.reply("", 1, "auto_replied")
    assert.deepStrictEqual(yield* given.state, ["Out of office", "rule"])
    yield* given.reply(unclear, 2)
    assert.deepStrictEqual(yield* given.state, [null, null])
    yield* given.reply("Let's schedule a call.", 3)
    yield* given.reply("", 4, "auto_replied")
    assert.deepStrictEqual(yield* given.state, ["Interested", "rule"])
  })

  test("have nothing to do for a reply without a text, unless the lead has a tag", {}, function* (given) {
    yield* given.answer("", 1)
    assert.strictEqual(yield* given.label, 0)
    yield* given.answer("", 2, "auto_replied")
    assert.strictEqual(yield* given.label, 1)
    assert.deepStrictEqual(yield* given.state, ["Out of office", "rule"])
    yield* given.answer("", 3)
    assert.strictEqual(yield* given.label, 1)
    assert.deepStrictEqual(yield* given.state, [null, null])
  })

  test("say nothing of an absence that ended before it was labelled", {}, function* ({ answer, label, state }) {
    yield* answer("", 1, "auto_replied")
    yield* answer("", 2)
    assert.strictEqual(yield* label, 1)
    assert.deepStrictEqual(yield* state, [null, null])
  })

  test(
    "say nothing of an absence that ends while it is labelled",
    {},
    function* ({ afterReading, answer, label, state }) {
      yield* answer("", 1, "auto_replied")
      afterReading(answer("", 2))
      assert.strictEqual(yield* label, 1)
      assert.deepStrictEqual(yield* state, [null, null])
    }
  )

  test("use the organization's tag with the label, or with the name", {}, function* (given) {
    const { asTenant, reply, state, tags } = given
    const hot = yield* asTenant(tags.create({ name: "Heiß", sentiment: "positive", label: "interested" }))
    const later = yield* asTenant(tags.create({ name: "NOT NOW", sentiment: "negative" }))
    yield* reply("Let's schedule a call.", 1)
    assert.deepStrictEqual(yield* state, ["Heiß", "rule"])
    yield* asTenant(tags.update(hot.id, { name: "Warm" }))
    assert.deepStrictEqual(yield* state, ["Warm", "rule"])
    yield* reply("Not right now, please ask me again next year.", 2)
    assert.deepStrictEqual(yield* state, ["NOT NOW", "rule"])
    assert.deepInclude(yield* asTenant(tags.find(later.id)), { label: "not_now", sentiment: "negative" })
    yield* asTenant(tags.update(hot.id, { label: null }))
    yield* reply("Please send me your price list.", 3)
    assert.deepStrictEqual(yield* state, ["Interested", "rule"])
    yield* reply("Not right now, please ask me again next year.", 4)
    yield* asTenant(tags.remove(later.id))
    assert.deepStrictEqual(yield* state, [null, null])
  })

  test("do nothing where they are switched off", { labellers: [] }, function* ({ reply, state }) {
    yield* reply("Let's schedule a call.", 1)
    assert.deepStrictEqual(yield* state, [null, null])
  })
})

describe("The decision of a person stays", () => {
  test("for a tag", {}, function* ({ asTenant, lead_id, reply, state, tags }) {
    const mine = yield* asTenant(tags.create({ name: "Mine", sentiment: "neutral" }))
    yield* asTenant(tags.assign(lead_id, mine.id))
    yield* reply("Let's schedule a call.", 1)
    assert.deepStrictEqual(yield* state, ["Mine", "person"])
  })

  test("for the tag that was set automatically", {}, function* ({ asTenant, lead_id, leads, reply, state, tags }) {
    yield* reply("Let's schedule a call.", 1)
    const { reply_status_tag_id } = yield* asTenant(leads.find(lead_id))
    yield* asTenant(tags.assign(lead_id, reply_status_tag_id))
    assert.deepStrictEqual(yield* state, ["Interested", "person"])
    yield* reply("You have the wrong person.", 2)
    assert.deepStrictEqual(yield* state, ["Interested", "person"])
  })

  test("for no tag", {}, function* ({ asTenant, lead_id, reply, state, tags }) {
    yield* reply("Let's schedule a call.", 1)
    yield* asTenant(tags.assign(lead_id, null))
    yield* reply("Let's schedule a call on Monday.", 2)
    assert.deepStrictEqual(yield* state, [null, "person"])
  })

  test("for many leads at once", {}, function* ({ asTenant, campaign_id, leads, reply, state, tags }) {
    yield* reply("Let's schedule a call.", 1)
    const mine = yield* asTenant(tags.create({ name: "Mine", sentiment: "neutral" }))
    yield* asTenant(leads.changeMatching({ filter: { campaign_id }, action: "tag", tag_id: mine.id }))
    yield* reply("Let's schedule a call on Monday.", 2)
    assert.deepStrictEqual(yield* state, ["Mine", "person"])
  })

  test(
    "while the model is asked",
    { labellers: ["model"], byModel: () => completion("interested") },
    function* (given) {
      const { answer, asTenant, label, lead_id, state, tags } = given
      yield* answer(unclear, 1)
      const mine = yield* asTenant(tags.create({ name: "Mine", sentiment: "neutral" }))
      yield* asTenant(tags.assign(lead_id, mine.id))
      yield* label
      assert.deepStrictEqual(yield* state, ["Mine", "person"])
    }
  )
})

describe("The function of the app", () => {
  const byFunction = () => "referral" as const
  test("labels what the rules do not", { byFunction }, function* ({ reply, state }) {
    yield* reply(unclear, 1)
    assert.deepStrictEqual(yield* state, ["Referral", "function"])
    yield* reply("Let's schedule a call.", 2)
    assert.deepStrictEqual(yield* state, ["Interested", "rule"])
  })
  test("is not asked where it is switched off", { byFunction, labellers: ["rule"] }, function* ({ reply, state }) {
    yield* reply(unclear, 1)
    assert.deepStrictEqual(yield* state, [null, null])
  })
})

describe("The endpoint", () => {
  const all = ["rule", "function", "model"] as const
  const byModel = () => completion(" Not_now.\n")
  test("is not asked by default", { byModel }, function* ({ reply, requests, state }) {
    yield* reply(unclear, 1)
    assert.deepStrictEqual([yield* state, requests.length], [[null, null], 0])
  })

  test("labels what nobody before does, without addresses and numbers", { byModel, labellers: all }, function* (given) {
    const { reply, requests, state } = given
    yield* reply("Hm. Maybe ask bob@lead.example, +49 (30) 1234-5678, https://x.example/bob?t=1", 1)
    assert.deepStrictEqual(yield* state, ["Not now", "model"])
    const [request, ...more] = requests
    assert.isEmpty(more)
    assert.strictEqual(request?.url, "https://llm.example/v1/chat/completions")
    assert.strictEqual(request?.headers["authorization"], "Bearer sk-secret")
    const { messages, model } = JSON.parse(request?.body ?? "")
    assert.strictEqual(model, "small")
    assert.include(messages[1].content, "Hm. Maybe ask [address], [number], [link]")
    assert.notInclude(request?.body, "bob")
  })

  const answers = {
    "is slow": () => new DeliveryFailed({ reason: "timeout" }),
    "is not public": () => new DeliveryFailed({ reason: "blocked" }),
    "rejects the key": () => ({ ...completion("interested"), status: 401 }),
    redirects: () => ({ ...completion("interested"), status: 302 }),
    "does not know": () => completion("none"),
    "says more than a word": () => completion("The label is interested, or not_now"),
    "answers something else": () => ({ ...completion(""), body: "<html>" }),
    "has no choice": () => ({ ...completion(""), body: '{"choices":[]}' })
  }
  for (const [what, byModel] of Object.entries(answers)) {
    test(`gives no label when it ${what}`, { byModel, labellers: all }, function* ({ reply, requests, state }) {
      assert.strictEqual(yield* reply(unclear, 1), 1)
      assert.deepStrictEqual([yield* state, requests.length], [[null, null], 1])
    })
  }

  test(
    "is asked as often as the budget of a day allows",
    { byModel, labellers: ["model"], daily_budget: 2 },
    function* ({ reply, requests }) {
      for (const second of [1, 2, 3, 4]) yield* reply(unclear, second)
      assert.lengthOf(requests, 2)
      yield* TestClock.adjust("1 day")
      yield* Effect.andThen(reply(unclear, 5), reply(unclear, 6))
      assert.lengthOf(requests, 4)
    }
  )
})
