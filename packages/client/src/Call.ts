/** What the methods of a client take and give. */

/** Options of every method. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds that the call may take, with its retries, once it has its turn. Default: that of the client. */
  readonly timeout?: number | undefined
}

/** Options of methods that send a POST with an `Idempotency-Key`. */
export interface PostOptions extends CallOptions {
  /**
   * The `Idempotency-Key`: within 24 hours, the same call with the same key is carried out once. Default: a new key
   * for each call, which its retries share. Give the id of a job, so that the job can be done again by another
   * process. A transaction with a `reference` has none: it is recorded once anyway.
   */
  readonly idempotencyKey?: string | undefined
}

/** Options of methods that change what has an `ETag`. */
export interface WriteOptions extends CallOptions {
  /** `ETag` of the resource: the call fails with `precondition_failed` if the resource has changed. */
  readonly ifMatch?: string | undefined
}

/** A raw e-mail. */
export type Mail = Blob | string | Uint8Array

/** A result, and the answer that it came in. */
export interface Answered<A> {
  readonly data: A
  /** For its headers, such as `ETag`, `Location` and `RateLimit`; its body has been read. */
  readonly response: Response
}

/** A call that is under way. */
export interface Call<A> extends Promise<A> {
  readonly withResponse: () => Promise<Answered<A>>
}

/** A page when awaited; in `for await` all rows, page by page, from that one on. */
export interface Pages<Page extends { readonly data: ReadonlyArray<unknown> }>
  extends Call<Page>, AsyncIterable<Page["data"][number]> {}
