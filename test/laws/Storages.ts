/** All use cases over each storage. */
import { layer as itLayer, type Vitest } from "@effect/vitest"
import { Mailroom } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Layer } from "effect"
import { layerEmbedded, layerServer } from "../../packages/http/test/api/Storages.ts"

const storages = { memory: MemoryStorage.layer, embedded: layerEmbedded, postgres: layerServer } as const

const layerUseCases = Mailroom.layer.pipe(Layer.provide(PostalMime.layer))

const over = (name: keyof typeof storages) => {
  const storage: Layer.Layer<Mailroom.Storage, unknown> = storages[name]
  return layerUseCases.pipe(Layer.provideMerge(storage))
}

/** The use cases of another process over the same storage. */
export const newProcess = Layer.build(Layer.fresh(layerUseCases))

/** Registers the same tests over each of these storages. Time is real. */
export const onStorages = (
  subject: string,
  names: ReadonlyArray<keyof typeof storages>,
  define: (it: Vitest.MethodsNonLive<Mailroom.Storage | Mailroom.UseCases>, name: keyof typeof storages) => void
): void => {
  for (const name of names) {
    itLayer(over(name), { excludeTestServices: true })(`${subject} (${name})`, (it) => define(it, name))
  }
}
