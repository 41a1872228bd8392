/** Types that the methods of an organization share. */

/** Options of methods that change what has an entity tag. */
export interface WriteOptions {
  /** The entity tag that `withEtag` gave: the call fails with `lead_changed`, for instance, if the resource has changed. */
  readonly ifMatch?: string | undefined
}

/** A raw e-mail (RFC 5322): its bytes, or its text, which is read as UTF-8. */
export type Mail = Blob | string | Uint8Array

/** The answer of a method whose resource has an entity tag. */
export interface Tagged<A> extends Promise<A> {
  /** The same with the entity tag, which is the `ETag` of the same answer over HTTP. */
  readonly withEtag: () => Promise<{ readonly data: A; readonly etag: string }>
}

/** A page when awaited; in `for await` all rows, page by page, from that one on. */
export interface Pages<Page extends { readonly data: ReadonlyArray<unknown> }>
  extends Promise<Page>, AsyncIterable<Page["data"][number]> {}
