import { assert, describe, it } from "@effect/vitest"
import { ProblemCode } from "../src/openapi/AnyProblem.ts"
import * as Problems from "../src/contract/Problems.ts"

describe("a problem", () => {
  it("has no stack, and leaves that of errors as it was", () => {
    const limit = Error.stackTraceLimit
    for (const problem of [
      new Problems.Unauthorized({ detail: "x" }),
      Problems.invalidRequest([{ pointer: "/body", message: "must be an object" }]),
      new Problems.NotFound({ detail: "x" }),
      new Problems.CampaignNotReady({ reason: "campaign_not_ready", detail: "x", issues: ["no_lead"] })
    ]) {
      assert.instanceOf(problem, Error)
      assert.notMatch(problem.stack ?? "", /^\s+at /mu)
      assert.strictEqual(Error.stackTraceLimit, limit)
    }
    assert.throws(() => new Problems.Unauthorized({ detail: 5 as never }))
    assert.strictEqual(Error.stackTraceLimit, limit)
    assert.match(new Error("x").stack ?? "", /^\s+at /mu)
  })

  it("describes its first fault", () => {
    const detailOf = (pointer: string, message: string) => Problems.invalidRequest([{ pointer, message }]).detail
    assert.strictEqual(detailOf("/query/limit", "must be at most 200"), "limit: must be at most 200")
    assert.strictEqual(detailOf("/body/leads/0", "is required"), "leads/0: is required")
    assert.strictEqual(detailOf("/body", "must be an object"), "the body must be an object")
    assert.strictEqual(detailOf("/body", "The mail is too deep"), "The mail is too deep")
    assert.strictEqual(Problems.invalidRequest([]).detail, "The request is not valid")
  })

  it("names an unknown route in bounded text", () => {
    const { detail } = Problems.noSuchRoute("GET", `/\u0000\u202e${"x".repeat(1000)}`)
    assert.strictEqual(detail, `There is no GET /??${"x".repeat(197)}`)
  })

  it("has a code that the document names", () => {
    const classes = Object.values(Problems).flatMap((value) =>
      typeof value === "function" && "fields" in value ? [value.fields.code.schema.literal] : []
    )
    const unparsed = ([400, 408, 413, 431] as const).map((status) => Problems.unparsed(status, "").code)
    assert.sameMembers([...new Set([...classes, ...unparsed])], [...ProblemCode.literals])
  })
})
