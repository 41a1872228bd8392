/** Use cases as promises: the same methods, with plain arguments and results. Derived, so none can be missing. */
import { type Brand, Effect, Option, Predicate, Redacted, Stream } from "effect"

/**
 * A value without Effect: ids and instants without brands, an `Option` as a value or `null`, a `Redacted` as its text, a
 * `Stream` as an async iterable.
 */
export type Plain<A> = unknown extends A
  ? A
  : A extends Brand.Brand<any>
    ? Brand.Brand.Unbranded<A>
    : A extends Option.Option<infer Value>
      ? Plain<Value> | null
      : A extends Redacted.Redacted<infer Value>
        ? Value
        : A extends Stream.Stream<infer Chunk, any, any>
          ? AsyncIterable<Chunk>
          : A extends Uint8Array | Date
            ? A
            : A extends object
              ? { [K in keyof A]: Plain<A[K]> }
              : A

/** A page when awaited; in `for await` all rows, page by page, from that one on. */
export interface Pages<Page, Row> extends Promise<Page>, AsyncIterable<Row> {}

type Result<A> = A extends { readonly data: ReadonlyArray<infer Row> } & (
  | { readonly has_more: boolean }
  | { readonly limit: number; readonly offset: number }
)
  ? Pages<Plain<A>, Plain<Row>>
  : Promise<Plain<A>>

/** An input in which what has a default may be left out. */
type Defaulted<A> = A extends { readonly limit: number }
  ? Omit<A, "limit" | "offset"> & { readonly [K in keyof A as Extract<K, "limit" | "offset">]?: A[K] | undefined }
  : A

/** The last argument may be left out where all its fields may. */
type Arguments<P extends ReadonlyArray<unknown>> = P extends readonly [...infer Others, infer Query]
  ? {} extends Defaulted<Query>
    ? [...Plain<Others>, query?: Plain<Defaulted<Query>>]
    : [...Plain<Others>, input: Plain<Defaulted<Query>>]
  : { [K in keyof P]: Plain<P[K]> }

/**
 * `finishRemovals` concerns all organizations, and is done in the background; `read` is half of another method;
 * `recordNotice` is a part of taking in a mail.
 */
const internal = ["finishRemovals", "read", "recordNotice"] as const
type Internal = (typeof internal)[number]

/** `page` is called `list`, which reads all pages as well. */
type Name<K, Service> = K extends "page"
  ? "list"
  : K extends Internal | ("page" extends keyof Service ? "list" : never)
    ? never
    : K

export type Promised<Service> = {
  readonly [K in keyof Service as Name<K, Service>]: Service[K] extends Effect.Effect<infer A, any, any>
    ? () => Result<A>
    : Service[K] extends (...args: infer P) => Effect.Effect<infer A, any, any>
      ? (...args: Arguments<P>) => Result<A>
      : never
}

/** Runs an effect of a use case. */
export type Run = (effect: Effect.Effect<unknown, unknown, any>) => Promise<any>

export const promised = <Service extends object>(service: Service, run: Run): Promised<Service> => {
  const members = Object.entries(service).filter(([name]) => !internal.some((other) => other === name))
  const methods = members.map(([name, member]) => [name === "page" ? "list" : name, methodOf(member, run)])
  const hasPages = "page" in service
  return Object.fromEntries(
    hasPages ? methods.filter((_, i) => members[i]?.[0] !== "list") : methods
  ) as Promised<Service>
}

const methodOf = (member: unknown, run: Run) => {
  const isMethod = typeof member === "function"
  return (...given: ReadonlyArray<unknown>) => {
    const rest = isMethod && given.length < member.length ? [{}] : []
    const args = [...given, ...rest]
    const call = async (changes?: object): Promise<any> => {
      const [last, others] = [args.at(-1), args.slice(0, -1)]
      const effect = isMethod
        ? member(...(changes === undefined ? args : [...others, Object.assign({}, last, changes)]))
        : member
      return plain(await run(effect))
    }
    const first = call()
    return Object.assign(first, { [Symbol.asyncIterator]: () => rows(first, call) })
  }
}

/**
 * The rows of a page and of all after it. Each page begins after the last row of the one before, so a loop that removes or
 * changes rows skips none.
 */
async function* rows(first: Promise<any>, next: (changes: object) => Promise<any>): AsyncGenerator<unknown> {
  for (let page = await first; ;) {
    const { data, limit, next_cursor } = page
    const last = data.at(-1)
    const isFull = limit !== undefined && data.length >= limit
    yield* data
    if (next_cursor !== undefined) page = await next({ cursor: next_cursor })
    else if (isFull) page = await next({ after_id: last.id, offset: 0 })
    else return
  }
}

/** What is not plain is the result itself or one of its fields. */
const plain = (value: unknown): unknown => {
  if (Option.isOption(value)) return Option.getOrNull(value)
  if (!Predicate.isObject(value) || Array.isArray(value)) return value
  const fields = Object.entries(value)
  if (!fields.some(([, field]) => Redacted.isRedacted(field) || Stream.isStream(field))) return value
  return Object.fromEntries(fields.map(([name, field]) => [name, plainField(field)]))
}

const plainField = (field: unknown): unknown => {
  if (Redacted.isRedacted(field)) return Redacted.value(field)
  return Stream.isStream(field) ? Stream.toAsyncIterable(field as Stream.Stream<unknown, unknown>) : field
}
