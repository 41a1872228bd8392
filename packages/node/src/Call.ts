/** Inputs and results of the methods of an organization. */

/** Options of methods that change a resource with an entity tag. */
export interface WriteOptions {
  /**
   * The entity tag from `withEtag`. If the resource has changed since, the call fails, for instance with
   * `lead_changed`.
   */
  readonly ifMatch?: string | undefined
}

/** A raw e-mail (RFC 5322): its bytes, or its text, which is encoded as UTF-8. */
export type Mail = Blob | string | Uint8Array

/** The bytes of a file, or its text, which is encoded as UTF-8. */
export type FileBytes = Blob | string | Uint8Array

/** The answer of a method whose resource has an entity tag. */
export interface Tagged<A> extends Promise<A> {
  /** The answer with its entity tag, which equals the `ETag` of the same answer over HTTP. */
  readonly withEtag: () => Promise<{ readonly data: A; readonly etag: string }>
}

/** A page when awaited. `for await` iterates over all rows from this page on, page by page. */
export interface Pages<Page extends { readonly data: ReadonlyArray<unknown> }>
  extends Promise<Page>, AsyncIterable<Page["data"][number]> {}
