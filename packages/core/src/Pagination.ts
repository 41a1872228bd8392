/** Offset pages and cursors (contract, section 1, "Paging"). */
import { text } from "@mailroom/mail/text"
import { Effect, Option, Result, Schema, Stream } from "effect"
import { Base64Url } from "effect/encoding"
import { described } from "./Described.ts"
import { Count } from "./Id.ts"
import type { Signer } from "./secrets/Signer.ts"
import type { Timestamp } from "./Timestamp.ts"
import type { OrganizationId } from "./ids.ts"

export const maximumLimit = 200
export const defaultLimit = 50

const limit = (maximum: number) =>
  described(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed(defaultLimit))
    ),
    "The maximum number of rows in a page."
  )

/** The requested part of a list: at most `limit` rows (default 50) after skipping `offset` rows (default 0). */
export const OffsetQuery = Schema.Struct({
  offset: described(Count.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0))), "The number of rows to skip."),
  limit: limit(maximumLimit)
})
export type OffsetQuery = typeof OffsetQuery.Type

/**
 * An `OffsetQuery` for a list by ascending id: `offset` rows are skipped among the rows after `after_id`. `total`
 * counts all rows.
 */
export interface PageQuery<Id> extends OffsetQuery {
  readonly after_id?: Id
}

/** The schema of a `PageQuery`, from the schema of its ids. */
export const pageQuery = <S extends Schema.Top>(id: S) =>
  Schema.Struct({ after_id: described(Schema.optionalKey(id), afterId), ...OffsetQuery.fields })
export const afterId = "Only rows with a greater id. It does not narrow `total`."

/** A substring to look for, ignoring case. */
export const Search = text(254)

export const maximumCursorLimit = 100

/** The requested part of a cursor list: at most `limit` rows (default 50) after the page that returned the cursor. */
export const CursorQuery = Schema.Struct({
  cursor: described(
    Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1_000))),
    "`next_cursor` of the page before, with the same filters. Opaque."
  ),
  limit: limit(maximumCursorLimit)
})
export type CursorQuery = typeof CursorQuery.Type

/** The result of a store's query: the rows of a page, and the number of rows of the whole query. */
export interface Rows<A> {
  readonly total: number
  readonly data: ReadonlyArray<A>
}

export interface OffsetPage<A> extends Rows<A>, OffsetQuery {}

/** A page of an offset list, with its fields in the order of the contract (section 1, "Paging"). */
export const offsetPage = <A>({ data, total }: Rows<A>, { limit, offset }: OffsetQuery): OffsetPage<A> => ({
  total,
  offset,
  limit,
  data
})

/**
 * All rows of a list by ascending id, in pages of at most `limit` rows. Rows that are removed meanwhile do not make it
 * skip others.
 */
export const pagesOf = <Id, Row extends { readonly id: Id }, E, R>(
  limit: number,
  read: (query: PageQuery<Id>) => Effect.Effect<Rows<Row>, E, R>
): Stream.Stream<ReadonlyArray<Row>, E, R> =>
  // The state is the id of the last row of the page before; none before the first page.
  Stream.paginate<Option.Option<Id>, ReadonlyArray<Row>, E, R>(Option.none(), (after) => {
    const part = { offset: 0, limit }
    return Effect.map(read(Option.isSome(after) ? { ...part, after_id: after.value } : part), ({ data }) => {
      const lastOfFullPage = data.length < limit ? undefined : data.at(-1)
      const nextState = Option.map(Option.fromUndefinedOr(lastOfFullPage), ({ id }) => Option.some(id))
      return [[data], nextState] as const
    })
  })

/** Rows in the list's order, and the cursor of the next page, which is absent on the last page. */
export interface CursorPage<A> {
  readonly data: ReadonlyArray<A>
  readonly has_more: boolean
  readonly next_cursor?: string
}

/** The cursor is damaged or forged, or belongs to another list, filter or organization. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {
  override get message(): string {
    return "The cursor is not one that this list gave"
  }
}

/** Identifies a list with its filters in one organization. A cursor of one scope is invalid in every other scope. */
export const cursorScope = (
  organization_id: OrganizationId,
  list: string,
  ...filters: ReadonlyArray<string | number>
) => [list, organization_id, ...filters].join("\n")

/** Filters as parts of a cursor's scope: each with its name, in a fixed order. */
export const filterScope = (
  filters: Readonly<Record<string, boolean | number | string | null>>
): ReadonlyArray<string> =>
  Object.entries(filters)
    .map((filter) => JSON.stringify(filter))
    .toSorted()

const version = "1"
const separator = "."

/** Encodes the sort key of a page's last row as a cursor: version, key and authentication code, base64url. */
export const encodeCursor = Effect.fnUntraced(function* (signer: Signer["Service"], scope: string, key: string) {
  const body = `${version}${separator}${Base64Url.encode(key)}`
  return `${body}${separator}${yield* signer.sign("cursor", `${scope}\n${body}`)}`
})

/** The sort key that `encodeCursor` encoded for the same scope. */
export const decodeCursor = Effect.fnUntraced(function* (signer: Signer["Service"], scope: string, cursor: string) {
  const end = cursor.lastIndexOf(separator)
  const body = cursor.slice(0, end)
  const code = cursor.slice(end + 1)
  const isGenuine = end > 0 && (yield* signer.verify("cursor", `${scope}\n${body}`, code))
  if (!isGenuine || !body.startsWith(version + separator)) return yield* new InvalidCursor()
  const key = Base64Url.decodeString(body.slice(version.length + separator.length))
  return Result.isSuccess(key) ? key.success : yield* new InvalidCursor()
})

/** The position of a row in a list that is sorted by an instant, then by id. */
export interface Keyset<Id extends number> {
  readonly at: Timestamp
  readonly id: Id
}

/** The position that a cursor of `cursorPage` contains. */
export const decodeKeyset = <Id extends number>(signer: Signer["Service"], scope: string, cursor: string) =>
  Effect.map(decodeCursor(signer, scope, cursor), (key): Keyset<Id> => {
    const [at, id] = key.split(" ")
    return { at: at as Timestamp, id: Number(id) as Id }
  })

/**
 * A page with at most `limit` of the rows. Pass `limit + 1` rows if there are that many: the additional row shows that
 * another page follows.
 */
export const cursorPage = <A>(
  signer: Signer["Service"],
  scope: string,
  rows: ReadonlyArray<A>,
  limit: number,
  keysetOf: (row: A) => Keyset<number>
): Effect.Effect<CursorPage<A>> =>
  withCursor(signer, scope, { data: rows.slice(0, limit), has_more: rows.length > limit }, keysetOf)

/** Adds the cursor of the next page. */
export const withCursor = <A>(
  signer: Signer["Service"],
  scope: string,
  page: Pick<CursorPage<A>, "data" | "has_more">,
  keysetOf: (row: A) => Keyset<number>
): Effect.Effect<CursorPage<A>> =>
  withKey(signer, scope, page, (row) => {
    const { at, id } = keysetOf(row)
    return `${at} ${id}`
  })

/** Like `withCursor`, for a list with another sort key: `decodeCursor` returns the key of the last row. */
export const withKey = <A>(
  signer: Signer["Service"],
  scope: string,
  { data, has_more }: Pick<CursorPage<A>, "data" | "has_more">,
  keyOf: (row: A) => string
): Effect.Effect<CursorPage<A>> => {
  const last = data.at(-1)
  if (!has_more || last === undefined) return Effect.succeed({ data, has_more: false })
  return Effect.map(encodeCursor(signer, scope, keyOf(last)), (next_cursor) => ({
    data,
    has_more: true,
    next_cursor
  }))
}
