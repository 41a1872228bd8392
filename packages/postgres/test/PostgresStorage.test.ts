/** The promises of the storage ports, kept by Postgres. */
import { suite } from "@mailroom/core/testing"
import { Connection } from "@mailroom/postgres"
import { Layer } from "effect"
import { locks } from "./Locks.ts"
import { layerFresh, layerMigrated } from "./Server.ts"

/** The outcomes cases have up to twelve transactions open at the same time. */
const client = layerFresh((url) => Connection.layerClient({ url, maxConnections: 20 }))
suite("Postgres", layerMigrated.pipe(Layer.provideMerge(client)), { locks })
