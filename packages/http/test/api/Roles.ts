/** People with a role who are signed in, for tests. */
import { assert } from "@effect/vitest"
import type { Role } from "@mailroom/core"
import { Effect } from "effect"
import { send } from "./Client.ts"
import * as Fixtures from "./Fixtures.ts"
import { TestServer } from "./TestServer.ts"

const password = "a password of the matrix"

/** Adds a person, who signs in. Returns the cookie of the session. */
export const signedIn = Effect.fnUntraced(function* (role: Role) {
  const { call, origin } = yield* TestServer
  const email = `${Fixtures.unique(role)}@x.example`
  const { json } = yield* call("POST", "/people", { body: { name: `A ${role}`, email, role } })
  const invitation = json.secret.split("=").at(-1)
  const { headers, status } = yield* send(origin, "POST", "/session", { body: { invitation, password } })
  assert.strictEqual(status, 204)
  return { id: json.id as number, email, cookie: headers["set-cookie"]?.[0]?.split(";")[0] ?? "" }
})
