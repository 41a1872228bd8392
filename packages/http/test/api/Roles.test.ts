/** Roles over HTTP: every operation of the document, called by every role. */
import { assert } from "@effect/vitest"
import { allows, refusalOf, type Role, Role as Roles } from "@mailroom/core"
import { openApi } from "@mailroom/http"
import { Effect } from "effect"
import { type Call, send } from "./Client.ts"
import { signedIn } from "./Roles.ts"
import { onEveryStorage, onMemory, TestServer } from "./TestServer.ts"

const document: any = JSON.parse(JSON.stringify(openApi()))

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly role: Role | undefined
  readonly description: string
  readonly isSecured: boolean
  readonly call: Call
}

/** Bodies in the place of examples that only a higher role may send. */
const bodies: Readonly<Record<string, object>> = { "leads.update": { stop_sending: true } }

const missing = { number: "999999999", uuid: "00000000-0000-7000-8000-000000000000" }

/** A request of an operation, with the example of its body, and ids that nothing has. */
const operations: ReadonlyArray<Operation> = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
  Object.entries<any>(methods).map(([method, operation]): Operation => {
    const [type, content] = Object.entries<any>(operation.requestBody?.content ?? {})[0] ?? []
    const body =
      content === undefined
        ? {}
        : {
            body:
              type === "application/json" ? (bodies[operation.operationId] ?? content.example) : "Subject: x\r\n\r\nx"
          }
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
        name === "campaignId" ? missing.uuid : missing.number
      ),
      role: operation["x-role"],
      description: operation.description ?? "",
      isSecured: operation.security === undefined,
      call: { ...body, headers: type === undefined ? {} : { "content-type": type } }
    }
  })
)
const secured = operations.filter(({ isSecured }) => isSecured)

onMemory("the document", (it) => {
  it.effect("says which operations a role below a member calls with some values only", () =>
    Effect.sync(() => {
      const limited = operations.filter(({ description }) => description.includes("A role below `member`"))
      assert.deepStrictEqual(limited.map(({ id }) => id).toSorted(), [
        "blacklist.addEmails",
        "leads.update",
        "sends.cancel",
        "sends.discard",
        "sends.reschedule",
        "sends.resolve"
      ])
    })
  )

  it.effect("says the role of every operation that needs credentials, and of no other", () =>
    Effect.sync(() => {
      assert.isAbove(secured.length, 100)
      for (const { id, isSecured, role } of operations) {
        if (isSecured) assert.include(Roles.literals, role, id)
        else assert.isUndefined(role, id)
      }
      // A viewer changes nothing but the own password.
      const changes = secured.filter(({ method, role }) => method !== "GET" && role === "viewer")
      assert.deepStrictEqual(
        changes.map(({ id }) => id),
        ["auth.changePassword"]
      )
    })
  )
})

onEveryStorage("roles", (it) => {
  it.effect("may call exactly the operations that the document says", () =>
    Effect.gen(function* () {
      const { a, origin } = yield* TestServer
      const leaks: Array<string> = []
      let count = 0
      for (const role of Roles.literals) {
        const { cookie } = yield* signedIn(role)
        for (const { call, id, method, path, role: needed } of secured) {
          const answer = yield* send(origin, method, path, { ...call, headers: { ...call.headers, cookie } })
          const isAllowed = needed !== undefined && allows(role, needed)
          const isForbidden = answer.status === 403
          if (isAllowed === isForbidden || answer.status === 401 || answer.status >= 500) {
            leaks.push(`${role} ${id}: ${answer.status} ${answer.text}`)
          }
          if (!isAllowed && isForbidden) {
            assert.deepInclude(answer.json, { code: "forbidden", detail: refusalOf(role, needed ?? "owner") })
          }
          count++
        }
      }
      assert.deepStrictEqual(leaks, [])
      assert.strictEqual(count, secured.length * Roles.literals.length)
      // A key that may only read is a viewer.
      for (const { call, id, method, path, role } of secured) {
        const { status } = yield* send(origin, method, path, { ...call, key: a.readOnlyKey })
        assert.strictEqual(status === 403, method !== "GET" || role !== "viewer", id)
      }
    })
  )
})
