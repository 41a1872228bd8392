/** Changes threads by hand, and counts all changes of threads. */
import type { Message, OrganizationId, Person, SnoozedThread, Thread, ThreadStore } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { limited } from "../database/paged.ts"
import { ids, instant, int, type Row, text } from "../database/values.ts"

/** Rows per organization that add up to its revision. Transactions with the same slot wait for each other. */
export const slots = 32

/** Increases the revision of the unibox. Call it late in a transaction: the slot is locked until the commit. */
export const touch =
  ({ sql, write }: Pick<Database, "sql" | "write">) =>
  (operation: string, organization_id: OrganizationId) =>
    write(
      operation,
      sql`
        INSERT INTO mailroom.unibox_revisions AS kept (organization_id, slot, revision)
        VALUES (${organization_id}::bigint, pg_backend_pid() % ${sql.literal(String(slots))}, 1)
        ON CONFLICT ON CONSTRAINT unibox_revisions_pkey DO UPDATE SET revision = kept.revision + 1`
    )

type Patch = Omit<Thread.UpdateThreads, "ids">

export const threadChanges = (
  database: Database
): Pick<
  ThreadStore["Service"],
  "assignFree" | "changes" | "findSnoozed" | "touch" | "unassign" | "updateMany" | "wake"
> => {
  const { read, sql, atomic, write } = database
  const operation = "ThreadStore.updateMany"

  // Locked in a separate statement, so that the next one sees the mail that was stored before the lock.
  const lock = (
    organization_id: OrganizationId,
    thread_ids: ReadonlyArray<Thread.ThreadId>,
    condition: Statement.Fragment = sql.literal("TRUE")
  ) =>
    write(
      operation,
      sql<Row<"assigned_to" | "id" | "snoozed_until" | "state" | "tab">>`
        SELECT id, tab, state, snoozed_until, assigned_to FROM mailroom.threads
        WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(thread_ids)}::bigint[])
          AND last_message_id IS NOT NULL AND ${condition}
        ORDER BY id FOR NO KEY UPDATE`,
      (rows) =>
        rows.map((row) => ({
          id: int<Thread.ThreadId>(row.id),
          tab: text<Thread.Tab>(row.tab),
          state: text<Thread.State>(row.state),
          ...(row.snoozed_until === null ? {} : { snoozed_until: instant(row.snoozed_until) }),
          assigned_to: row.assigned_to === null ? null : int<Person.PersonId>(row.assigned_to)
        }))
    )

  /** The new messages of the threads, by thread; ascending. */
  const newIn = (organization_id: OrganizationId, threads: string) =>
    read(
      operation,
      sql<Row<"id" | "thread_id">>`
        SELECT thread_id, id FROM mailroom.messages
        WHERE organization_id = ${organization_id}::bigint AND thread_id = ANY(${threads}::bigint[]) AND is_new
        ORDER BY id`,
      (rows) =>
        Map.groupBy(
          rows.map((row) => ({ id: int<Message.MessageId>(row.id), thread_id: int<Thread.ThreadId>(row.thread_id) })),
          ({ thread_id }) => thread_id
        )
    )

  /** Makes the messages of the threads new, or not new, where they are not so already. */
  const mark = (organization_id: OrganizationId, threads: string, { is_new, new_message_ids }: Patch) => {
    const set = (value: string, condition: Statement.Fragment) =>
      write(
        operation,
        sql`
          UPDATE mailroom.messages SET is_new = ${sql.literal(value)}
          WHERE organization_id = ${organization_id}::bigint AND thread_id = ANY(${threads}::bigint[]) AND ${condition}`
      )
    if (new_message_ids !== undefined) {
      const isWanted = sql`id = ANY(${ids(new_message_ids)}::bigint[])`
      return set("NOT is_new", sql`is_new <> (${isWanted})`)
    }
    if (is_new === undefined) return Effect.void
    if (!is_new) return set("FALSE", sql.literal("is_new"))
    const newestInbound = sql`
      SELECT DISTINCT ON (thread_id) id FROM mailroom.messages
      WHERE organization_id = ${organization_id}::bigint AND thread_id = ANY(${threads}::bigint[]) AND NOT is_our_email
      ORDER BY thread_id, date_sent DESC, id DESC`
    return set("TRUE", sql`NOT is_new AND id = ANY(ARRAY(${newestInbound}))`)
  }

  /** Writes the fields that the patch has, and whether the threads have new messages now. */
  const store = (
    organization_id: OrganizationId,
    threads: string,
    { assigned_to, snoozed_until, state, tab }: Patch
  ) => {
    const isNew = sql`EXISTS (
      SELECT FROM mailroom.messages message
      WHERE message.organization_id = ${organization_id}::bigint AND message.thread_id = thread.id AND message.is_new
    )`
    return write(
      operation,
      sql`
        UPDATE mailroom.threads thread SET tab = coalesce(${tab ?? null}::text, tab),
          state = coalesce(${state ?? null}::text, state),
          snoozed_until = CASE WHEN ${state ?? null}::text IS NULL THEN snoozed_until ELSE ${snoozed_until ?? null}::timestamptz END,
          assigned_to = CASE WHEN ${assigned_to !== undefined}::boolean THEN ${assigned_to ?? null}::bigint ELSE assigned_to END,
          is_new = ${isNew}
        WHERE organization_id = ${organization_id}::bigint AND id = ANY(${threads}::bigint[])`
    )
  }

  /** The number of listed threads of the tab that meet the condition; the rest is not read. The order has an index read. */
  const listed = (
    organization_id: OrganizationId,
    { column, condition, tab }: { readonly column: string; readonly condition: string; readonly tab: Thread.Tab },
    maximum: number
  ) => sql`(
    SELECT count(*) FROM (
      SELECT FROM mailroom.threads
      WHERE organization_id = ${organization_id}::bigint AND is_listed AND ${sql.literal(condition)}
        AND tab = ${sql.literal(`'${tab}'`)} ORDER BY last_date_sent DESC, id DESC ${limited(sql, maximum)}
    ) listed
  ) AS ${sql.literal(column)}`
  const unread = (organization_id: OrganizationId, tab: Thread.Tab, maximum: number) =>
    listed(organization_id, { column: tab, condition: "is_new", tab }, maximum)
  const todo = (organization_id: OrganizationId, tab: Thread.Tab, maximum: number) =>
    listed(organization_id, { column: `todo_${tab}`, condition: "state = 'open'", tab }, maximum)

  return {
    updateMany: (organization_id, thread_ids, patch) =>
      atomic(
        Effect.gen(function* () {
          const locked = yield* lock(organization_id, thread_ids)
          if (locked.length === 0) return []
          const threads = ids(locked.map(({ id }) => id))
          const before = yield* newIn(organization_id, threads)
          yield* mark(organization_id, threads, patch)
          yield* store(organization_id, threads, patch)
          yield* touch(database)(operation, organization_id)
          // The threads as they were before, so that a caller can undo the change.
          return locked.map((thread) => ({
            ...thread,
            new_message_ids: before.get(thread.id)?.map(({ id }) => id) ?? []
          }))
        })
      ),

    assignFree: (organization_id, id, person_id) =>
      atomic(
        Effect.gen(function* () {
          const isAssigned = yield* write(
            "ThreadStore.assignFree",
            sql<Row<"id">>`
              UPDATE mailroom.threads SET assigned_to = ${person_id}::bigint
              WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint AND assigned_to IS NULL
              RETURNING id`,
            (rows) => rows.length > 0
          )
          if (isAssigned) yield* touch(database)("ThreadStore.assignFree", organization_id)
        })
      ),

    unassign: (organization_id, person_id) =>
      atomic(
        Effect.gen(function* () {
          const assigned = yield* write(
            "ThreadStore.unassign",
            sql<Row<"id">>`
              SELECT id FROM mailroom.threads
              WHERE organization_id = ${organization_id}::bigint AND assigned_to = ${person_id}::bigint
              ORDER BY id FOR NO KEY UPDATE`,
            (rows) => rows.map(({ id }) => int<Thread.ThreadId>(id))
          )
          if (assigned.length === 0) return
          yield* write(
            "ThreadStore.unassign",
            sql`
              UPDATE mailroom.threads SET assigned_to = NULL
              WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(assigned)}::bigint[])`
          )
          yield* touch(database)("ThreadStore.unassign", organization_id)
        })
      ),

    findSnoozed: ({ limit, now }) =>
      read(
        "ThreadStore.findSnoozed",
        sql<Row<keyof SnoozedThread>>`
          SELECT organization_id, id FROM mailroom.threads
          WHERE snoozed_until <= ${now}::timestamptz
          ORDER BY snoozed_until ${limited(sql, limit)}`,
        (rows) => rows.map((row): SnoozedThread => ({ organization_id: int(row.organization_id), id: int(row.id) }))
      ),

    wake: (organization_id, thread_ids, now) =>
      atomic(
        Effect.gen(function* () {
          const due = yield* lock(organization_id, thread_ids, sql`snoozed_until <= ${now}::timestamptz`)
          if (due.length === 0) return 0
          const threads = ids(due.map(({ id }) => id))
          const patch: Patch = { is_new: true, state: "open" }
          yield* mark(organization_id, threads, patch)
          yield* store(organization_id, threads, patch)
          yield* touch(database)(operation, organization_id)
          return due.length
        })
      ),

    touch: (organization_id) => touch(database)("ThreadStore.touch", organization_id),

    changes: (organization_id, maximum) =>
      read(
        "ThreadStore.changes",
        sql<Row<"revision" | Thread.Tab | `todo_${Thread.Tab}`>>`
          SELECT (
            SELECT coalesce(sum(revision), 0)::bigint FROM mailroom.unibox_revisions
            WHERE organization_id = ${organization_id}::bigint
          ) AS revision, ${unread(organization_id, "replies", maximum)}, ${unread(organization_id, "other", maximum)},
            ${todo(organization_id, "replies", maximum)}, ${todo(organization_id, "other", maximum)}`,
        ([row]) => ({
          revision: int(row?.revision),
          replies: int(row?.replies),
          other: int(row?.other),
          todo: { replies: int(row?.todo_replies), other: int(row?.todo_other) }
        })
      )
  }
}
