/** The two engines of the SQL adapter, each with a database of its own. */
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Layer } from "effect"
import { layerEmbedded as layerFolder, layerFresh } from "../../packages/postgres/test/Server.ts"

const layerMigrated = PostgresStorage.layer.pipe(Layer.provide(Migrations.layer))

export const layerEmbedded = layerMigrated.pipe(Layer.provide(layerFolder))
export const layerServer = layerMigrated.pipe(Layer.provide(layerFresh((url) => Connection.layerClient({ url }))))
