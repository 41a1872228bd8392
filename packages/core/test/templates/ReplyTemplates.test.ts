/** Reply templates, and their texts for conversations. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { AccountStore } from "../../src/accounts/AccountStore.ts"
import { ThreadId } from "../../src/ids.ts"
import { InvalidInput } from "../../src/InvalidInput.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { at, leadRow, newAccount, newCampaign, newLeads } from "../../src/testing/fixtures/Fixtures.ts"
import { newUnibox } from "../../src/testing/fixtures/ThreadFixtures.ts"
import { toMillis } from "../../src/Timestamp.ts"
import { ReplyTemplateId } from "../../src/templates/ReplyTemplate.ts"
import { ReplyTemplates } from "../../src/templates/ReplyTemplates.ts"
import { errorsOf, faultsOf, test } from "../Tenant.ts"

const missing = ReplyTemplateId.make(999_999)

/** A conversation with a lead, its account, and a function that fills a text for it. */
const conversation = Effect.gen(function* () {
  const { open, organization_id, receive } = yield* newUnibox
  const here = Effect.provideService(CurrentOrganization, { id: organization_id })
  const accounts = yield* AccountStore
  const { id: account_id } = yield* newAccount(organization_id)
  const [stored] = yield* accounts.findMany(organization_id, [account_id])
  if (stored === undefined) return yield* Effect.die("no account")
  const account = { ...stored, settings: { ...stored.settings, first_name: "Grace" } }
  yield* accounts.write(organization_id, [account])
  const campaign_id = yield* newCampaign(organization_id)
  const ada = leadRow("ada@x.test", { first_name: "Ada <b>&amp;{{company}}", custom_fields: { plan: "pro", seats: 3 } })
  const [lead] = yield* newLeads(organization_id, campaign_id, ada)
  const lead_id = lead?.id ?? null
  const thread_id = yield* open({ lead_id })
  yield* receive(thread_id, 1, { account_id })
  const stray = yield* open()
  yield* receive(stray, 2)
  const templates = yield* ReplyTemplates
  const fill = Effect.fnUntraced(function* (body: string, thread = thread_id) {
    const { id } = yield* templates.create({ name: crypto.randomUUID(), body })
    return yield* templates.fill(thread, id)
  })
  const remove = accounts.write(organization_id, [{ ...account, deleted_at: at(9) }])
  return { account, fill: (body: string, thread?: ThreadId) => here(fill(body, thread)), here, lead_id, remove, stray }
})

describe("reply templates", () => {
  test("are created, changed, listed and removed", function* () {
    const templates = yield* ReplyTemplates
    yield* TestClock.setTime(toMillis(at(1)))
    const thanks = yield* templates.create({ name: "Thanks", body: "Thank you, {{first_name|friend}}" })
    assert.deepStrictEqual(
      { ...thanks },
      {
        id: thanks.id,
        name: "Thanks",
        body: "Thank you, {{first_name|friend}}",
        created_at: at(1),
        updated_at: at(1)
      }
    )
    const call = yield* templates.create({ name: "Call", body: "Call me" })
    yield* TestClock.setTime(toMillis(at(2)))
    assert.deepStrictEqual(yield* templates.update(thanks.id, { name: "Thanks", body: thanks.body }), thanks)
    const changed = yield* templates.update(thanks.id, { name: "THANKS" })
    assert.deepStrictEqual(changed, { ...thanks, name: "THANKS", updated_at: at(2) })
    yield* TestClock.setTime(toMillis(at(1)))
    assert.strictEqual((yield* templates.update(thanks.id, { body: "Thanks" })).updated_at, at(2))
    const { data, total } = yield* templates.page({ offset: 0, limit: 9 })
    assert.deepStrictEqual([total, data.map(({ id }) => id)], [2, [thanks.id, call.id]])
    yield* templates.remove(call.id)
    assert.deepStrictEqual(
      yield* errorsOf(
        templates.find(call.id),
        templates.remove(call.id),
        templates.update(missing, {}),
        templates.create({ name: "thanks", body: "x" })
      ),
      ["ReplyTemplateNotFound", "ReplyTemplateNotFound", "ReplyTemplateNotFound", "DuplicateReplyTemplate"]
    )
    const other = yield* templates.create({ name: "Other", body: "x" })
    assert.deepStrictEqual(yield* errorsOf(templates.update(other.id, { name: "Thanks" })), ["DuplicateReplyTemplate"])
  })

  test("have variables of steps only, and neither a signature nor a link to unsubscribe", function* () {
    const templates = yield* ReplyTemplates
    const faultOf = (body: string) =>
      Effect.map(Effect.flip(templates.create({ name: "x", body })), (error) =>
        error instanceof InvalidInput ? error.faults.map(({ message, pointer }) => `${pointer} ${message}`) : []
      )
    const [unknown = ""] = yield* faultOf("Hello {{frist_name}}")
    assert.include(unknown, "/body uses {{frist_name}}, which is not a variable: did you mean {{first_name}}?")
    assert.deepStrictEqual(yield* faultOf("Hello {{first_name"), [
      "/body has {{ that does not begin a variable such as {{first_name|there}}: {{first_name"
    ])
    assert.deepStrictEqual(yield* faultOf("{{ signature }} {{unsubscribe_link|x}}"), [
      "/body uses {{signature}}: remove it, because the signature of the account is added below each answer",
      "/body uses {{unsubscribe_link}}: remove it, because an answer has no link to unsubscribe"
    ])
    assert.deepStrictEqual(yield* faultOf(" \n"), ["/body must not be empty"])
    assert.deepStrictEqual(yield* faultsOf(templates.create({ name: " ", body: "x".repeat(10_001) })), [
      "/body",
      "/name"
    ])
    const { id } = yield* templates.create({ name: "x", body: "x".repeat(10_000) })
    assert.deepStrictEqual(yield* faultsOf(templates.update(id, { body: "{{nope}}" })), ["/body"])
  })
})

describe("a filled reply template", () => {
  test("has the values of the lead and the account as plain text, and names those that are missing", function* () {
    const { account, fill, lead_id } = yield* conversation
    const found = yield* fill(
      "{{first_name}}: {{custom.plan}} {{custom.seats}}, {{last_name|Doe}} {{company}}{{custom.x}}{{company}} {{sender.first_name}} {{sender.email}}"
    )
    assert.deepStrictEqual(found, {
      body: `Ada <b>&amp;{{company}}: pro 3, Doe  Grace ${account.email}`,
      missing: ["company", "custom.x"],
      lead_id
    })
  })

  test("has no values of a lead in a conversation without one, nor those of a deleted account", function* () {
    const { fill, lead_id, remove, stray } = yield* conversation
    assert.deepStrictEqual(yield* fill("Hi {{first_name|there}} {{company}} {{sender.email}}", stray), {
      body: "Hi there  ",
      missing: ["company", "sender.email"],
      lead_id: null
    })
    yield* remove
    const found = yield* fill("{{sender.first_name}}{{email}}")
    assert.deepStrictEqual(found, { body: "ada@x.test", missing: ["sender.first_name"], lead_id })
  })

  test("needs a conversation and a template of the organization", function* () {
    const { fill, here, stray } = yield* conversation
    const templates = yield* ReplyTemplates
    const { id } = yield* templates.create({ name: "x", body: "x" })
    assert.deepStrictEqual(
      yield* errorsOf(fill("x", ThreadId.make(999_999)), here(templates.fill(stray, id)), templates.fill(stray, id)),
      ["ThreadNotFound", "ReplyTemplateNotFound", "ThreadNotFound"]
    )
  })
})
