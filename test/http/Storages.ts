import { MemoryStorage } from "@mailroom/memory"
/** The two engines of the SQL adapter, each with a database of its own. */
import { Layer } from "effect"
export const layerEmbedded = MemoryStorage.layer
export const layerServer = MemoryStorage.layer
