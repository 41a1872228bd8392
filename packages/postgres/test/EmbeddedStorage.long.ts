/** The conformance suite over the embedded database. */
import { suite } from "@mailroom/core/testing"
import { Embedded } from "@mailroom/postgres/embedded"
import { Layer } from "effect"
import { layerMigrated } from "./Server.ts"

suite("PGlite", layerMigrated.pipe(Layer.provide(Embedded.layer())), {
  singleConnection: "PGlite has one connection",
  outcomesElsewhere: "PGlite runs the statements of Postgres, on one connection"
})
