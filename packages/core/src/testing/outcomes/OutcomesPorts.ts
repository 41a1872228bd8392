/** Wraps the storage ports, so that calls can be counted and paused. */
import { Context, Effect } from "effect"
import { ports, type Storage } from "../../Mailroom.ts"
import { Transactor } from "../../Transactor.ts"

/** A completed call of a port method. */
export interface Call {
  /**
   * For example `LeadStore.lock`, or `GuardStore.lock shared` with the mode `shared`. `Transactor.transaction` is listed
   * for outermost transactions, after they have ended.
   */
  readonly method: string
  readonly inTransaction: boolean
}

/** Observes the calls of a fiber. The fiber continues when the returned effects have ended. */
export interface Observer {
  /** Runs before a method of a store. */
  readonly calling: (method: string) => Effect.Effect<void>
  /** Runs after a method of a store, and after an outermost transaction, successful or not. */
  readonly called: (call: Call) => Effect.Effect<void>
  /** Runs inside each outermost transaction, at its beginning; again when the storage repeats the transaction. */
  readonly begun: Effect.Effect<void, unknown>
}

export const CurrentObserver = Context.Reference<Observer | undefined>("@mailroom/core/testing/Observer", {
  defaultValue: () => undefined
})

/** Whether the fiber is in a transaction. */
const InTransaction = Context.Reference<boolean>("@mailroom/core/testing/InTransaction", { defaultValue: () => false })

const stores = ports.filter((port) => port !== Transactor)

/** The short name of a port: `LeadStore` for the key `@mailroom/core/LeadStore`. */
const nameOf = ({ key }: { readonly key: string }) => key.slice(key.lastIndexOf("/") + 1)

/** The names of the ports; the names of methods begin with them. */
export const storeNames: ReadonlyArray<string> = stores.map(nameOf)

type AnyEffect = Effect.Effect<unknown, unknown, unknown>

/** Reports a call to the observer of the fiber, if it has one. */
const observed = (method: string, call: AnyEffect): AnyEffect =>
  Effect.withFiber((fiber) => {
    const observer = fiber.getRef(CurrentObserver)
    if (observer === undefined) return call
    const inTransaction = fiber.getRef(InTransaction)
    return observer.calling(method).pipe(
      Effect.andThen(Effect.exit(call)),
      Effect.flatMap((exit) => Effect.andThen(observer.called({ method, inTransaction }), exit))
    )
  })

const observedStore = <S extends object>(name: string, store: S): S =>
  Object.fromEntries(
    Object.entries(store).map(([key, member]: [string, unknown]) => {
      const method = `${name}.${key}`
      if (Effect.isEffect(member)) return [key, observed(method, member)]
      if (typeof member !== "function") return [key, member]
      return [
        key,
        (...inputs: ReadonlyArray<unknown>) =>
          observed(inputs.at(-1) === "shared" ? `${method} shared` : method, member(...inputs) as AnyEffect)
      ]
    })
  ) as S

const observedTransactor = ({ isNested, transaction }: Transactor["Service"]): Transactor["Service"] =>
  Transactor.of({
    isNested,
    transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.withFiber((fiber) => {
        const observer = fiber.getRef(CurrentObserver)
        if (observer === undefined || fiber.getRef(InTransaction)) return transaction(effect)
        const whole = Effect.andThen(Effect.orDie(observer.begun), Effect.provideService(effect, InTransaction, true))
        const ended = observer.called({ method: "Transactor.transaction", inTransaction: false })
        return Effect.flatMap(Effect.exit(transaction(whole)), (exit) => Effect.andThen(ended, exit))
      })
  })

/** The same storage. It reports each call to the observer of the calling fiber. */
export const observedStorage = (storage: Context.Context<Storage>): Context.Context<Storage> => {
  let result = Context.add(storage, Transactor, observedTransactor(Context.get(storage, Transactor)))
  for (const port of stores) {
    const key = port as Context.Key<Storage, object>
    result = Context.add(result, key, observedStore(nameOf(port), Context.get(storage, key)))
  }
  return result
}
