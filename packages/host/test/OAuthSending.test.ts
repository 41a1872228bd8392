/** OAuth2 from the token endpoint to the mail: XOAUTH2 over STARTTLS, on Postgres. */
import { assert, describe, it } from "@effect/vitest"
import { AccessTokens, Encryption, Mailroom, MailboxStore, Workers } from "@mailroom/core"
import { HostStorage, SmtpMailer } from "@mailroom/host"
import { Deferred, Effect, Layer, Redacted } from "effect"
import { migratedDatabase } from "../../postgres/test/Server.ts"
import { lazyAgent } from "../src/internal/lazyAgent.ts"
import { make } from "../src/internal/oauth.ts"
import { resolveLocally } from "../src/internal/resolve.ts"
import { noParser } from "./InProcess.ts"
import { mailServer } from "./MailServer.ts"
import { queueMail } from "./QueuedMail.ts"
import { answering, receiver } from "./Receivers.ts"

/** A token endpoint that accepts each refresh token once, and returns the next one. */
const tokenEndpoint = Effect.gen(function* () {
  let valid = "refresh-1"
  let issued = 0
  const asked: Array<string> = []
  const rejected = yield* Deferred.make<void>()
  const { port } = yield* receiver(
    (socket, request) => {
      const given = new URLSearchParams(request.split("\r\n\r\n")[1]).get("refresh_token") ?? ""
      asked.push(given)
      if (given !== valid) {
        answering(["HTTP/1.1 400 Bad Request"], '{"error":"invalid_grant","error_description":"Revoked"}')(socket, "")
        Deferred.doneUnsafe(rejected, Effect.void)
        return
      }
      issued++
      valid = `refresh-${issued + 1}`
      const body = { access_token: `access-${issued}`, expires_in: 3600, refresh_token: valid }
      answering(["HTTP/1.1 200 OK"], JSON.stringify(body))(socket, "")
    },
    { until: "refresh_token=" }
  )
  return {
    asked,
    port,
    rejected: Deferred.await(rejected),
    accept: (refresh_token: string) => Effect.sync(() => void (valid = refresh_token))
  }
})

const world = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const encryptionKey = Encryption.generateKey()
  const endpoint = yield* tokenEndpoint
  const server = yield* mailServer({
    security: "starttls",
    accepts: ({ accessToken, method }) => method === "XOAUTH2" && /^access-\d+$/u.test(accessToken ?? "")
  })
  const urlOf = () => `http://127.0.0.1:${endpoint.port}/token`
  const tokens = Layer.effect(
    AccessTokens,
    Effect.map(lazyAgent({ allowPrivateTargets: true, resolve: resolveLocally }), (agent) =>
      make({ agent, endpoints: { google: urlOf, microsoft: urlOf }, host: undefined })
    )
  )
  const credentials = (refresh_token: string) =>
    ({
      smtp: {
        host: "127.0.0.1",
        port: server.port,
        security: "starttls",
        auth: { type: "oauth2", client_id: "ours", client_secret: "secret-of-client", refresh_token }
      }
    }) as const
  const queued = yield* queueMail({ url, encryptionKey, provider: "microsoft", credentials: credentials("refresh-1") })
  const ports = Layer.mergeAll(
    HostStorage.layer({ database: Redacted.value(url), encryptionKey: Redacted.value(encryptionKey) }),
    SmtpMailer.layer({ allowPrivateTargets: true }),
    tokens
  )
  return {
    ...endpoint,
    ...server,
    queued,
    connect: (refresh_token: string) => queued.connect(credentials(refresh_token)),
    mailbox: queued.run(
      Effect.flatMap(MailboxStore, (store) => store.findMany(queued.organization.id, [queued.account.id]))
    ),
    /** Runs a process that sends, until something has happened. It finishes what it has begun. */
    work: <A>(until: Effect.Effect<A>) =>
      Effect.scoped(
        Effect.andThen(
          Layer.build(
            Workers.layer(Effect.all([Mailroom.mailSender])).pipe(
              Layer.provide(Mailroom.layer),
              Layer.provide(Layer.fresh(Layer.merge(ports, noParser))),
              Layer.fresh
            )
          ),
          until
        )
      )
  }
})

describe("An account with OAuth2", () => {
  it.live("sends with access tokens; a new refresh token outlives the process", () =>
    Effect.gen(function* () {
      const { arrived, asked, logins, mails, queued, work } = yield* world
      yield* work(arrived(1))
      assert.deepStrictEqual([(yield* queued.send).outcome, asked], ["sent", ["refresh-1"]])
      yield* queued.reply
      yield* work(arrived(2))
      assert.deepStrictEqual(asked, ["refresh-1", "refresh-2"])
      assert.deepStrictEqual(
        logins.map(({ accessToken, method, username }) => [method, username, accessToken]),
        [
          ["XOAUTH2", "grace@ours.example", "access-1"],
          ["XOAUTH2", "grace@ours.example", "access-2"]
        ]
      )
      assert.deepStrictEqual(
        mails.map(({ secure, to }) => [secure, to]),
        [
          [true, ["ada@lead.example"]],
          [true, ["ada@lead.example"]]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.live("fails when its refresh token is rejected, and sends again with new credentials", () =>
    Effect.gen(function* () {
      const { accept, arrived, asked, connect, mailbox, mails, queued, rejected, work } = yield* world
      yield* accept("renewed")
      yield* work(rejected)
      const [failing] = yield* mailbox
      assert.deepStrictEqual(
        [failing?.fault, failing?.error, failing?.failing_since !== null],
        ["credentials", "Microsoft rejected the OAuth2 login: invalid_grant Revoked", true]
      )
      assert.deepStrictEqual([(yield* queued.send).outcome, mails], ["queued", []])
      yield* connect("renewed")
      yield* work(arrived(1))
      const [mended] = yield* mailbox
      assert.deepStrictEqual([mended?.fault, mended?.failing_since], [null, null])
      assert.deepStrictEqual([(yield* queued.send).outcome, asked], ["sent", ["refresh-1", "renewed"]])
      // No secret is shown.
      const shown = JSON.stringify([failing, mended, yield* queued.send])
      for (const secret of ["refresh-1", "renewed", "secret-of-client", "access-"]) assert.notInclude(shown, secret)
    }).pipe(Effect.scoped)
  )
})
