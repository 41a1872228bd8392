/** The conformance suite over Postgres, with statements that Citus runs, too. */
import { suite } from "@mailroom/core/testing"
import { Connection } from "@mailroom/postgres"
import { Layer } from "effect"
import * as CitusRules from "./CitusRules.ts"
import { layerGiven } from "./Given.ts"
import { citusLocks, locks } from "./Locks.ts"
import { layerFresh, layerMigrated } from "./Server.ts"

const { MAILROOM_TEST_URL: url, MAILROOM_TEST_DISTRIBUTE: distribute } = process.env

if (url === undefined) {
  const client = layerFresh((url) => Connection.layerClient({ url }))
  suite("Postgres", layerMigrated.pipe(Layer.provideMerge(client), Layer.merge(CitusRules.layer)), {
    locks,
    outcomesElsewhere: "they take minutes: npm run test:long"
  })
} else if (distribute === undefined) {
  suite("the server of --url", layerGiven(url, false), { locks })
} else {
  suite("Citus, the server of --url", layerGiven(url, true), { locks: citusLocks })
}
