/** Wraps the storage ports, so that calls can be counted and paused. */
import { Context, Effect } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { EventStore } from "../activity/EventStore.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import { AttachmentStore } from "../attachments/AttachmentStore.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { ApiKeyStore } from "../auth/ApiKeyStore.ts"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { TransactionStore } from "../billing/TransactionStore.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.ts"
import { DeliveryStore } from "../integrations/DeliveryStore.ts"
import { IntegrationStore } from "../integrations/IntegrationStore.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import type { Storage } from "../Mailroom.ts"
import { SecretStore } from "../secrets/SecretStore.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { TagStore } from "../tags/TagStore.ts"
import { Transactor } from "../Transactor.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { WorkStore } from "../work/WorkStore.ts"

/** A port method that was called and has ended. */
export interface Call {
  /** For example `LeadStore.lock`. `Transactor.transaction` is listed for outermost transactions, when they have ended. */
  readonly method: string
  readonly inTransaction: boolean
}

/** Gets the calls of a fiber. The fiber continues when the returned effects have ended. */
export interface Observer {
  /** Runs before a method of a store. */
  readonly calling: (method: string) => Effect.Effect<void>
  /** Runs after a method of a store, and after an outermost transaction, successful or not. */
  readonly called: (call: Call) => Effect.Effect<void>
  /** Runs at the beginning of each outermost transaction, inside it; again when the storage repeats the transaction. */
  readonly begun: Effect.Effect<void, unknown>
}

export const CurrentObserver = Context.Reference<Observer | undefined>("@mailroom/core/testing/Observer", {
  defaultValue: () => undefined
})

/** Whether the fiber is in a transaction. */
const InTransaction = Context.Reference<boolean>("@mailroom/core/testing/InTransaction", { defaultValue: () => false })

const stores = {
  AccountStore,
  ApiKeyStore,
  AttachmentStore,
  BlacklistStore,
  BlobStore,
  CampaignStore,
  DeliveryStore,
  EventStore,
  GuardStore,
  IdempotencyStore,
  IntegrationStore,
  LeadStore,
  OrganizationStore,
  RollupStore,
  SecretStore,
  SequenceStore,
  TagStore,
  ThreadStore,
  TransactionStore,
  WorkStore
}

/** The first part of the names of methods. */
export const storeNames: ReadonlyArray<string> = Object.keys(stores)

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
      return [key, (...inputs: ReadonlyArray<unknown>) => observed(method, member(...inputs) as AnyEffect)]
    })
  ) as S

const observedTransactor = ({ transaction }: Transactor["Service"]): Transactor["Service"] =>
  Transactor.of({
    transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.withFiber((fiber) => {
        const observer = fiber.getRef(CurrentObserver)
        if (observer === undefined || fiber.getRef(InTransaction)) return transaction(effect)
        const whole = Effect.andThen(Effect.orDie(observer.begun), Effect.provideService(effect, InTransaction, true))
        const ended = observer.called({ method: "Transactor.transaction", inTransaction: false })
        return Effect.flatMap(Effect.exit(transaction(whole)), (exit) => Effect.andThen(ended, exit))
      })
  })

/** The same storage, which reports calls to the observer of the calling fiber. */
export const observedStorage = (storage: Context.Context<Storage>): Context.Context<Storage> => {
  let result = Context.add(storage, Transactor, observedTransactor(Context.get(storage, Transactor)))
  for (const [name, port] of Object.entries(stores)) {
    const key = port as Context.Key<Storage, object>
    result = Context.add(result, key, observedStore(name, Context.get(storage, key)))
  }
  return result
}
