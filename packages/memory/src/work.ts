/** Due work, and its leases. */
import { consideredOfEach, type DueLane, maximumConsidered, type Timestamp, Wakes, WorkStore } from "@mailroom/core"
import { Effect, Exit, Order } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import type { State, WorkRow } from "./internal/State.ts"

export const workStore = ({ afterCommit, readState, writeState }: Database): WorkStore["Service"] => {
  const wakes = new Wakes()
  return WorkStore.of({
    onPut: wakes.onPut,
    put: (organization_id, kind, items) =>
      Effect.andThen(
        writeState((state) => {
          if (state.tenants.get(organization_id) === undefined) return Exit.void
          // Reversed, so that the first one of several items with a key remains.
          const firstOfEach = new Map(items.toReversed().map((item) => [item.key, item]))
          for (const { due_at, key, lane } of firstOfEach.values()) {
            const row = state.work.get({ organization_id, kind, key })
            if (row === undefined) put(state, { organization_id, kind, key, lane, due_at, attempts: 0, ...unclaimed })
            else if (row.claim !== undefined) put(state, { ...row, put_again: true })
            else if (due_at < row.due_at) put(state, { ...row, due_at })
          }
          return Exit.void
        }),
        afterCommit(() => wakes.wake(kind))
      ),
    due: (kind, { limit, now }) =>
      readState((state) => {
        const due = ofKind(state, kind).filter((row) => row.due_at <= now && row.lease_until <= now)
        const considered =
          due.length < maximumConsidered
            ? due
            : [...Map.groupBy(due, ({ organization_id }) => organization_id).values()].flatMap((own) =>
                own.slice(0, consideredOfEach)
              )
        const lanes = new Map<string, DueLane>()
        for (const { due_at, lane, organization_id } of considered) {
          const id = JSON.stringify([organization_id, lane])
          if (!lanes.has(id)) lanes.set(id, { organization_id, lane, due_at })
        }
        return inTurns([...lanes.values()]).slice(0, limit)
      }),
    claim: (organization_id, kind, { claim, lanes, now, until }) =>
      writeState((state) => {
        const free = ofKind(state, kind).filter(
          (row) => row.organization_id === organization_id && row.due_at <= now && row.lease_until <= now
        )
        const claimed = lanes.flatMap(({ lane, room }) => free.filter((row) => row.lane === lane).slice(0, room))
        return Exit.succeed(
          claimed.sort(byTime).map((row) => {
            const attempts = row.attempts + 1
            put(state, { ...row, attempts, claim, lease_until: until, put_again: false })
            return { lane: row.lane, key: row.key, due_at: row.due_at, attempts }
          })
        )
      }),
    renew: (organization_id, kind, { claim, key, until }) =>
      writeState((state) => {
        const row = state.work.get({ organization_id, kind, key })
        if (row?.claim === claim) put(state, { ...row, lease_until: until })
        return Exit.void
      }),
    settle: (organization_id, kind, { claim, now, outcomes }) =>
      writeState((state) => {
        const settled = outcomes.flatMap((outcome) => {
          const row = state.work.get({ organization_id, kind, key: outcome.key })
          if (row?.claim !== claim) return []
          state.work = state.work.remove(row)
          if (outcome.again !== null) {
            const { again, attempts } = outcome
            const due_at = row.put_again && now < again ? now : again
            put(state, { ...row, due_at, attempts, ...unclaimed })
          } else if (row.put_again) {
            put(state, { ...row, due_at: now, attempts: 0, ...unclaimed })
          }
          return [row.key]
        })
        return Exit.succeed(settled.sort())
      }),
    countDue: (kind, { limit, now }) =>
      readState((state) =>
        Math.min(limit, ofKind(state, kind).filter((row) => row.due_at <= now && row.lease_until <= now).length)
      ),
    next: (kind) =>
      readState((state) => {
        const [next] = ofKind(state, kind)
          .map(({ due_at, lease_until }) => (lease_until > due_at ? (lease_until as Timestamp.Timestamp) : due_at))
          .sort()
        return next ?? null
      })
  })
}

const unclaimed = { claim: undefined, lease_until: "", put_again: false } as const

/** Adds a row, or replaces the row with the same key. */
const put = (state: Mutable<State>, row: WorkRow) => {
  state.work = state.work.set(row, row)
}

/** The work of a kind, by ascending `due_at`. */
const ofKind = ({ work }: State, kind: string): ReadonlyArray<WorkRow> =>
  [...work.values()]
    .filter((row) => row.kind === kind)
    .sort((a, b) => Order.String(a.due_at, b.due_at) || a.organization_id - b.organization_id || byTime(a, b))

const byTime = (a: WorkRow, b: WorkRow) => Order.String(a.due_at, b.due_at) || Order.String(a.key, b.key)

/** Orders lanes so that organizations take turns: the earliest lane of each, then the second of each, and so on. */
const inTurns = (lanes: ReadonlyArray<DueLane>): ReadonlyArray<DueLane> => {
  const byPlace = lanes.toSorted(
    (a, b) => Order.String(a.due_at, b.due_at) || a.organization_id - b.organization_id || Order.String(a.lane, b.lane)
  )
  const turns = new Map<number, number>()
  return byPlace
    .map((lane) => {
      const turn = turns.get(lane.organization_id) ?? 0
      turns.set(lane.organization_id, turn + 1)
      return { lane, turn }
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ lane }) => lane)
}
