/** A database in memory: the committed state, and the drafts of transactions. */
import {
  Corrupt,
  NoOrganization,
  type OrganizationId,
  StorageError,
  type Transactor,
  Unavailable
} from "@mailroom/core"
import { Context, Effect, Exit, type Fiber, Semaphore, Struct } from "effect"
import { emptyState, emptyTenant, type State, type Tenant } from "./State.ts"

export interface Database {
  readonly transaction: Transactor["Service"]["transaction"]
  readonly isNested: Transactor["Service"]["isNested"]
  /** Reads the data of an organization. If the organization does not exist, the data is empty. */
  readonly read: <A>(organization_id: OrganizationId, f: (tenant: Tenant) => A) => Effect.Effect<A>
  /** Changes the data of an organization: `f` assigns to a copy, which replaces the data when `f` succeeds. */
  readonly write: <A, E>(
    organization_id: OrganizationId,
    operation: string,
    f: (draft: Mutable<Tenant>) => Exit.Exit<A, E>
  ) => Effect.Effect<A, E | StorageError>
  /** Like `read`, across organizations. */
  readonly readState: <A>(f: (state: State) => A) => Effect.Effect<A>
  /** The ids of the organizations whose data `f` accepts. */
  readonly organizationsWhere: (f: (tenant: Tenant) => boolean) => Effect.Effect<ReadonlyArray<OrganizationId>>
  /** Like `write`, across organizations. */
  readonly writeState: <A, E>(f: (draft: Mutable<State>) => Exit.Exit<A, E>) => Effect.Effect<A, E>
  /**
   * Calls `f` after the outermost transaction has committed, and never after a rollback. Outside of a transaction,
   * calls it immediately.
   */
  readonly afterCommit: (f: () => void) => Effect.Effect<void>
  /** The ids of a kind of rows. Each call with a name returns the same sequence. */
  readonly sequence: <Id extends number>(name: string) => Sequence<Id>
  /** Takes a snapshot of the committed state. */
  readonly take: Effect.Effect<Snapshot>
  /** Replaces everything by a snapshot of this database, between two transactions. Wakes nobody. */
  readonly restore: (snapshot: Snapshot) => Effect.Effect<void>
}

/** The content of a database at one instant. It shares all data with the database, so it costs nothing. */
export interface Snapshot {
  readonly state: State
  /** The last id of each sequence. */
  readonly last: ReadonlyMap<string, number>
}

/** Ascending ids. An id is never reused, even if the write that took it is rolled back. */
interface Sequence<Id extends number> {
  readonly next: () => Id
  /** Ids that are taken later are higher than `id`. */
  readonly raise: (id: number) => void
  /** The id that was taken last; 0: none. */
  readonly last: () => number
  /** Continues after `id`. */
  readonly reset: (id: number) => void
}

export type Mutable<A> = { -readonly [K in keyof A]: A[K] }

/** A state that one writer at a time may change: the committed state, or the draft of a transaction. */
interface Cell {
  state: State
  /** The state into which a draft is committed. */
  readonly parent: Cell | undefined
  /** Locked during a single write, or during a whole transaction. */
  readonly lock: Semaphore.Semaphore
  /** Whether the transaction has ended. Fibers of it that still run then use the parent. */
  ended: boolean
  /** Callbacks for after this transaction and all transactions around it have committed. */
  readonly afterCommit: Array<() => void>
}

const makeCell = (state: State, parent?: Cell): Cell => ({
  state,
  parent,
  lock: Semaphore.makeUnsafe(1),
  ended: false,
  afterCommit: []
})

let databases = 0

export const make = (): Database => {
  const committed = makeCell(emptyState)
  /** The state that a fiber and its child fibers read and write. Each database has a separate reference. */
  const Draft = Context.Reference<Cell>(`@mailroom/memory/Draft/${++databases}`, { defaultValue: () => committed })

  const current = (fiber: Fiber.Fiber<unknown, unknown>): Cell => {
    let cell = fiber.getRef(Draft)
    while (cell.ended && cell.parent !== undefined) cell = cell.parent
    return cell
  }

  /** Runs `f` on the current cell, as its only writer. */
  const exclusively = <A, E, R>(f: (cell: Cell) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const cell = current(fiber)
      return cell.lock.withPermit(Effect.suspend(() => (cell.ended ? exclusively(f) : f(cell))))
    })

  const transaction: Database["transaction"] = (effect) =>
    exclusively((parent) => {
      const draft = makeCell(parent.state, parent)
      return Effect.onExit(Effect.provideService(effect, Draft, draft), (exit) => {
        draft.ended = true
        if (Exit.isFailure(exit)) return Effect.void
        if (parent.ended) return Effect.fail(parentEnded)
        parent.state = draft.state
        for (const f of draft.afterCommit) whenCommitted(parent, f)
        return Effect.void
      })
    })

  const isNested = Effect.withFiberSucceed((fiber) => current(fiber) !== committed)

  const afterCommit: Database["afterCommit"] = (f) =>
    Effect.withFiberSucceed((fiber) => whenCommitted(current(fiber), f))

  const readState: Database["readState"] = (f) => Effect.withFiberSucceed((fiber) => f(current(fiber).state))

  const organizationsWhere: Database["organizationsWhere"] = (f) =>
    readState(({ organizations, tenants }) =>
      [...organizations.values()].flatMap(({ organization: { id } }) => (f(tenants.get(id) ?? emptyTenant) ? [id] : []))
    )

  const writeState: Database["writeState"] = (f) =>
    exclusively((cell) => {
      const draft = { ...cell.state }
      const exit = f(draft)
      if (Exit.isSuccess(exit)) cell.state = draft
      return exit
    })

  const write = <A, E>(
    organization_id: OrganizationId,
    operation: string,
    f: (draft: Mutable<Tenant>) => Exit.Exit<A, E>
  ) =>
    writeState((state): Exit.Exit<A, E | StorageError> => {
      const tenant = state.tenants.get(organization_id)
      const draft = { ...(tenant ?? emptyTenant) }
      const exit = f(draft)
      if (Exit.isFailure(exit)) return exit
      if (tenant === undefined) {
        const isEmpty = Struct.keys(emptyTenant).every((name) => draft[name] === emptyTenant[name])
        return isEmpty ? exit : noOrganization(operation, organization_id)
      }
      state.tenants = state.tenants.set(organization_id, draft)
      return exit
    })

  const sequences = new Map<string, Sequence<number>>()
  const sequence = <Id extends number>(name: string): Sequence<Id> => {
    const found = sequences.get(name) ?? makeSequence()
    sequences.set(name, found)
    return found as Sequence<Id>
  }

  return {
    transaction,
    isNested,
    read: (organization_id, f) => readState(({ tenants }) => f(tenants.get(organization_id) ?? emptyTenant)),
    write,
    readState,
    organizationsWhere,
    writeState,
    afterCommit,
    sequence,
    take: Effect.sync(() => ({
      state: committed.state,
      last: new Map([...sequences].map(([name, { last }]) => [name, last()]))
    })),
    restore: ({ last, state }) =>
      committed.lock.withPermit(
        Effect.sync(() => {
          committed.state = state
          for (const [name, { reset }] of sequences) reset(last.get(name) ?? 0)
        })
      )
  }
}

const whenCommitted = (cell: Cell, f: () => void) => {
  if (cell.parent === undefined) f()
  else cell.afterCommit.push(f)
}

/** The failure when data is stored for an organization that does not exist. */
export const noOrganization = (operation: string, id: OrganizationId): Exit.Exit<never, StorageError> =>
  Exit.fail(
    new StorageError({ operation, reason: new NoOrganization({ cause: new Error(`There is no organization ${id}`) }) })
  )

/** The failure when a request contradicts the stored data. */
export const corrupt = (operation: string, message: string): Exit.Exit<never, StorageError> =>
  Exit.fail(new StorageError({ operation, reason: new Corrupt({ cause: new Error(message) }) }))

/** The failure of a transaction that outlived the transaction around it, so that its writes cannot be committed. */
const parentEnded = new StorageError({
  operation: "Transactor.transaction",
  reason: new Unavailable({ cause: new Error("The transaction around this one has ended") })
})

const makeSequence = (): Sequence<number> => {
  let last = 0
  return {
    next: () => ++last,
    raise: (id) => {
      last = Math.max(last, id)
    },
    last: () => last,
    reset: (id) => {
      last = id
    }
  }
}
