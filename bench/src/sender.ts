/**
 * The workers of `sending.ts` and `retention.ts`, in a process whose processor time is measured. The mailer answers at once.
 * With `--retention` it only does the work of retention, otherwise everything else.
 */
import { DeliveryTransport, Encryption, Inbound, Mailer, Mailroom, Workers } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Connection, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"

const url = Redacted.make(process.env["DATABASE_URL"] ?? "")

const mailer = Layer.succeed(Mailer, {
  sendsWithoutCredentials: true,
  allowPrivateTargets: true,
  send: () => Effect.succeed({ outcome: "sent", reply: "250 2.0.0 Ok" }),
  test: () => Effect.succeed({ success: true, error: null, response_time_ms: 1 })
})

const services = Mailroom.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      PostgresStorage.layer.pipe(Layer.provide(Connection.layerClient({ url }))),
      PostalMime.layer,
      mailer,
      Layer.effect(DeliveryTransport, DeliveryTransport.orNone),
      Encryption.layerKeys(Encryption.generateKey()),
      Layer.succeed(Inbound, "host")
    )
  )
)

const isRetention = process.argv.includes("--retention")
const handlers = Effect.map(Mailroom.handlers, (all) =>
  all.filter(({ kind }) => (kind === "retention") === isRetention)
)

const program = Effect.gen(function* () {
  console.log("Working")
  process.once("SIGTERM", () => process.exit())
  yield* Effect.never
}).pipe(Effect.provide(Workers.layer(handlers).pipe(Layer.provide(services))))

await Effect.runPromise(program)
