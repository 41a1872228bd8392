/** People with a role who are signed in, for tests. */
import { assert } from "@effect/vitest"
import type { Role } from "@mailroom/core"
import { Effect } from "effect"
import { type Answer, type Call, send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { TestServer } from "./TestServer.ts"

/** Differs from the password of the examples: their change of the password would be carried out, and end the session. */
export const password = "a password of the matrix"
export const cookieOf = (headers: Answer["headers"]): string => headers["set-cookie"]?.[0]?.split(";")[0] ?? ""

/** Adds a person, who signs in. Returns the cookie of the session, and a client that sends it. */
export const signedIn = Effect.fnUntraced(function* (role: Role, name = `A ${role}`) {
  const { call, origin } = yield* TestServer
  const email = `${Fixtures.unique(role)}@x.example`
  const { json } = yield* call("POST", "/people", { body: { name, email, role } })
  const invitation = json.secret.split("=").at(-1)
  const { headers, status } = yield* send(origin, "POST", "/session", { body: { invitation, password } })
  assert.strictEqual(status, 204)
  const cookie = cookieOf(headers)
  return {
    id: json.id as number,
    email,
    cookie,
    call: (method: string, target: string, call: Call = {}) =>
      send(origin, method, target, { ...call, headers: { ...call.headers, cookie } })
  }
})
