/** The two engines of the SQL adapter, each with a new database. */
import { PostgresStorage } from "@mailroom/postgres"
import { Layer } from "effect"
import * as Server from "../../../postgres/test/Server.ts"

export const layerEmbedded = PostgresStorage.layer.pipe(Layer.provide(Server.layerEmbedded))
export const layerServer = PostgresStorage.layer.pipe(Layer.provide(Server.layerDatabase))
