/** Due work, and its leases. */
import {
  consideredOfEach,
  type DueLane,
  maximumConsidered,
  type OrganizationId,
  type Timestamp,
  Wakes,
  WorkStore
} from "@mailroom/core"
import { Effect, Exit } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import type { State, WorkRow } from "./internal/State.ts"
import { removeWork as remove } from "./internal/work.ts"

export const workStore = ({ afterCommit, readState, writeState }: Database): WorkStore["Service"] => {
  const wakes = new Wakes()
  return WorkStore.of({
    onPut: wakes.onPut,
    put: (organization_id, kind, items) =>
      Effect.andThen(
        writeState((state) => {
          if (state.tenants.get(organization_id) === undefined) return Exit.void
          const firstOfEach = new Map(items.toReversed().map((item) => [item.key, item]))
          for (const { due_at, key, lane } of firstOfEach.values()) {
            const row = state.work.get({ organization_id, kind, key })
            if (row === undefined) add(state, { organization_id, kind, key, lane, due_at, attempts: 0, ...unclaimed })
            else if (row.claim !== undefined) add(state, { ...row, put_again: true })
            else if (due_at < row.due_at) {
              remove(state, row)
              add(state, { ...row, due_at })
            }
          }
          return Exit.void
        }),
        afterCommit(() => wakes.wake(kind))
      ),
    due: (kind, { limit, now }) =>
      readState((state) => {
        const earliest = free(ofKind(state, kind, now), now, maximumConsidered)
        const considered =
          earliest.length < maximumConsidered
            ? earliest
            : state.tenants.keys().flatMap((id) => free(ofOrganization(state, id, kind, now), now, consideredOfEach))
        const lanes = new Map<string, DueLane>()
        for (const { due_at, lane, organization_id } of considered) {
          const id = JSON.stringify([organization_id, lane])
          if (!lanes.has(id)) lanes.set(id, { organization_id, lane, due_at })
        }
        return inTurns([...lanes.values()]).slice(0, limit)
      }),
    claim: (organization_id, kind, { claim, lanes, now, until }) =>
      writeState((state) => {
        const claimed = lanes.flatMap(({ lane, room }) => {
          const place = { organization_id, kind, lane, key: "" }
          const rows = state.workByLane.values(
            state.workByLane.rank({ ...place, due_at: "" }),
            state.workByLane.rank({ ...place, due_at: `${now}~` })
          )
          return free(rows, now, room)
        })
        return Exit.succeed(
          claimed.sort(byTime).map((row) => {
            const attempts = row.attempts + 1
            add(state, { ...row, attempts, claim, lease_until: until, put_again: false })
            return { lane: row.lane, key: row.key, due_at: row.due_at, attempts }
          })
        )
      }),
    settle: (organization_id, kind, { claim, now, outcomes }) =>
      writeState((state) => {
        const settled = outcomes.flatMap((outcome) => {
          const row = state.work.get({ organization_id, kind, key: outcome.key })
          if (row?.claim !== claim) return []
          remove(state, row)
          if (outcome.again !== null) {
            const { again, attempts } = outcome
            const due_at = row.put_again && now < again ? now : again
            add(state, { ...row, due_at, attempts, ...unclaimed })
          } else if (row.put_again) {
            add(state, { ...row, due_at: now, attempts: 0, ...unclaimed })
          }
          return [row.key]
        })
        return Exit.succeed(settled.sort())
      }),
    remove: (organization_id, kind, keys) =>
      writeState((state) => {
        for (const key of keys) {
          const row = state.work.get({ organization_id, kind, key })
          if (row !== undefined) remove(state, row)
        }
        return Exit.void
      }),
    // Work is in order of `due_at`. After the first work without a lease, everything is due later, so the search ends
    // there.
    next: (kind) =>
      readState((state) => {
        let next: Timestamp.Timestamp | null = null
        for (const { due_at, lease_until } of ofKind(state, kind, "~")) {
          const at = lease_until > due_at ? (lease_until as Timestamp.Timestamp) : due_at
          if (next === null || at < next) next = at
          if (lease_until === "") break
        }
        return next
      })
  })
}

const unclaimed = { claim: undefined, lease_until: "", put_again: false } as const

/** Adds a row, or replaces the row with the same key. */
const add = (state: Mutable<State>, row: WorkRow) => {
  state.work = state.work.set(row, row)
  state.workByLane = state.workByLane.set(row, row)
  state.workByOrganization = state.workByOrganization.set(row, row)
  state.workByTime = state.workByTime.set(row, row)
}

/** The work of a kind that is due at `now`, by ascending `due_at`. */
const ofKind = ({ workByTime }: State, kind: string, now: string) =>
  workByTime.values(
    workByTime.rank({ kind, due_at: "", organization_id: 0, key: "" }),
    workByTime.rank({ kind, due_at: `${now}~`, organization_id: 0, key: "" })
  )

/** The same, of one organization. */
const ofOrganization = ({ workByOrganization }: State, organization_id: OrganizationId, kind: string, now: string) =>
  workByOrganization.values(
    workByOrganization.rank({ organization_id, kind, due_at: "", key: "" }),
    workByOrganization.rank({ organization_id, kind, due_at: `${now}~`, key: "" })
  )

/** The first `count` of these rows that are not under a lease at `now`. */
const free = (rows: Iterable<WorkRow>, now: string, count: number): ReadonlyArray<WorkRow> => {
  const found: Array<WorkRow> = []
  for (const row of rows) {
    if (found.length >= count) break
    if (row.lease_until <= now) found.push(row)
  }
  return found
}

const byTime = (a: WorkRow, b: WorkRow) => (a.due_at === b.due_at ? compare(a.key, b.key) : compare(a.due_at, b.due_at))
const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** Orders lanes so that organizations take turns: the earliest lane of each, then the second of each, and so on. */
const inTurns = (lanes: ReadonlyArray<DueLane>): ReadonlyArray<DueLane> => {
  const byPlace = lanes.toSorted(
    (a, b) => compare(a.due_at, b.due_at) || a.organization_id - b.organization_id || compare(a.lane, b.lane)
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
