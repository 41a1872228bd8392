/** Reads threads: one, or a page of a list by filters and search. */
import type { OrganizationId, Thread, ThreadListing, ThreadStore } from "@mailroom/core"
import type { SqlConnection, Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { isShown } from "../leads/hidden.ts"
import { limited } from "../database/paged.ts"
import { leadOfThread, readThread, threadColumns } from "./threadRows.ts"
import { containing, int, readFirst } from "../database/values.ts"

const order = "thread.last_date_sent DESC, thread.id DESC"

export const threadPages = (database: Database): Pick<ThreadStore["Service"], "find" | "page" | "unread"> => {
  const { read, readLong, sql } = database

  /** The rows `thread` with what their messages, leads and campaigns say now. */
  const shown = (organization_id: OrganizationId, threads: Statement.Fragment) => sql`
    SELECT thread.*, ${sql.literal(leadOfThread)}, campaign.name AS campaign_name, (
      SELECT count(*) FROM mailroom.messages message
      WHERE message.organization_id = ${organization_id}::bigint AND message.thread_id = thread.id
    ) AS message_count
    FROM (${threads}) thread
    LEFT JOIN mailroom.leads lead
      ON lead.organization_id = ${organization_id}::bigint AND lead.id = thread.lead_id
      AND ${isShown(sql, organization_id, "lead.campaign_id")}
    LEFT JOIN mailroom.campaigns campaign
      ON campaign.organization_id = ${organization_id}::bigint AND campaign.id = thread.campaign_id
      AND campaign.deleted_at IS NULL`

  const ofThread = (organization_id: OrganizationId, condition: Statement.Fragment) => sql`
    FROM mailroom.threads thread WHERE thread.organization_id = ${organization_id}::bigint AND ${condition}`

  const leadsOf = (organization_id: OrganizationId, condition: Statement.Fragment) => sql`
    SELECT lead.id FROM mailroom.leads lead
    WHERE lead.organization_id = ${organization_id}::bigint AND ${condition}
      AND ${isShown(sql, organization_id, "lead.campaign_id")}`

  /** The conditions that the threads' own columns decide. */
  const conditionsOf = (organization_id: OrganizationId, listing: ThreadListing) => {
    const { account_id, assigned_to, before, campaign_id, is_new, lead_id, since, state, tab, until } = listing
    const conditions = [sql.literal("thread.is_listed")]
    if (isByState(listing)) {
      // As a range: of values that are equal to a parameter, Postgres would leave the order out.
      conditions.push(sql`(thread.state, thread.tab) >= (${state}::text, ${tab}::text)`)
      conditions.push(sql`(thread.state, thread.tab) <= (${state}::text, ${tab}::text)`)
    } else {
      if (tab !== undefined) conditions.push(sql`thread.tab = ${tab}::text`)
      if (state !== undefined) conditions.push(sql`thread.state = ${state}::text`)
    }
    if (campaign_id !== undefined) {
      conditions.push(sql`thread.campaign_id = ${campaign_id}::uuid`)
      conditions.push(isShown(sql, organization_id, "thread.campaign_id"))
    }
    if (assigned_to === null) conditions.push(sql.literal("thread.assigned_to IS NULL"))
    else if (assigned_to !== undefined) conditions.push(sql`thread.assigned_to = ${assigned_to}::bigint`)
    if (account_id !== undefined) conditions.push(sql`thread.account_id = ${account_id}::bigint`)
    if (lead_id !== undefined) {
      conditions.push(sql`thread.lead_id = (${leadsOf(organization_id, sql`lead.id = ${lead_id}::bigint`)})`)
    }
    if (is_new !== undefined) conditions.push(sql.literal(is_new ? "thread.is_new" : "NOT thread.is_new"))
    if (since !== undefined) conditions.push(sql`thread.last_date_sent >= ${since}::timestamptz`)
    if (until !== undefined) conditions.push(sql`thread.last_date_sent < ${until}::timestamptz`)
    if (before !== undefined) {
      conditions.push(sql`(thread.last_date_sent, thread.id) < (${before.at}::timestamptz, ${before.id}::bigint)`)
    }
    return conditions
  }

  const orderOf = (listing: ThreadListing) =>
    sql.literal(isByState(listing) ? `thread.state, thread.tab, ${order}` : order)

  /** The conditions that other tables decide. */
  const selectionsOf = (organization_id: OrganizationId, { search, tag_id }: ThreadListing) => {
    const selections: Array<Statement.Fragment> = []
    if (tag_id !== undefined) {
      const tagged = sql`lead.reply_status_tag_id = ${tag_id}::bigint`
      selections.push(sql`thread.lead_id IN (${leadsOf(organization_id, tagged)})`)
    }
    if (search !== undefined) {
      selections.push(sql`thread.id IN (
        SELECT message.thread_id FROM mailroom.message_search message
        WHERE message.organization_id = ${organization_id}::bigint
          AND message.search_text LIKE ${containing(search)}::text
      )`)
    }
    return selections
  }

  return {
    find: (organization_id, id) =>
      read(
        "ThreadStore.find",
        shown(
          organization_id,
          sql`SELECT ${sql.literal(threadColumns)}
            ${ofThread(organization_id, sql`thread.id = ${id}::bigint AND thread.last_message_id IS NOT NULL`)}`
        ),
        readFirst(readThread)
      ),

    unread: (organization_id, filters, maximum) => {
      // The order has an index read: without it, Postgres might read the table until it finds as many.
      const counted = (tab: Thread.Tab) => {
        const listing = { ...filters, tab, is_new: true, limit: 0 }
        const selections = selectionsOf(organization_id, listing)
        const conditions = sql.and([...conditionsOf(organization_id, listing), ...selections])
        return sql`(
          SELECT count(*) FROM (
            SELECT ${ofThread(organization_id, conditions)} ORDER BY ${orderOf(listing)} ${limited(sql, maximum)}
          ) listed
        ) AS ${sql.literal(tab)}`
      }
      const statement = sql`SELECT ${counted("replies")}, ${counted("other")}`
      const readCounts = ([row]: ReadonlyArray<SqlConnection.Row>) => ({
        replies: int(row?.["replies"]),
        other: int(row?.["other"])
      })
      return isSelected(filters)
        ? readLong("ThreadStore.unread", statement.unprepared, readCounts)
        : read("ThreadStore.unread", statement, readCounts)
    },

    page: (organization_id, listing) => {
      const selections = selectionsOf(organization_id, listing)
      const conditions = sql.and([...conditionsOf(organization_id, listing), ...selections])
      const threads = sql`
        SELECT ${sql.literal(threadColumns)} ${ofThread(organization_id, conditions)}
        ORDER BY ${orderOf(listing)} ${limited(sql, listing.limit)}`
      const statement = sql`${shown(organization_id, threads)} ORDER BY ${sql.literal(order)}`
      const readThreads = (rows: ReadonlyArray<SqlConnection.Row>): ReadonlyArray<Thread.Thread> => rows.map(readThread)
      // Planned for each search and tag: what many threads match is found among the newest, what few match by an index.
      return isSelected(listing)
        ? readLong("ThreadStore.page", statement.unprepared, readThreads)
        : read("ThreadStore.page", statement, readThreads)
    }
  }
}

/** Whether other tables decide which threads are listed. */
const isSelected = ({ search, tag_id }: Pick<ThreadListing, "search" | "tag_id">) =>
  search !== undefined || tag_id !== undefined

/**
 * Whether only `threads_state_page_idx` or `threads_new_state_idx` may be read, which have few rows where few threads of the tab
 * are in the state. Without statistics of rare states, Postgres would look for them among all threads of the tab.
 */
const isByState = ({ account_id, assigned_to, campaign_id, lead_id, search, state, tab, tag_id }: ThreadListing) =>
  state !== undefined &&
  tab !== undefined &&
  [account_id, assigned_to, campaign_id, lead_id, search, tag_id].every((given) => given === undefined)
