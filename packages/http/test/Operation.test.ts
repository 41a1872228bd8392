/** `npm run types` checks the lines with `@ts-expect-error`: the compiler compares operations with their endpoints. */
import { assert, describe, it } from "@effect/vitest"
import { Idempotency, Intake, type Tag, Tags } from "@mailroom/core"
import { Data, Effect } from "effect"
import { operation, operationsOf } from "../src/pipeline/Operation.ts"

class Strange extends Data.TaggedError("Strange") {}
class DuplicateTag extends Data.TaggedError("DuplicateTag") {}
const tag: Tag.Tag = { id: 1 as Tag.TagId, name: "Keen", sentiment: "positive" }

const location = ({ id }: Tag.Tag) => `/tags/${id}`

describe("an operation", () => {
  it("has a problem for each error", () => {
    const { name } = operationsOf("tags", Tags, (tags) => ({
      ...tags,
      // @ts-expect-error: no problem for `Strange`
      create: operation(() => new Strange()),
      // @ts-expect-error: the endpoint declares no conflict
      find: () => new DuplicateTag(),
      // A fault of the request is one.
      update: operation(() => new Strange(), {
        faults: { Strange: () => ({ pointer: "/name", message: "is strange" }) }
      })
    }))
    assert.strictEqual(name, "tags")
  })

  it("answers with the body of its endpoint", () => {
    const { name } = operationsOf("tags", Tags, (tags) => ({
      ...tags,
      create: operation(tags.create, { location }),
      // @ts-expect-error: the endpoint answers with a tag
      update: operation(tags.update, { body: ({ name }) => name }),
      // @ts-expect-error: the tag lacks its name
      find: () => Effect.succeed({ id: tag.id, sentiment: tag.sentiment })
    }))
    assert.strictEqual(name, "tags")
  })

  it("is written without its schema only if its body has the encoded type", () => {
    const { name } = operationsOf("tags", Tags, (tags) => ({
      ...tags,
      create: operation(tags.create, { location }),
      update: operation(tags.update, { isEncoded: true }),
      // @ts-expect-error: JSON has no big integers
      find: operation(() => Effect.succeed({ ...tag, id: 1n }), { isEncoded: true })
    }))
    assert.strictEqual(name, "tags")
  })

  it("has the headers of its endpoint", () => {
    const { name } = operationsOf("tags", Tags, (tags) => ({
      ...tags,
      // @ts-expect-error: the answer to a creation has a `Location`
      create: tags.create
    }))
    assert.strictEqual(name, "tags")
  })

  it("takes the parts of its request, in their order", () => {
    const { name } = operationsOf("intake", Intake, ({ receive }) => ({
      // @ts-expect-error: the mail comes first
      receive: operation((query: { readonly vouched?: boolean }, mail: Uint8Array) => receive(mail, query), {
        faults: { UnreadableMail: ({ reason }) => ({ pointer: "", message: reason }) }
      })
    }))
    assert.strictEqual(name, "intake")
  })

  it("needs only the services of a request", () => {
    const { name } = operationsOf("tags", Tags, (tags) => ({
      ...tags,
      create: operation(tags.create, { location }),
      // @ts-expect-error: a request has no use cases
      find: () => Effect.as(Idempotency, tag)
    }))
    assert.strictEqual(name, "tags")
  })

  it("exists for each endpoint", () => {
    const { name } = operationsOf("tags", Tags, ({ create, find, page, remove }) =>
      // @ts-expect-error: nothing updates a tag
      ({ create: operation(create, { location }), find, page, remove })
    )
    assert.strictEqual(name, "tags")
  })
})
