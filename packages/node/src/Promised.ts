/** Converts effects to promises, pages, and answers with an entity tag. */
import { Effect } from "effect"
import type { Pages, Tagged } from "./Call.ts"

/** Runs an effect of a use case. */
export type Run = <A, E>(effect: Effect.Effect<A, E, any>) => Promise<A>

type Page = { readonly data: ReadonlyArray<unknown> }

export interface Promised {
  readonly call: Run
  /** Requests the first page immediately, and further pages during iteration. */
  readonly pages: <P extends Page>(
    query: object | undefined,
    ask: (query: any) => Effect.Effect<P, unknown, any>
  ) => Pages<P>
  /** Converts the result of the effect to an answer and its entity tag. */
  readonly tagged: <A, B>(
    effect: Effect.Effect<A, unknown, any>,
    answer: (value: A) => B,
    etag: (value: A) => string
  ) => Tagged<B>
}

export const makePromised = (run: Run): Promised => ({
  // `await` keeps the caller in the stack of an error.
  call: async (effect) => await run(effect),
  pages: (query, ask) => {
    const page = async (changes?: object) => await run(Effect.suspend(() => ask({ ...query, ...changes })))
    const first = page()
    return Object.assign(first, { [Symbol.asyncIterator]: () => rows(first, page) as AsyncGenerator<any> })
  },
  tagged: (effect, answer, etag) => {
    const ran = run(Effect.map(effect, (value) => ({ data: answer(value), etag: etag(value) })))
    const data = (async () => (await ran).data)()
    const withEtag = () => {
      // The caller uses only the other promise. Without this, a failure would also be an unhandled rejection of this
      // one.
      data.catch(() => {})
      return ran
    }
    return Object.assign(data, { withEtag })
  }
})

/**
 * The rows of a page and of all later pages. Each page begins after the last row of the previous one, so a loop that
 * removes or changes rows skips none.
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
