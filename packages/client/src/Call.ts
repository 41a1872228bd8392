/** Inputs and results of the methods of a client. */

/** Options of every method. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * The time limit of the call with its retries, in milliseconds. It does not include the wait for its turn. Default:
   * the timeout of the client.
   */
  readonly timeout?: number | undefined
}

/** Options of methods that send a POST with an `Idempotency-Key`. */
export interface PostOptions extends CallOptions {
  /**
   * The `Idempotency-Key`: within 24 hours, the same call with the same key is carried out once. Default: a new key for
   * each call, which its retries share. Pass the id of a job, so that another process can repeat the job safely. A
   * transaction with a `reference` has no key: it is recorded once anyway.
   */
  readonly idempotencyKey?: string | undefined
}

/** Options of methods that change a resource with an `ETag`. */
export interface WriteOptions extends CallOptions {
  /** The `ETag` of the resource. If the resource has changed since, the call fails with `precondition_failed`. */
  readonly ifMatch?: string | undefined
}

/** Options of methods that read a resource with an `ETag`. */
export interface ReadOptions extends CallOptions {
  /** The `ETag` of the resource that the caller has. If it has not changed since, the result is `undefined`. */
  readonly ifNoneMatch?: string | undefined
}

/** A raw e-mail. */
export type Mail = Blob | string | Uint8Array

/** The bytes of a file, or its text, which is encoded as UTF-8. */
export type FileBytes = Blob | string | Uint8Array

/** A result and its HTTP response. */
export interface Answered<A> {
  readonly data: A
  /** The response, for its headers, such as `ETag`, `Location` and `RateLimit`. Its body has been read. */
  readonly response: Response
}

/** A running call. */
export interface Call<A> extends Promise<A> {
  readonly withResponse: () => Promise<Answered<A>>
}

/** A method that reads a resource with an `ETag`. With `ifNoneMatch`, the result is `undefined` if nothing has changed. */
export interface Reads<Args extends ReadonlyArray<unknown>, A> {
  (...args: [...Args, options: ReadOptions & { readonly ifNoneMatch: string | undefined }]): Call<A | undefined>
  (...args: [...Args, options?: CallOptions]): Call<A>
}

/** A page when awaited. `for await` iterates over all rows from this page on, page by page. */
export interface Pages<Page extends { readonly data: ReadonlyArray<unknown> }>
  extends Call<Page>, AsyncIterable<Page["data"][number]> {}
