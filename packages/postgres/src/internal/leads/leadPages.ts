/** `LeadStore.page`: a page of a campaign's leads with its total. */
import type { LeadQuery, LeadStore, OrganizationId } from "@mailroom/core"
import { Effect, Option } from "effect"
import type { Database } from "../database/Database.ts"
import { makeKept } from "../database/kept.ts"
import { makeKeptTotals } from "../database/keptPages.ts"
import { array, int, readFirst, text } from "../database/values.ts"
import { campaignPage, foundPage, placesIn, sortedPage, statePage } from "./leadLists.ts"
import { hasFewChanges, unsorted } from "./leadFilters.ts"
import { type Page, readPage } from "./leadRows.ts"

/** How many leads are between two places that are kept. */
const step = 1_000
/** The number of leads that are searched before the index of events is used. */
const few = 2_000
/** The number of last mails that are searched for leads in a state, in an index alone. */
const fewMails = 20_000

/** Whether most leads may have the first event: then looking at all leads takes less than finding these by the index of events. */
const isOfMost = ({ first }: LeadQuery) =>
  (first?.type === "sent" || first?.type === "opened") && first.since === undefined && first.until === undefined

export const leadPages = (database: Database): LeadStore["Service"]["page"] => {
  const { isNested, read, readLong, sql } = database
  const totalOf = makeKeptTotals({ isNested, readLong })
  const places = makeKept<ReadonlyArray<number>>()
  const operation = "LeadStore.page"
  type Of = readonly [organization_id: OrganizationId, campaign_id: Parameters<LeadStore["Service"]["page"]>[1]]

  /**
   * The page, if the first `few` leads of the campaign fill it, as with a first event that many leads have, or when most leads have
   * changed. `undefined`: search by the events or the changes.
   */
  const among = Effect.fnUntraced(function* (of: Of, query: LeadQuery) {
    const { address, first, limit, offset, sort, updated_since } = query
    if (address !== undefined || sort !== undefined || offset > few / 10) return undefined
    if (first === undefined) {
      if (updated_since === undefined) return undefined
      const [organization_id, campaign_id] = of
      const changes = { updated_since, campaign_id }
      if (yield* hasFewChanges(database, operation, organization_id, changes)) return undefined
    }
    const found = yield* readLong(operation, foundPage(sql, ...of, query, few).page, readPage(query))
    if (Option.isNone(found)) return found
    const { data, version } = found.value
    return data.length === limit ? Option.some({ data, version, total: null }) : undefined
  })

  /** The total is kept as long as the leads that it counts are the same. */
  const found = Effect.fnUntraced(function* (of: Of, query: LeadQuery) {
    const { address, first, is_positive, search, status, stop_sending, tag_id, updated_since, verification_status } =
      query
    const { count, page } = foundPage(sql, ...of, query)
    const common = yield* among(of, query)
    const answer = common ?? (yield* readLong(operation, page, readPage(query)))
    if (Option.isNone(answer) || answer.value.total !== null) return answer
    const { data, version } = answer.value
    const changesWithVersion = [first, is_positive, updated_since, verification_status].every(
      (given) => given === undefined
    )
    const filters = { address, search, status, stop_sending, tag_id }
    const key = changesWithVersion ? JSON.stringify([...of, filters]) : undefined
    const counting = common !== undefined && isOfMost(query) ? foundPage(sql, ...of, query, few).count : count
    return Option.some({ data, version, total: yield* totalOf(operation, { key, version, counting }) })
  })

  const sorted = (of: Of, query: LeadQuery, few?: number) =>
    readLong(operation, sortedPage(sql, ...of, query, few), readPage(query))

  /** The page, if the `fewMails` leads that got a mail last fill it, as with a state that many leads have. `undefined`: search all leads. */
  const sortedAmong = Effect.fnUntraced(function* (of: Of, query: LeadQuery) {
    const { limit, offset, sort, status, stop_sending } = query
    const isFiltered = status !== undefined || stop_sending !== undefined
    if (sort !== "last_mail" || !isFiltered || offset > fewMails / 10) return undefined
    const found = yield* sorted(of, query, fewMails)
    return Option.isNone(found) || found.value.data.length === limit ? found : undefined
  })

  const findPlaces = (of: Of) =>
    readLong(
      operation,
      placesIn(sql, ...of, step),
      readFirst((row) => ({ version: text(row.version), value: array(row.ids).map((id) => int(id)) }))
    )

  /**
   * A page at a large offset. The id of every `step`-th lead is kept, so that few leads are skipped. These places stay right while leads
   * come, because new leads have greater ids, until one goes.
   */
  const deep = Effect.fnUntraced(function* (of: Of, query: LeadQuery) {
    const key = JSON.stringify(of)
    const nth = Math.floor(query.offset / step)
    // The last word of a version grows when a lead goes, and also, without need, when an address or a tag of a lead changes.
    const changesIn = (version: string) => version.split(" ").at(-1)
    const from = (ids: ReadonlyArray<number>) => {
      const lead = ids.at(Math.min(nth, ids.length - 1))
      // `after_id` leaves out its own lead.
      const after = lead === undefined ? {} : { after_id: (lead - 1) as NonNullable<LeadQuery["after_id"]> }
      const offset = query.offset - step * Math.max(0, Math.min(nth, ids.length - 1))
      return read(operation, campaignPage(sql, ...of, { ...query, ...after, offset }), readPage(query))
    }
    const known = places.last(key)
    if (known !== undefined) {
      const page = yield* from(known.value)
      if (Option.isNone(page)) return page
      const { total, version } = page.value
      const reaches = known.value.length > nth || known.value.length * step >= int(total)
      if (reaches && changesIn(version) === changesIn(known.version)) return page
    }
    const fresh = yield* findPlaces(of)
    if (Option.isNone(fresh)) return Option.none()
    places.keep(key, fresh.value)
    const page = yield* from(fresh.value.value)
    const isRight = Option.isNone(page) || changesIn(page.value.version) === changesIn(fresh.value.version)
    return isRight ? page : yield* read(operation, campaignPage(sql, ...of, query), readPage(query))
  })

  const pageOf = Effect.fnUntraced(function* (of: Of, query: LeadQuery) {
    const { address, after_id, offset, search, sort, status, stop_sending } = query
    if ([address, search, ...unsorted(query)].some((given) => given !== undefined)) return yield* found(of, query)
    if (sort !== undefined) return (yield* sortedAmong(of, query)) ?? (yield* sorted(of, query))
    const isPlain = status === undefined && stop_sending === undefined
    if (isPlain && offset >= step && after_id === undefined && !(yield* isNested)) return yield* deep(of, query)
    return yield* read(operation, (isPlain ? campaignPage : statePage)(sql, ...of, query), readPage(query))
  })

  return (organization_id, campaign_id, query) =>
    Effect.map(
      pageOf([organization_id, campaign_id], query),
      Option.map(({ data, total }: Page) => ({ total: int(total), data }))
    )
}
