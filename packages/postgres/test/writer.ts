/** Opens the folder named, and adds organizations until it is killed, telling of each once it is committed. */
import { OrganizationStore, Timestamp } from "@mailroom/core"
import { Embedded, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer } from "effect"

const write = Effect.gen(function* () {
  const store = yield* OrganizationStore
  for (let i = 0; ; i++) {
    yield* store.insert({ name: `number ${i}`, created_at: yield* Timestamp.now })
    process.stdout.write(`number ${i}\n`)
  }
})

const storage = PostgresStorage.layer.pipe(
  Layer.provide(Migrations.layer),
  Layer.provide(Embedded.layer({ directory: process.argv[2] }))
)

await Effect.runPromise(Effect.provide(write, storage))
