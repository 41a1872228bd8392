/** Lists of leads as statements: of a campaign, as `readPage` reads them, and of all, as `listingOf` does. */
import type { Campaign, Lead, LeadListing, LeadQuery, OrganizationId } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { isShown } from "./hidden.ts"
import {
  changedInOrder,
  changedLeads,
  isInTimes,
  isUnfiltered,
  keptTotal,
  leadsWith,
  passing,
  passingTimes,
  searched,
  statesOf,
  unsorted
} from "./leadFilters.ts"
import { idsBy, isByState, leadsBy, orders, stateRuns } from "./leadOrders.ts"
import { listingOf, rowsOf } from "./leadRows.ts"
import { limited } from "../database/paged.ts"
import { contains, type Row } from "../database/values.ts"

type Sql = Database["sql"]

/** So many leads are skipped together with their rows: apart, each lead of the page would be looked up. */
const fewSkipped = 200

/**
 * A page of a campaign. The outer query has one row, the campaign, so the leads come in the order of the inner query.
 * Only the index by campaign and id has that order. By the primary key, Postgres might read a million leads of other
 * campaigns. The inner query takes the campaign's id from the outer row: with a parameter, Postgres would plan each
 * call again, and planning costs more than the read (the rows "leads, limit 1" and "leads, limit 50" of the bench).
 */
export const campaignPage = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  { after_id, custom_fields = false, limit, offset }: LeadQuery
) => {
  const { shown } = listingOf({ custom_fields })
  // A literal: for a parameter, Postgres would expect a tenth of the leads.
  const first = limited(sql, limit)
  const rows = (columns: string, skip: Statement.Fragment) => sql`
    SELECT ${sql.literal(columns)} FROM mailroom.leads
    WHERE organization_id = ${organization_id}::bigint
      AND campaign_id BETWEEN campaign.id AND campaign.id
      AND (campaign_id, id) > (campaign.id, ${after_id ?? 0}::bigint)
    ORDER BY campaign_id, id ${first} ${skip}`
  return inCampaign(
    sql,
    organization_id,
    campaign_id,
    sql`campaign.lead_count`,
    offset <= fewSkipped
      ? rows(shown, offset === 0 ? sql.literal("") : sql`OFFSET ${offset}::bigint`)
      : // Rows are skipped in the index alone.
        rowsOf(sql, organization_id, { custom_fields }, rows("id", sql`OFFSET ${offset}::bigint`))
  ).values
}

/** Every `step`th lead of a campaign by ascending id, from the first one on, with the version of its leads. */
export const placesIn = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  step: number
) => sql<Row<"ids" | "version">>`
  SELECT ${sql.literal(version)} AS version, ARRAY(
    SELECT id FROM (
      SELECT id, row_number() OVER (ORDER BY campaign_id, id) AS place FROM mailroom.leads
      WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid
    ) lead
    WHERE place % ${sql.literal(String(step))} = 1 ORDER BY id
  ) AS ids
  FROM mailroom.campaigns campaign
  WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid`

/** A page of a campaign's leads in some states. `keptTotal` gives its total. */
export const statePage = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  { after_id, custom_fields = false, limit, offset, ...filter }: LeadQuery
) => {
  // The offset is a parameter, so that all pages but the first have the same text.
  const most = offset === 0 ? limited(sql, limit) : sql`${limited(sql, limit)} + ${offset}::bigint`
  const skip = offset === 0 ? sql.literal("") : sql`OFFSET ${offset}::bigint`
  return inCampaign(
    sql,
    organization_id,
    campaign_id,
    keptTotal(sql, organization_id, campaign_id, filter),
    rowsOf(
      sql,
      organization_id,
      { custom_fields },
      sql`
        SELECT found.id FROM ${statesOf(sql, filter)}
        CROSS JOIN LATERAL (
          SELECT id FROM mailroom.leads
          WHERE organization_id = ${organization_id}::bigint
            AND (campaign_id, status, stop_sending, id) > (campaign.id, state.status, state.stopped, ${after_id ?? 0}::bigint)
            AND (campaign_id, status, stop_sending) <= (campaign.id, state.status, state.stopped)
          ORDER BY campaign_id, status, stop_sending, id ${most}
        ) found
        ORDER BY found.id ${limited(sql, limit)} ${skip}`
    )
  ).values
}

/** Whether one of these filters is given, which find few leads by an index. */
const isIndexed = ({
  first,
  search,
  tag_id
}: { readonly [Name in "first" | "search" | "tag_id"]?: unknown }): boolean =>
  [first, search, tag_id].some((given) => given !== undefined)

/**
 * A sorted page of a campaign's leads that pass a status or `stop_sending`. `keptTotal` gives its total. With `few`, the page is
 * looked for only among so many of the last mails.
 */
export const sortedPage = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  { custom_fields = false, limit, offset, sort = "last_mail", ...filter }: LeadQuery,
  few?: number
) => {
  const { shown } = listingOf({ custom_fields })
  const own = sql`organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid`
  const { ofLead, order } = orders[sort]
  const isAnyState = filter.status === undefined && filter.stop_sending === undefined
  const ordered = sql`ORDER BY ${sql.literal(order)} LIMIT ${limit}::bigint OFFSET ${offset}::bigint`
  const isOfRows = sort === "answer" ? isAnyState && offset <= fewSkipped : !isAnyState && few === undefined
  return inCampaign(
    sql,
    organization_id,
    campaign_id,
    keptTotal(sql, organization_id, campaign_id, filter),
    isOfRows
      ? sql`
          SELECT ${sql.literal(shown)} FROM ${leadsBy(sql, organization_id, campaign_id, sql`mailroom.leads`, sort)}
          WHERE ${sql.and([own, ...passing(sql, organization_id, filter)])} ${ordered}`
      : // Rows are skipped and filtered in the index alone.
        rowsOf(
          sql,
          organization_id,
          { custom_fields },
          sql`${idsBy(sql, own, sort, passingTimes(sql, filter), few)} ${ordered}`,
          ofLead
        )
  ).valuesUnprepared
}

/**
 * A page of a campaign's leads that a search finds, or that carry a tag, and `count`, the statement that counts them all.
 * With `few`, the page is looked for only among so many of the leads that come first, where each is looked at, and each lead of the
 * campaign is looked at for the total.
 * Postgres plans each call, because most searches find few leads, and some find most. The total is counted apart from the
 * page: for many leads, an index alone answers that, at an eighth of the cost of collecting the leads for both. A first page
 * that is not full is the total; otherwise the page has NULL instead.
 */
export const foundPage = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  query: LeadQuery,
  few?: number
) => {
  const { address, after_id, custom_fields = false, limit, offset, search, sort, ...filter } = query
  const { shown } = listingOf({ custom_fields })
  const { updated_since } = filter
  const changes =
    updated_since === undefined || address !== undefined ? undefined : { updated_since, campaign_id, filter }
  const order = sql.literal(sort === undefined ? (changes === undefined ? "id" : "change.lead_id") : orders[sort].order)
  const among =
    changes === undefined ? leadsWith(sql, organization_id, address) : changedLeads(sql, organization_id, changes)
  const inOrder =
    changes === undefined || sort !== undefined
      ? among
      : changedInOrder(sql, organization_id, {
          ...changes,
          direction: "ASC",
          ids: sql`> ${after_id ?? 0}::bigint`,
          isIndexed: isIndexed({ search, ...filter })
        })
  const own = sql`organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid`
  const inEvents = sql`AND campaign_id = ${campaign_id}::uuid`
  // An index has the positive leads, which are few: reading each costs less than all leads with such an event.
  const isFew = few !== undefined || filter.is_positive === true
  const where = (conditions: ReadonlyArray<Statement.Fragment>, isCounted = false) => sql`
    WHERE ${sql.and([
      own,
      ...conditions,
      ...passing(sql, organization_id, filter, { eventCondition: inEvents, isCounted, isFew })
    ])}`
  const count = (...conditions: ReadonlyArray<Statement.Fragment>) =>
    sql`(SELECT count(*) FROM ${among} ${where(conditions, true)})`
  const found =
    search === undefined
      ? undefined
      : {
          folded: contains(sql, "address", search),
          given: contains(sql, "email_given", search)
        }
  const matching = found === undefined ? [] : [sql`(${found.folded} OR ${found.given})`]
  const isOnlyOfPositive =
    filter.is_positive !== undefined && isUnfiltered({ address, search, ...filter, is_positive: undefined })
  const positive = sql`(SELECT count(*) FROM mailroom.leads WHERE ${own} AND is_positive)`
  const total =
    found !== undefined
      ? // Counted apart: the index that holds every address holds its normal form only. Few leads have another spelling.
        sql`${count(found.folded)} + ${count(found.given, sql`NOT ${found.folded}`)}`
      : isOnlyOfPositive
        ? sql`${sql.literal(filter.is_positive === true ? "" : "campaign.lead_count - ")}${positive}`
        : address === undefined && isInTimes(filter)
          ? sql`(SELECT count(*) FROM mailroom.lead_times WHERE ${sql.and([own, ...passingTimes(sql, filter)])})`
          : count()
  const page = inCampaign(
    sql,
    organization_id,
    campaign_id,
    offset > 0 || after_id !== undefined
      ? sql.literal("NULL::bigint")
      : sql`CASE WHEN count(page.id) OVER () < ${limit}::bigint THEN count(page.id) OVER () END`,
    few !== undefined
      ? sql`
          SELECT ${sql.literal(shown)} FROM (
            SELECT * FROM mailroom.leads WHERE ${own} AND id > ${after_id ?? 0}::bigint
            ORDER BY campaign_id, id ${limited(sql, few)}
          ) leads
          WHERE ${sql.and([...matching, ...passing(sql, organization_id, filter, { isFew: true })])}
          ORDER BY id LIMIT ${limit}::bigint OFFSET ${offset}::bigint`
      : isByState({ address, sort, ...filter })
        ? stateRuns(sql, organization_id, campaign_id, query, matching)
        : sql`
      SELECT ${sql.literal(shown)} FROM ${leadsBy(sql, organization_id, campaign_id, inOrder, sort)}
      ${where(matching)} AND id > ${after_id ?? 0}::bigint
      ORDER BY ${order} LIMIT ${limit}::bigint OFFSET ${offset}::bigint`,
    versionOf(filter)
  ).valuesUnprepared
  return {
    page,
    count: sql<Row<"total" | "version">>`
      SELECT ${total} AS total, ${sql.literal(versionOf(filter))} AS version FROM mailroom.campaigns campaign
      WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid`.unprepared
  }
}

/**
 * Leads of all campaigns by descending id, by the index that the filter needs. With `newest`, only so many of the newest leads are
 * searched. Without it, `updated_since` looks up changed leads, the newest one first.
 */
export const list = (sql: Sql, organization_id: OrganizationId, listing: LeadListing, newest?: number) => {
  const {
    address,
    before = Number.MAX_SAFE_INTEGER,
    campaign_id,
    custom_fields = false,
    limit,
    search,
    ...filter
  } = listing
  const { shown } = listingOf({ custom_fields })
  const first = limited(sql, limit)
  const conditions: ReadonlyArray<Statement.Fragment> = [
    sql`organization_id = ${organization_id}::bigint AND id < ${before}::bigint`,
    isShown(sql, organization_id),
    ...(campaign_id === undefined ? [] : [sql`campaign_id = ${campaign_id}::uuid`]),
    ...(search === undefined ? [] : [searched(sql, search)]),
    ...passing(sql, organization_id, filter, {
      ...(campaign_id !== undefined && { eventCondition: sql`AND campaign_id = ${campaign_id}::uuid` }),
      isFew: newest !== undefined
    })
  ]
  const { updated_since } = filter
  const changes =
    updated_since === undefined || address !== undefined || newest !== undefined
      ? undefined
      : { updated_since, campaign_id, filter }
  const leadsAmong = () => {
    const own = sql`organization_id = ${organization_id}::bigint AND id < ${before}::bigint`
    if (newest !== undefined) {
      return sql`(SELECT * FROM mailroom.leads WHERE ${own} ORDER BY id DESC ${limited(sql, newest)}) leads`
    }
    if (changes === undefined) return leadsWith(sql, organization_id, address)
    return changedInOrder(sql, organization_id, {
      ...changes,
      direction: "DESC",
      ids: sql`< ${before}::bigint`,
      isIndexed: isIndexed({ search, ...filter })
    })
  }
  const newestOf = (chosen: Statement.Fragment) =>
    rowsOf(sql, organization_id, { custom_fields }, chosen, "lead.id DESC")
  const inAnyState = filter.status === undefined && filter.stop_sending === undefined
  const { verification_status } = filter
  if (
    verification_status !== undefined &&
    isUnfiltered({ address, campaign_id, search, ...filter, verification_status: undefined })
  ) {
    // As in `statePage`: the order says which index to read.
    return newestOf(sql`
      SELECT id FROM mailroom.leads
      WHERE organization_id = ${organization_id}::bigint
        AND (verification_status, id) < (${verification_status}::text, ${before}::bigint)
        AND verification_status >= ${verification_status}::text AND ${isShown(sql, organization_id)}
      ORDER BY verification_status DESC, id DESC ${first}`)
  }
  const isSelected = [address, search, ...unsorted(filter)].some((given) => given !== undefined)
  if (isSelected || (campaign_id === undefined && inAnyState)) {
    return sql`
      SELECT ${sql.literal(shown)} FROM ${leadsAmong()} WHERE ${sql.and(conditions)}
      ORDER BY ${sql.literal(changes === undefined ? "id" : "change.lead_id")} DESC ${first}`
  }
  // As in `campaignPage` and `statePage`: the order says which index to read.
  const ids = inAnyState
    ? sql`
        mailroom.campaigns campaign CROSS JOIN LATERAL (
          SELECT id FROM mailroom.leads
          WHERE organization_id = ${organization_id}::bigint
            AND campaign_id BETWEEN campaign.id AND campaign.id AND (campaign_id, id) < (campaign.id, ${before}::bigint)
          ORDER BY campaign_id DESC, id DESC ${first}
        ) found`
    : sql`
        mailroom.campaigns campaign CROSS JOIN ${statesOf(sql, filter)} CROSS JOIN LATERAL (
          SELECT id FROM mailroom.leads
          WHERE organization_id = ${organization_id}::bigint
            AND (campaign_id, status, stop_sending, id) < (campaign.id, state.status, state.stopped, ${before}::bigint)
            AND (campaign_id, status, stop_sending) >= (campaign.id, state.status, state.stopped)
          ORDER BY campaign_id DESC, status DESC, stop_sending DESC, id DESC ${first}
        ) found`
  const inAllCampaigns = sql`
    ${statesOf(sql, filter)} CROSS JOIN LATERAL (
      SELECT id FROM mailroom.leads
      WHERE organization_id = ${organization_id}::bigint
        AND (status, stop_sending, id) < (state.status, state.stopped, ${before}::bigint)
        AND (status, stop_sending) >= (state.status, state.stopped) AND ${isShown(sql, organization_id)}
      ORDER BY status DESC, stop_sending DESC, id DESC ${first}
    ) found`
  const inOne = sql`${ids}
    WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.deleted_at IS NULL
      AND campaign.id = ${campaign_id ?? null}::uuid`
  return newestOf(sql`
    SELECT found.id FROM ${campaign_id === undefined ? inAllCampaigns : inOne}
    ORDER BY found.id DESC ${first}`)
}

/** The version of a campaign's leads: it changes with every lead that comes, goes, or gets another address or tag. */
const version = "campaign.lead_count || ' ' || campaign.leads_changed"

/** The version of the leads in one state, which also changes with their states. */
const versionOf = ({ status, stop_sending }: Lead.LeadFilter): string =>
  status === undefined && stop_sending === undefined ? version : `${version} || ' ' || campaign.states_changed`

/** A page, with its total and the version of the campaign's leads. */
const inCampaign = (
  sql: Sql,
  organization_id: OrganizationId,
  campaign_id: Campaign.CampaignId,
  total: Statement.Fragment,
  page: Statement.Fragment,
  counted: string = version
) => sql`
  SELECT page.*, ${total} AS total, ${sql.literal(counted)} AS version
  FROM mailroom.campaigns campaign
  LEFT JOIN LATERAL (${page}) page ON TRUE
  WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid
    AND campaign.deleted_at IS NULL`
