/**
 * Reads the work of all organizations, on Citus by one statement that asks all servers. While a server is stopped, this statement
 * fails: then each server gets a statement for its organizations, and servers that do not answer are left out
 * (docs/internals/citus.md, "Looking for work").
 */
import { Deadline, type OrganizationId, type StorageError, type Stored } from "@mailroom/core"
import { Array, Clock, Effect, Result } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { ids, int, type Row, text } from "../database/values.ts"

/** How long organizations are remembered, in milliseconds, before they are read again. */
const rememberedFor = 60_000
/** How long the servers are asked one by one, in milliseconds, after the statement for all has failed. */
const oneByOneFor = 10_000
/** How long a server may take to answer then: one that hangs does not even reject connections. */
const serverTimeout = "1 second"

/** Makes the condition ` AND …` that limits a statement to the organizations of a server; empty where it reads all. */
export type Among = (organization_id: string) => Statement.Fragment

export interface Everywhere {
  /** Reads all organizations, or those whose servers answer. `merge` joins the answers of several servers. */
  readonly read: <A>(
    operation: string,
    part: (among: Among) => Stored<A>,
    merge: (parts: ReadonlyArray<A>) => A
  ) => Stored<A>
  /** Remembers an organization that has work. */
  readonly add: (organization_id: OrganizationId) => void
}

const isOutage = ({ reason }: StorageError) => reason._tag === "Unavailable"

export const makeEverywhere = ({ isDistributed, read, sql }: Database): Everywhere => {
  const all: Among = () => sql.literal("")
  if (!isDistributed) return { read: (_, part) => part(all), add: () => {} }

  const organizations = new Set<OrganizationId>()
  let readAgainAt = 0
  /** The failure after which the servers are asked one by one, until an instant. */
  let outage: { readonly error: StorageError; readonly until: number } | undefined

  /** Reads the ids of all organizations, at most once a minute. `add` adds an organization that gets work meanwhile. */
  const remember = (operation: string) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now < readAgainAt) return
      readAgainAt = now + rememberedFor
      const found = yield* read(operation, sql<Row<"id">>`SELECT id FROM mailroom.organizations`, (rows) =>
        rows.map(({ id }) => int<OrganizationId>(id))
      )
      for (const id of found) organizations.add(id)
    }).pipe(Effect.ignore)

  /** The organizations of each server, as the coordinator knows without asking them. */
  const organizationsOfServers = (operation: string) =>
    read(
      operation,
      sql<Row<"list">>`
        SELECT '{' || string_agg(organization.id::text, ',' ORDER BY organization.id) || '}' AS list
        FROM unnest(${ids([...organizations])}::bigint[]) AS organization (id)
        JOIN pg_dist_placement placement
          ON placement.shardid = get_shard_id_for_distribution_column('mailroom.organizations', organization.id)
        GROUP BY placement.groupid`,
      (rows) => rows.map(({ list }) => text(list))
    )

  /** Asks each server for its organizations. Fails with `error` if none answers. */
  const askOneByOne = <A>(
    operation: string,
    part: (among: Among) => Stored<A>,
    merge: (parts: ReadonlyArray<A>) => A,
    error: StorageError
  ) =>
    Effect.gen(function* () {
      const parts = (yield* organizationsOfServers(operation)).map((list) =>
        part((organization_id) => sql`AND ${sql.literal(organization_id)} = ANY(${list}::bigint[])`).pipe(
          Deadline.within(serverTimeout),
          Effect.result
        )
      )
      const answers = Array.getSuccesses(yield* Effect.all(parts, { concurrency: "unbounded" }))
      return answers.length === 0 ? yield* Effect.fail(error) : merge(answers)
    })

  /** Asks all servers at once. Returns the failure when one does not answer. */
  const askAll = <A>(operation: string, ask: Stored<A>) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (outage !== undefined && now < outage.until) return Result.fail(outage.error)
      const answer = yield* Effect.result(ask)
      if (Result.isSuccess(answer)) {
        outage = undefined
        yield* remember(operation)
        return answer
      }
      if (!isOutage(answer.failure)) return yield* Effect.fail(answer.failure)
      if (outage === undefined) yield* Effect.logWarning("A server of Citus does not answer: its organizations wait")
      outage = { error: answer.failure, until: now + oneByOneFor }
      return answer
    })

  return {
    read: (operation, part, merge) =>
      Effect.gen(function* () {
        const answer = yield* askAll(operation, part(all))
        return Result.isSuccess(answer) ? answer.success : yield* askOneByOne(operation, part, merge, answer.failure)
      }),
    add: (organization_id) => void organizations.add(organization_id)
  }
}
