/** The sums of analytics, in rows of 15 minutes and of whole days in UTC. */
import { type Campaign, type OrganizationId, type Range, Rollup, RollupStore, type Timestamp } from "@mailroom/core"
import { Effect, Option, Record, Struct } from "effect"
import type { SqlConnection } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { locking } from "./internal/database/insertion.ts"
import { instant, int, type Row } from "./internal/database/values.ts"

const day = 86_400_000
/** Minutes that a row of sums covers. */
export const resolutions = { quarter: 15, day: 1440 }

const metricList = (textOf: (metric: Rollup.Metric) => string) => Rollup.metricNames.map(textOf).join(", ")

const metricColumns = metricList((metric) => metric)
const columnsOfChange = `campaign_id, dimension, resolution, bucket, dimension_id, ${metricColumns}`
const addedMetrics = metricList((metric) => `${metric} = rollup.${metric} + excluded.${metric}`)

/** Whether a row is not all zero. */
const isCounted = Rollup.metricNames.map((metric) => `${metric} <> 0`).join(" OR ")

type Metrics = { -readonly [M in Rollup.Metric]?: number }

/** The changes, each of which is about 15 minutes, and after them their sums by day; all with their resolution. */
const withDays = (changes: ReadonlyArray<Rollup.RollupChange>) => {
  const days = new Map<string, Omit<Rollup.RollupChange, "bucket" | "metrics"> & { bucket: string; metrics: Metrics }>()
  for (const { metrics, ...change } of changes) {
    const bucket = `${change.bucket.slice(0, 10)}T00:00:00.000Z`
    const key = `${change.campaign_id} ${change.dimension} ${change.dimension_id ?? 0} ${bucket}`
    const sum = days.get(key) ?? { ...change, bucket, metrics: {} }
    days.set(key, sum)
    for (const metric of Struct.keys(metrics)) {
      sum.metrics[metric] = (sum.metrics[metric] ?? 0) + (metrics[metric] ?? 0)
    }
  }
  return [
    ...changes.map((change) => ({ ...change, resolution: resolutions.quarter })),
    ...Array.from(days.values(), (change) => ({ ...change, resolution: resolutions.day }))
  ]
}

const readMetrics = Column.readerOf<Rollup.Metrics>(Record.map(Rollup.zero, () => Column.Int))

/** The rows to read for a range: sums of its whole days, and sums of 15 minutes before and after them. */
interface Part {
  readonly place: number
  readonly resolution: number
  readonly start: string
  readonly before: string
}
const partColumns = { place: Column.Int, resolution: Column.Int, start: Column.Instant, before: Column.Instant }
/** The parts of a range, which `place` numbers. A `null` start or end is infinite. */
const partsOf = ({ end, start }: Range, place: number): ReadonlyArray<Part> => {
  const firstDay = start === null ? -Infinity : Math.ceil(Date.parse(start) / day) * day
  const lastDay = end === null ? Infinity : Math.floor(Date.parse(end) / day) * day
  const from = start ?? "-infinity"
  const to = end ?? "infinity"
  if (firstDay >= lastDay) return [{ place, resolution: resolutions.quarter, start: from, before: to }]
  const first = Number.isFinite(firstDay) ? new Date(firstDay).toISOString() : from
  const last = Number.isFinite(lastDay) ? new Date(lastDay).toISOString() : to
  return [
    { place, resolution: resolutions.quarter, start: from, before: first },
    { place, resolution: resolutions.day, start: first, before: last },
    { place, resolution: resolutions.quarter, start: last, before: to }
  ].filter((part) => part.start !== part.before)
}

/**
 * The rows to read for all ranges between boundaries. Where ranges last two days or less on average, that is one part of
 * quarters: reading each range alone would take longer.
 */
const partsOfSeries = (boundaries: ReadonlyArray<Timestamp.Timestamp>): ReadonlyArray<Part> => {
  const ranges = boundaries.slice(1).map((end, i) => ({ start: boundaries[i] ?? end, end }))
  const [start = ""] = boundaries
  const before = boundaries.at(-1) ?? start
  if (boundaries.every((boundary) => Date.parse(boundary) % day === 0)) {
    return [{ place: 0, resolution: resolutions.day, start, before }]
  }
  return Date.parse(before) - Date.parse(start) <= 2 * day * ranges.length
    ? [{ place: 0, resolution: resolutions.quarter, start, before }]
    : ranges.flatMap(partsOf)
}

export const rollupStore = (database: Database): RollupStore["Service"] => {
  const { read, readLong, sql, atomic, write } = database
  /**
   * The sums of these campaigns in the range, by the id in the dimension. `groupBy` is `part` for the sum over all campaigns,
   * or `campaign` for one sum per campaign: `place` is then its position in `campaign_ids`, from 1.
   */
  const sumsOf = (
    operation: string,
    organization_id: OrganizationId,
    campaign_ids: ReadonlyArray<Campaign.CampaignId>,
    dimension: Rollup.Dimension,
    range: Range,
    groupBy: "campaign" | "part" = "part"
  ) =>
    // Postgres reads one stretch of the index per part and campaign: of several campaigns that may take long.
    (campaign_ids.length > 1 ? readLong : read)(
      operation,
      sql<Row<"dimension_id" | "place"> & SqlConnection.Row>`
        SELECT ${sql(groupBy)}.place, dimension_id, ${sql.literal(metricList((metric) => `sum(${metric})::bigint AS ${metric}`))}
        FROM ${Column.rowsOf(sql, partColumns, partsOf(range, 0), "part")}
        CROSS JOIN unnest(${campaign_ids}::text[]::uuid[]) WITH ORDINALITY AS campaign (id, place)
        CROSS JOIN LATERAL (
          SELECT dimension_id, ${sql.literal(metricList((metric) => `sum(${metric}) AS ${metric}`))}
          FROM mailroom.rollups
          WHERE organization_id = ${organization_id}::bigint AND campaign_id = campaign.id
            AND dimension = ${dimension}::text AND resolution = part.resolution
            AND bucket >= part.start AND bucket < part.before
          GROUP BY dimension_id
        ) summed
        GROUP BY ${sql(groupBy)}.place, dimension_id
        ORDER BY ${sql(groupBy)}.place, nullif(dimension_id, 0) NULLS LAST`,
      (rows) =>
        rows.map((row) => ({
          place: int(row.place),
          id: int(row.dimension_id) || null,
          metrics: readMetrics(row)
        }))
    )

  return RollupStore.of({
    // A rebuild locks the organization, so that nothing is added to sums that it deletes. The columns come as arrays, which
    // Postgres reads faster than JSON: half its time for the row "POST /events, 100" of the bench is spent on these sums.
    add: (organization_id, changes) => {
      const rows = withDays(changes)
      const column = (valueOf: (change: (typeof rows)[number]) => number | string) => `{${rows.map(valueOf).join()}}`
      const amounts = Rollup.metricNames.map(
        (metric) => sql`${column(({ metrics }) => metrics[metric] ?? 0)}::integer[]`
      )
      const organization = locking(database, {
        alias: "organization",
        columns: "id",
        where: sql`organization.id = ${organization_id}::bigint`,
        lock: "FOR SHARE"
      })
      return Effect.andThen(
        organization.before("RollupStore.add"),
        write(
          "RollupStore.add",
          sql`
            ${organization.with}
            INSERT INTO mailroom.rollups AS rollup (organization_id, ${sql.literal(columnsOfChange)})
            SELECT organization.id, change.*
            FROM ${organization.from}, unnest(
              ${column(({ campaign_id }) => campaign_id)}::uuid[],
              ${column(({ dimension }) => dimension)}::text[],
              ${column(({ resolution }) => resolution)}::integer[],
              ${column(({ bucket }) => bucket)}::timestamptz[],
              ${column(({ dimension_id }) => dimension_id ?? 0)}::bigint[],
              ${sql.csv(amounts)}
            ) AS change (${sql.literal(columnsOfChange)})
            WHERE ${organization.where}
            ORDER BY change.campaign_id, change.dimension COLLATE "C", change.resolution, change.bucket,
              change.dimension_id
            ON CONFLICT ON CONSTRAINT rollups_pkey
            DO UPDATE SET ${sql.literal(addedMetrics)}`
        )
      )
    },

    sum: (organization_id, campaign_ids, dimension, range) =>
      Effect.map(sumsOf("RollupStore.sum", organization_id, campaign_ids, dimension, range), (rows) =>
        rows.flatMap(({ id, metrics }) => (isZero(metrics) ? [] : [{ id, metrics }]))
      ),

    sumCampaigns: (organization_id, campaign_ids, range) =>
      Effect.map(
        sumsOf("RollupStore.sumCampaigns", organization_id, campaign_ids, "campaign", range, "campaign"),
        (rows) => {
          const byPlace = new Map(rows.map(({ metrics, place }) => [place, metrics]))
          return campaign_ids.map((_, i) => byPlace.get(i + 1) ?? Rollup.zero)
        }
      ),

    sumAccounts: (organization_id, spans) => {
      const parts = spans.flatMap(({ account_id, ...range }, place) =>
        partsOf(range, place).map((part) => ({ account_id, ...part }))
      )
      return read(
        "RollupStore.sumAccounts",
        sql<Row<"bounced" | "contacted" | "place" | "sent">>`
          SELECT place, coalesce(sum(summed.sent), 0)::bigint AS sent,
            coalesce(sum(summed.contacted), 0)::bigint AS contacted, coalesce(sum(summed.bounced), 0)::bigint AS bounced
          FROM ${Column.rowsOf(sql, { account_id: Column.Int, ...partColumns }, parts, "part")}
          CROSS JOIN LATERAL (
            SELECT sum(sent) AS sent, sum(contacted) AS contacted, sum(bounced) AS bounced FROM mailroom.rollups
            WHERE organization_id = ${organization_id}::bigint AND dimension = 'account'
              AND dimension_id = part.account_id AND resolution = part.resolution
              AND bucket >= part.start AND bucket < part.before
          ) summed
          GROUP BY place`,
        (rows) => {
          const byPlace = new Map(
            rows.map((row) => [
              int(row.place),
              { sent: int(row.sent), contacted: int(row.contacted), bounced: int(row.bounced) }
            ])
          )
          return spans.map((_, place) => byPlace.get(place) ?? { sent: 0, contacted: 0, bounced: 0 })
        }
      )
    },

    series: (organization_id, campaign_ids, boundaries) => {
      if (boundaries.length < 2) return Effect.succeed([])
      const statement = sql<Row<"place"> & SqlConnection.Row>`
        SELECT width_bucket(bucket, ${boundaries}::text[]::timestamptz[]) - 1 AS place,
          ${sql.literal(metricList((metric) => `sum(${metric})::bigint AS ${metric}`))}
        FROM ${Column.rowsOf(sql, partColumns, partsOfSeries(boundaries), "part")}
        CROSS JOIN unnest(${campaign_ids}::text[]::uuid[]) AS campaign (id)
        CROSS JOIN LATERAL (
          SELECT bucket, ${sql.literal(metricColumns)} FROM mailroom.rollups
          WHERE organization_id = ${organization_id}::bigint AND campaign_id = campaign.id AND dimension = 'campaign'
            AND resolution = part.resolution AND bucket >= part.start AND bucket < part.before
        ) rollup
        GROUP BY 1`
      return (campaign_ids.length > 1 ? readLong : read)("RollupStore.series", statement, (rows) => {
        const byPlace = new Map(rows.map((row) => [int(row.place), readMetrics(row)]))
        return boundaries.slice(1).map((_, place) => byPlace.get(place) ?? Rollup.zero)
      })
    },

    // Reads two rows of the index for each campaign: its first and its last sum.
    extent: (organization_id, campaign_ids) => {
      const outermost = (order: "ASC" | "DESC") => sql`
        SELECT bucket FROM mailroom.rollups
        WHERE organization_id = ${organization_id}::bigint AND campaign_id = campaign.id AND dimension = 'campaign'
          AND resolution = ${sql.literal(String(resolutions.quarter))} AND (${sql.literal(isCounted)})
        ORDER BY bucket ${sql.literal(order)} FETCH FIRST 1 ROW ONLY`
      return read(
        "RollupStore.extent",
        sql<Row<"first" | "last">>`
          SELECT min(first.bucket) AS first, max(last.bucket) AS last
          FROM unnest(${campaign_ids}::text[]::uuid[]) AS campaign (id)
          CROSS JOIN LATERAL (${outermost("ASC")}) first
          CROSS JOIN LATERAL (${outermost("DESC")}) last
          HAVING count(*) > 0`,
        ([row]) =>
          row === undefined ? Option.none() : Option.some({ first: instant(row.first), last: instant(row.last) })
      )
    },

    // The lock is a separate statement, so that DELETE sees all that was added before it.
    clear: (organization_id) =>
      atomic(
        Effect.andThen(
          write(
            "RollupStore.clear",
            sql`SELECT FROM mailroom.organizations WHERE id = ${organization_id}::bigint FOR NO KEY UPDATE`
          ),
          write(
            "RollupStore.clear",
            sql`DELETE FROM mailroom.rollups WHERE organization_id = ${organization_id}::bigint`
          )
        )
      )
  })
}

const isZero = (metrics: Rollup.Metrics) => Rollup.metricNames.every((metric) => metrics[metric] === 0)
