/** `writer.ts FOLDER [UMASK]`: adds organizations to the folder's database until it is killed, and prints each commit. */
import { OrganizationStore, Timestamp } from "@mailroom/core"
import { Migrations, PostgresStorage } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect, Layer } from "effect"

const [, , directory, umask] = process.argv
if (umask !== undefined) process.umask(umask)

const write = Effect.gen(function* () {
  const store = yield* OrganizationStore
  for (let i = 0; ; i++) {
    yield* store.insert({ name: `number ${i}`, created_at: yield* Timestamp.now })
    process.stdout.write(`number ${i}\n`)
  }
})

const storage = PostgresStorage.layer.pipe(
  Layer.provide(Migrations.layer),
  Layer.provide(Embedded.layer({ directory }))
)

await Effect.runPromise(Effect.provide(write, storage))
