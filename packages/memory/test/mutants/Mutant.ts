/** Adapters with one fault, which the conformance suite must find. */
import type { Mailroom } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Context, Effect, Layer } from "effect"

export interface Mutant {
  readonly fault: string
  readonly layer: Layer.Layer<Mailroom.Storage>
  /** The case that must fail. Other cases may fail, too. */
  readonly caughtBy: string
}

type Storage = Context.Context<Mailroom.Storage>

/** The memory adapter with some methods of one port replaced. */
export const mutant = <I extends Mailroom.Storage, S>(
  fault: string,
  port: Context.Key<I, S>,
  change: (service: S, storage: Storage) => Partial<S>,
  caughtBy: string
): Mutant => ({
  fault,
  caughtBy,
  layer: Layer.effectContext(
    Effect.map(Layer.build(MemoryStorage.layer), (storage) => {
      const service = Context.get(storage, port)
      return Context.add(storage, port, { ...service, ...change(service, storage) })
    })
  )
})
