/** Two processes log in with the same refresh token at once, of a provider that accepts each refresh token once. */
import { assert, describe, it } from "@effect/vitest"
import { Encryption } from "@mailroom/core"
import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import type { Socket } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { migratedDatabase } from "../../postgres/test/Server.ts"
import { mailServer } from "./MailServer.ts"
import { queueMail } from "./QueuedMail.ts"
import { answering, receiver } from "./Receivers.ts"

/** Answers the first request only after it has rejected the second one. */
const rotatingEndpoint = Effect.gen(function* () {
  let valid = "refresh-1"
  let issued = 0
  let held: (() => void) | undefined
  const asked: Array<string> = []
  const issue = (socket: Socket) => {
    const body = { access_token: `access-${issued}`, expires_in: 3600, refresh_token: valid }
    answering(["HTTP/1.1 200 OK"], JSON.stringify(body))(socket, "")
  }
  const { port } = yield* receiver(
    (socket, request) => {
      const given = new URLSearchParams(request.split("\r\n\r\n")[1]).get("refresh_token") ?? ""
      asked.push(given)
      if (given !== valid) {
        answering(["HTTP/1.1 400 Bad Request"], '{"error":"invalid_grant"}')(socket, "")
        return held?.()
      }
      issued++
      valid = `refresh-${issued + 1}`
      if (asked.length === 1) held = () => issue(socket)
      else issue(socket)
    },
    { until: "refresh_token=" }
  )
  return { asked, url: `http://127.0.0.1:${port}/token` }
})

describe("Two processes with the same refresh token", () => {
  it.live(
    "both log in, and the account keeps working",
    () =>
      Effect.gen(function* () {
        const database = yield* migratedDatabase
        const encryptionKey = Encryption.generateKey()
        const { asked, url } = yield* rotatingEndpoint
        const { logins, port } = yield* mailServer({ security: "starttls" })
        const auth = { type: "oauth2", client_id: "ours", client_secret: "secret", refresh_token: "refresh-1" } as const
        const { account, mailboxes, organization } = yield* queueMail({
          url: database,
          encryptionKey,
          provider: "microsoft",
          credentials: { smtp: { host: "127.0.0.1", port, security: "starttls", auth } }
        })
        const script = join(import.meta.dirname, "accountTest.ts")
        const given = [Redacted.value(database), Redacted.value(encryptionKey), url, organization.id, account.id]
        const test = Effect.promise(async () => {
          const args = ["--conditions=mailroom-source", script, ...given.map(String)]
          return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout).smtp
        })
        const [first, second] = yield* Effect.all([test, test], { concurrency: 2 })
        assert.deepStrictEqual([first.error, second.error], [null, null])
        assert.deepStrictEqual(asked, ["refresh-1", "refresh-1", "refresh-2"])
        assert.deepStrictEqual(logins.map(({ accessToken }) => accessToken).toSorted(), ["access-1", "access-2"])
        assert.isNull((yield* test).error)
        assert.strictEqual(asked.at(-1), "refresh-3")
        assert.isNull((yield* mailboxes)[0]?.fault)
      }).pipe(Effect.scoped),
    180_000
  )
})
