/** The states of lists and pages: loading, failed, empty. */
import { MailroomError } from "@mailroom/client"
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { reconnected } from "../base/live.ts"
import { hrefOf, useRoute } from "../base/route.ts"
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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const isGone = (error: unknown) => error instanceof MailroomError && error.status === 404

/** The kind of a failure that has words in `texts.failures`. `undefined`: the message of the error gives the reason. */
const kindOf = (error: unknown): keyof typeof texts.failures | undefined => {
  if (!(error instanceof MailroomError)) return undefined
  const { code, status = 0 } = error
  if (code === "timeout" || code === "unknown") return "unreached"
  if (status === 429 || status === 503) return "busy"
  if (status >= 500 || code === "unexpected_answer") return "fault"
  return isGone(error) ? "gone" : undefined
}

/** The message of a failure, without the path of a field within a list, as in `moves/0/campaign_id: …`. */
const reasonOf = (error: unknown): string => messageOf(error).replace(/^\w+\/\d+\/\w+: /u, "")

/** Why a call failed, in the language of the reader. Messages of the server are English. */
export const detailOf = (error: unknown): string => {
  const kind = kindOf(error)
  const { reason, status } = Object(error) as Partial<MailroomError>
  return kind === undefined ? texts.refused(reasonOf(error), reason, status) : texts.failures[kind]
}

/** The details of a failure, folded. */
const Details = ({ error }: { readonly error: unknown }) => {
  const id = error instanceof MailroomError ? error.request_id : undefined
  // The reason why a part of the page could not be loaded.
  const message = reasonOf(error instanceof MailroomError || !(error instanceof Error) ? error : (error.cause ?? error))
  const hasMore = message !== detailOf(error)
  return hasMore || id !== undefined ? (
    <details>
      <summary>{texts.details}</summary>
      {hasMore && <p class="meta">{message}</p>}
      {id !== undefined && (
        <p class="meta">
          {texts.requestId} <code>{id}</code>
        </p>
      )}
    </details>
  ) : null
}

/** A link to a page of the sidebar, with its name; nothing where no page has this name. */
export const ToPage = ({ page }: { readonly page: string }) => {
  const label = Object.entries(texts.pages).find(([name]) => name === page)?.[1]
  return (
    label !== undefined && (
      <a class="button" href={hrefOf([page])}>
        {texts.keys.goTo(label)}
      </a>
    )
  )
}

/** The link to the list, where the route names something that was removed. */
const ToList = () => {
  const { path, query } = useRoute()
  const [name] = path
  if (name === undefined || (path.length < 2 && query["lead"] === undefined)) return null
  return <ToPage page={name === "import" ? "campaigns" : name} />
}

/** Runs when the server answers again. */
const useReconnected = (run: (() => void) | undefined) => {
  const now = useRef(run)
  now.current = run
  useEffect(() => reconnected.subscribe(() => now.current?.()), [])
}

/**
 * A failed call: its reason, the id of the request, and a button that tries again. It is also tried again when the server
 * answers again.
 */
export const Failed = ({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) => {
  useReconnected(retry)
  return (
    <div class="failed" role="alert">
      <p>{detailOf(error)}</p>
      <Details error={error} />
      {isGone(error) ? (
        <ToList />
      ) : (
        retry !== undefined && (
          <button type="button" class="button" onClick={retry}>
            {texts.tryAgain}
          </button>
        )
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
