/** Runs two use cases one after the other, and the second in the middle of the first. */
import { Cause, type Context, Deferred, Effect, Exit, Fiber, Predicate } from "effect"
import { BatchSize } from "../../Bulk.ts"
import { NotificationType } from "../../integrations/Subscription.ts"
import type { UseCases } from "../../Mailroom.ts"
import { StorageError } from "../../StorageError.ts"
import { mayWait, pointsOf, portsOf } from "./OutcomesPoints.ts"
import { type Call, CurrentObserver, type Observer, storeNames } from "./OutcomesPorts.ts"
import { differences, endOf, rebuildFaults, type State } from "./OutcomesState.ts"
import { sentOf } from "./OutcomesSending.ts"
import { Outbox, type Turns } from "./OutcomesTurns.ts"
import { minuteOf, type Scene, type Use } from "./OutcomesUses.ts"
import { atMinute, inside, newWorld, type World } from "./OutcomesWorld.ts"
import type { OrganizationId } from "../../ids.ts"

/** Detects which calls wait for the locks of a transaction, on a storage with several connections. */
export interface Locks {
  /** Runs inside a transaction. Returns a number that identifies it among the concurrent transactions. */
  readonly transaction: Effect.Effect<number, unknown>
  /** The transactions that some transaction or single statement is waiting for now. */
  readonly blocking: Effect.Effect<ReadonlySet<number>, unknown>
}

/**
 * Copies an organization with everything in it. Ids inside of an organization are the same in the copy. Returns the id
 * of the copy.
 */
export type Copy = (id: OrganizationId) => Effect.Effect<OrganizationId, unknown>

/** The index of a use case in the scene. */
type UseIndex = number

/** The data that all pairs of one case share. */
export interface Lab {
  readonly scene: Scene
  /** Undefined when the second use case can run only between transactions of the first. */
  readonly locks: Locks | undefined
  /** Copies worlds. Undefined where each world is inserted separately. */
  readonly copy: Copy | undefined
  /** The worlds that are copied; in them no use case runs. */
  readonly templates: Map<string, ReturnType<typeof insertWorld>>
  /** The calls of each use case when it runs alone. */
  readonly traces: ReadonlyArray<ReadonlyArray<Call>>
  /**
   * The services of the second use case, as in another process: within one process, concurrent calls may share
   * transactions.
   */
  readonly secondProcess: Context.Context<Turns | UseCases>
  /** The number of times a use case ran in the middle of another one. */
  runs: number
  /** The organizations in which the pairs ran. */
  readonly organizations: Set<OrganizationId>
}

type Plan = Pick<Lab, "copy" | "scene" | "templates" | "traces">
type EndState = State & { readonly answers: readonly [string, string]; readonly sent?: unknown }

/** The result of two use cases, one after the other. */
interface Outcome {
  readonly state: EndState
  readonly faults: ReadonlyArray<string>
  readonly calls: readonly [ReadonlyArray<Call>, ReadonlyArray<Call>]
}

const isTransaction = ({ method }: Call) => method === "Transactor.transaction"

/** A small batch size, so that an operation on several leads takes several transactions. */
const batchSize = 2

const run = (world: World, { uses }: Scene, index: UseIndex, observer: Partial<Observer>) => {
  const { run } = uses[index] as Use
  return run(world).pipe(
    inside(world),
    atMinute(minuteOf(index)),
    Effect.provideService(BatchSize, batchSize),
    Effect.provideService(Outbox, world.mailed),
    Effect.provideService(CurrentObserver, { ...silent, ...observer }),
    Effect.exit
  )
}
const silent: Observer = { calling: () => Effect.void, called: () => Effect.void, begun: Effect.void }

/** The result of a use case as text. A domain error is a valid result; the compared order must have the same. */
const answerOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "succeeded"
  const error = Cause.squash(exit.cause)
  const isDomainError = Predicate.hasProperty(error, "_tag") && !(error instanceof StorageError)
  return `failed: ${isDomainError ? String(error._tag) : Cause.pretty(exit.cause)}`
}

/** The notification types that the integration subscribes to while these use cases run. */
const wantedWith = ({ uses }: Scene, ...indices: ReadonlyArray<UseIndex>) => {
  const unwanted = new Set(indices.map((index) => uses[index]?.unwanted))
  return NotificationType.literals.filter((type) => !unwanted.has(type))
}

/** The number of calls after which the first step of a turn has begun; 0, if it begins none. */
const begunAt = (calls: ReadonlyArray<Call>): number => {
  const inserted = calls.findIndex(({ method }) => method === "SendStore.insert")
  return inserted === -1 ? 0 : calls.findIndex((call, i) => i > inserted && isTransaction(call)) + 1
}

/** Whether a transaction that has decided by the blacklist is open after this number of calls. */
const decidesByList = (calls: ReadonlyArray<Call>, point: number): boolean =>
  calls
    .slice(calls.findLastIndex((call, i) => i < point && !call.inTransaction) + 1, point)
    .some(({ method }) => method === "BlacklistStore.findCovering")

/** Inserts a new organization, with something to send if the scene has that. */
const insertWorld = Effect.fnUntraced(function* (
  { prepare }: Scene,
  ports: World["ports"],
  wanted: ReturnType<typeof wantedWith>
) {
  const world = yield* newWorld(ports, wanted)
  if (prepare !== undefined) yield* prepare(world)
  return world
})

/** The calls of a use case when it runs alone. */
export const traceOf = Effect.fnUntraced(function* (scene: Scene, index: UseIndex) {
  const calls: Array<Call> = []
  const world = yield* insertWorld(scene, new Set(storeNames), wantedWith(scene, index))
  yield* run(world, scene, index, { called: (call) => Effect.sync(() => void calls.push(call)) })
  return calls
})

/** A new organization with data for the ports that these two use cases call; where mail is sent, for all ports. */
const worldOf = Effect.fnUntraced(function* (first: UseIndex, second: UseIndex, plan: Plan) {
  const { copy, scene, templates, traces } = plan
  const called = portsOf([...(traces[first] ?? []), ...(traces[second] ?? [])])
  const ports = scene.prepare === undefined ? called : new Set(storeNames)
  const wanted = wantedWith(scene, first, second)
  if (copy === undefined) return yield* insertWorld(scene, ports, wanted)
  const key = JSON.stringify([[...ports].sort(), wanted])
  const template = templates.get(key) ?? Effect.runSync(Effect.cached(insertWorld(scene, ports, wanted)))
  templates.set(key, template)
  const world = yield* template
  return { ...world, organization: { id: yield* copy(world.organization.id) }, mailed: [] }
})

/** The end state of a world in which two use cases have run. */
const stateOf = Effect.fnUntraced(function* (
  world: World,
  { prepare }: Scene,
  ends: ReadonlyArray<Exit.Exit<unknown, unknown>>
) {
  const { faults, state } = yield* endOf(world)
  const sent = prepare === undefined ? {} : { sent: yield* sentOf(world) }
  const end: EndState = { ...state, ...sent, answers: answersOf(ends) }
  return { faults, state: end }
})

/** Runs one use case, then the other, in a new organization. */
export const sequential = Effect.fnUntraced(function* (first: UseIndex, second: UseIndex, lab: Plan) {
  const world = yield* worldOf(first, second, lab)
  const calls: readonly [Array<Call>, Array<Call>] = [[], []]
  const ends = yield* Effect.forEach([first, second], (index, i) =>
    run(world, lab.scene, index, { called: (call) => Effect.sync(() => void calls[i]?.push(call)) })
  )
  const { faults, state } = yield* stateOf(world, lab.scene, ends)
  // Compares the sums with a rebuild only when both use cases add to them. If only one of them does, its pair with
  // itself covers it.
  const bothAdd = calls.every((all) => all.some(({ method }) => method === "RollupStore.add"))
  const wrongSums = bothAdd ? yield* rebuildFaults(world) : []
  const outcome: Outcome = { state, faults: [...faults, ...wrongSums], calls }
  return outcome
})
const answersOf = ([first, second]: ReadonlyArray<Exit.Exit<unknown, unknown>>) =>
  [answerOf(first ?? Exit.void), answerOf(second ?? Exit.void)] as const

/** The result of two use cases when the second runs in the middle of the first. */
interface Interleaved {
  readonly state: EndState
  /** The number of calls that the second had completed when it waited for the first; undefined when it did not wait. */
  readonly waited: number | undefined
  /** The calls of the second use case. */
  readonly calls: ReadonlyArray<Call>
}

/** Pauses the first use case after `point` calls, until the second has ended or waits for a lock. */
const interleaved = Effect.fnUntraced(function* (first: UseIndex, second: UseIndex, point: number, lab: Lab) {
  const { locks, organizations, scene, secondProcess } = lab
  const world = yield* worldOf(first, second, lab)
  organizations.add(world.organization.id)
  const reached = yield* Deferred.make<void>()
  const goOn = yield* Deferred.make<void>()
  const ended = yield* Deferred.make<void>()
  let waited: number | undefined

  let firstCalls = 0
  /** The open transaction of the first use case; undefined between two transactions. */
  let open: number | undefined
  const firstFiber = yield* run(world, scene, first, {
    begun: Effect.gen(function* () {
      if (locks !== undefined) open = yield* locks.transaction
    }),
    called: (call) =>
      Effect.suspend(() => {
        firstCalls++
        if (!call.inTransaction) open = undefined
        if (firstCalls === point) return Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(goOn))
        // The transaction that the second waited for has ended. The second now runs to its end before the next
        // transaction of the first.
        return waited !== undefined && !call.inTransaction ? Deferred.await(ended) : Effect.void
      })
  }).pipe(Effect.tap(Deferred.succeed(reached, undefined)), Effect.forkChild)
  yield* Deferred.await(reached)

  const calls: Array<Call> = []
  /**
   * The current call of the second use case, if it may wait for a lock; otherwise empty. `changed` completes when it
   * changes.
   */
  let call = ""
  let changed = Deferred.makeUnsafe<void>()
  /**
   * Returns undefined when the second use case has ended, or the number of calls it has completed when it waits for the
   * first.
   */
  const untilWaiting = Effect.fnUntraced(function* ({ blocking }: Locks) {
    // The first use case holds no locks between its transactions.
    if (open === undefined) return yield* Effect.as(Deferred.await(ended), undefined)
    while (!(yield* Deferred.isDone(ended))) {
      if (call === "") yield* Deferred.await(changed)
      // Only these two use cases work in this organization, so the waiting call is the second's.
      else if ((yield* blocking).has(open)) return calls.length
    }
    return undefined
  })
  const secondFiber = yield* run(world, scene, second, {
    calling: (method) => {
      if (!mayWait(method)) return Effect.void
      call = method
      return Deferred.succeed(changed, undefined)
    },
    called: (ended) =>
      Effect.sync(() => {
        calls.push(ended)
        if (call === "") return
        call = ""
        changed = Deferred.makeUnsafe()
      })
  }).pipe(
    Effect.provideContext(secondProcess),
    Effect.tap(() => Effect.andThen(Deferred.succeed(ended, undefined), Deferred.succeed(changed, undefined))),
    Effect.forkChild
  )
  if (locks === undefined) yield* Deferred.await(ended)
  else waited = yield* untilWaiting(locks)
  yield* Deferred.succeed(goOn, undefined)
  const ends = [yield* Fiber.join(firstFiber), yield* Fiber.join(secondFiber)]
  const { state } = yield* stateOf(world, scene, ends)
  const result: Interleaved = { state, waited, calls }
  return result
})

const orderOf = (first: string, second: string) => `${first}, then ${second}`
const shown = 12
const listOf = (lines: ReadonlyArray<string>) => [
  ...lines.slice(0, shown).map((line) => `      ${line}`),
  ...(lines.length > shown ? [`      … and ${lines.length - shown} more`] : [])
]

/**
 * Returns a function that checks whether a state equals one of these orders. When a use case takes several
 * transactions, the other one may run between them: then one lead is changed in one order, the next lead in the other
 * order. In this case the instants of a lead's stops may be those from either order, and versions are not compared.
 * Everything else must still equal one order. See `Use.losesEvents`.
 */
const matching = (orders: ReadonlyArray<EndState>, takesSeveral: boolean, losesEvents: boolean) => {
  const contentOf = ({ marks, ...state }: EndState) => {
    const { answers, contactable, sent } = state
    return JSON.stringify(losesEvents ? [answers, contactable, sent] : [state, takesSeveral ? [] : marks])
  }
  const stopsOf = ({ marks }: EndState, lead: string) => JSON.stringify(marks[lead]?.stops)
  const contents = new Set(orders.map(contentOf))
  return (state: EndState): boolean =>
    contents.has(contentOf(state)) &&
    Object.keys(state.marks).every((lead) => orders.some((order) => stopsOf(order, lead) === stopsOf(state, lead)))
}

/** Describes a wrong end state. */
const explain = (
  first: string,
  second: string,
  { calls, state, waited }: Interleaved,
  point: string,
  [after, before]: readonly [EndState, EndState]
) =>
  [
    `${second} in the middle of ${first}, ${point}`,
    waited === undefined
      ? "    The second ran to its end there."
      : `    The second waited in its call ${waited + 1}, ${calls[waited]?.method ?? "which failed"}, until the first ended.`,
    `    Differences to "${orderOf(first, second)}":`,
    ...listOf(differences(state, after)),
    `    Differences to "${orderOf(second, first)}":`,
    ...listOf(differences(state, before))
  ].join("\n")

/**
 * Runs the second use case in the middle of the first, at every point that can make a difference. Returns one report
 * for each wrong end state. `inOrder` is `sequential`, or a version of it that caches results.
 */
export const explore = Effect.fnUntraced(function* (
  first: UseIndex,
  second: UseIndex,
  inOrder: typeof sequential,
  lab: Lab
) {
  const { locks, scene, traces } = lab
  const [name = "", other = ""] = [first, second].map((index) => scene.uses[index]?.name)
  if (pointsOf(traces[first] ?? [], traces[second] ?? [], locks !== undefined).length === 0) return []
  const after = yield* inOrder(first, second, lab)
  const [calls] = after.calls
  const before = yield* inOrder(second, first, lab)
  const ends = calls.flatMap((call, i) => (isTransaction(call) ? [i + 1] : []))
  const last = ends[(scene.uses[first]?.transactions ?? Infinity) - 1] ?? Infinity
  const groups = pointsOf(calls, [...after.calls[1], ...before.calls[0]], locks !== undefined).filter(
    ([point = 0]) => point <= last
  )
  const failures = after.faults.map((fault) => ({ point: 0, text: `${orderOf(name, other)}: ${fault}` }))
  const [answerOfSecond, answerOfFirst] = before.state.answers
  const orders = [after.state, { ...before.state, answers: [answerOfFirst, answerOfSecond] }] as const
  const takesSeveral = [...after.calls, ...before.calls].some((all) => all.filter(isTransaction).length > 1)
  const losesEvents = [first, second].some((index) => scene.uses[index]?.losesEvents)
  const isExpected = matching(orders, takesSeveral, losesEvents)
  const isSecondFirst = matching(orders.slice(1), takesSeveral, losesEvents)
  const begun = scene.uses[second]?.forbids ? begunAt(calls) : 0

  /**
   * Runs the second use case at this point. Returns the number of calls it had completed when it waited, or undefined
   * if it did not wait.
   */
  const at = Effect.fnUntraced(function* (point: number) {
    const result = yield* interleaved(first, second, point, lab)
    lab.runs++
    const isTooLate = result.waited === undefined && point < begun
    // A change of the list waits until what a turn has decided by it is stored.
    const isUnguarded =
      scene.prepare !== undefined &&
      decidesByList(calls, point) &&
      result.calls.slice(0, result.waited).some(({ method }) => method === "GuardStore.lock")
    if (!isUnguarded && (isTooLate ? isSecondFirst(result.state) : isExpected(result.state))) return result.waited
    const { inTransaction, method } = calls[point - 1] as Call
    const where = `after call ${point} of ${calls.length}, ${method}${inTransaction ? "" : " (outside a transaction)"}`
    const note = isUnguarded ? " (which had decided by the blacklist, and did not keep it from changing)" : ""
    failures.push({ point, text: explain(name, other, result, `${where}${note}`, orders) })
    return result.waited
  })

  /**
   * A transaction only ever takes more locks. So when the second use case waits in the same call at two points, it also
   * waits in that call at the points between them, having read the same data before: these points are skipped.
   */
  const between = Effect.fnUntraced(function* (
    points: ReadonlyArray<number>,
    first: number | undefined,
    last: number | undefined
  ): Effect.fn.Return<void, Effect.Error<ReturnType<typeof at>>, Effect.Services<ReturnType<typeof at>>> {
    const middle = Math.floor(points.length / 2)
    const point = points[middle]
    if (point === undefined || (first !== undefined && first === last)) return
    const waited = yield* at(point)
    yield* between(points.slice(0, middle), first, waited)
    yield* between(points.slice(middle + 1), waited, last)
  })

  for (const points of groups) {
    const [first = 0] = points
    const waited = yield* at(first)
    // The second waits in its first call, so it waits there at all later points, too.
    if (waited === 0 || points.length === 1) continue
    yield* between(points.slice(1, -1), waited, yield* at(points.at(-1) ?? first))
  }
  return failures.sort((a, b) => a.point - b.point).map(({ text }) => text)
})
