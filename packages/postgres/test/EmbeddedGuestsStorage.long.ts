/** The conformance suite over an embedded database that another process has open. */
import { suite } from "@mailroom/core/testing"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect, Layer } from "effect"
import { freshFolder, layerMigrated } from "./Server.ts"

const layer = Layer.unwrap(
  Effect.gen(function* () {
    const directory = yield* freshFolder
    yield* Layer.build(Layer.fresh(Embedded.layer({ directory })))
    return Layer.fresh(Embedded.layer({ directory, connect: true }))
  })
)

suite("PGlite of another process", layerMigrated.pipe(Layer.provide(layer)), {
  singleConnection: "PGlite has one connection",
  outcomesElsewhere: "PGlite runs the statements of Postgres, on one connection"
})
