/** The states of lists and pages: loading, failed, empty. */
import { MailroomError } from "@mailroom/client"
import type { ComponentChildren } from "preact"
import { texts } from "../base/texts.ts"
import { useSlow } from "./hooks.ts"

/** Grey lines in place of rows, after 150 ms. */
export const Skeleton = ({ height, rows }: { readonly rows: number; readonly height: number }) => {
  const isSlow = useSlow(true)
  return (
    <div class="skeleton" role="status">
      <span class="hidden">{texts.loading}</span>
      {isSlow &&
        Array.from({ length: rows }, (_, index) => (
          <div class="skeleton-row" style={{ height }} key={index}>
            <span class="skeleton-line" style={{ width: `${40 + ((index * 17) % 35)}%` }} />
          </div>
        ))}
    </div>
  )
}

/** Nothing to show: says so, with the next step. */
export const Empty = ({ children, title }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
)

export const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const requestIdOf = (error: unknown) => (error instanceof MailroomError ? error.request_id : undefined)

/** A failed call: its reason, the id of the request, and another try. */
export const Failed = ({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) => {
  const id = requestIdOf(error)
  return (
    <div class="failed" role="alert">
      <p>{detailOf(error)}</p>
      {id !== undefined && (
        <p class="meta">
          {texts.requestId} <code>{id}</code>
        </p>
      )}
      {retry !== undefined && (
        <button type="button" class="button" onClick={retry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  )
}

interface QueryState<A> {
  readonly data: A | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Without a session every query fails with 401; the sign-in over the page says so once. */
const isUnauthorized = (error: unknown) => error instanceof MailroomError && error.status === 401

/** Why a query failed that fills only a part of the page, such as the choices of a list. */
export const QueryFailed = ({ query: { error, refetch } }: { readonly query: Omit<QueryState<unknown>, "data"> }) =>
  error === null || error === undefined || isUnauthorized(error) ? null : (
    <Failed error={error} retry={() => void refetch()} />
  )

/** A query in each of its states. What was loaded before stays, with an error above it. */
export const Loaded = <A,>({
  children,
  query: { data, error, refetch },
  skeleton = <Skeleton rows={6} height={40} />
}: {
  readonly query: QueryState<A>
  readonly skeleton?: ComponentChildren
  readonly children: (data: A) => ComponentChildren
}) => (
  <>
    <QueryFailed query={{ error, refetch }} />
    {data === undefined ? (error === null || error === undefined) && skeleton : children(data)}
  </>
)
