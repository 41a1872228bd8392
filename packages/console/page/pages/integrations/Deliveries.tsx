/** The deliveries to an integration, and the answers of its server. */
import type { Delivery, DeliveryDetails, DeliveryStatus, NotificationType } from "@mailroom/client"
import { useInfiniteQuery, useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { fullDate, number, shortDate } from "../../base/format.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useCanManage } from "../../kit/rights.ts"
import { toast } from "../../base/undo.ts"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { Rows, Tabs } from "../../kit/Rows.tsx"
import { Empty, Failed, Loaded, Skeleton } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const tones: Record<DeliveryStatus, Tone> = { delivered: "good", failed: "bad", pending: "warn" }

/** The filter in the route: `all`, or a status. */
const filters = ["all", "failed", "pending", "delivered"] as const

const Details = ({ details: { payload, tries } }: { readonly details: DeliveryDetails }) => (
  <>
    {tries.length > 0 && <h3>{texts.answers}</h3>}
    <ol class="tries">
      {tries.map(({ at, body, duration_ms, error, status_code }) => (
        <li key={at}>
          <p>
            {fullDate(at)}:{" "}
            {status_code === null
              ? (error ?? texts.noAnswer)
              : texts.answer(String(status_code), number(Math.round(duration_ms)))}
          </p>
          {body !== null && body !== "" && <pre class="code-block">{body}</pre>}
        </li>
      ))}
    </ol>
    <h3>{texts.payload}</h3>
    <pre class="code-block">{JSON.stringify(payload, undefined, 2)}</pre>
  </>
)

const DeliveryRow = ({ delivery, id }: { readonly delivery: Delivery; readonly id: number }) => {
  const { attempts, created_at, event, next_attempt_at, response, status } = delivery
  const canWrite = useCanManage()
  const [isOpen, setOpen] = useState(false)
  const details = useQuery({
    queryKey: ["integrations", "delivery", id, delivery.id],
    queryFn: ({ signal }) => api.integrations.delivery(id, delivery.id, { signal }),
    enabled: isOpen
  })
  const { error, isBusy, run } = useWrite("integrations")
  return (
    <details class="request" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
        <code title={event}>{texts.events[event as NotificationType] ?? event}</code>
        <span>{response?.status_code ?? texts.none}</span>
        <span>{texts.tries(attempts)}</span>
        <span class="meta request-at">{shortDate(created_at)}</span>
      </summary>
      {isOpen && (
        <div class="request-more">
          {next_attempt_at !== null && <p class="meta">{texts.nextTry(shortDate(next_attempt_at))}</p>}
          <Loaded query={details} skeleton={<Skeleton rows={3} height={32} />}>
            {(details) => <Details details={details} />}
          </Loaded>
          {canWrite && (
            <button
              type="button"
              class="button"
              disabled={isBusy}
              onClick={() =>
                run(
                  () => api.integrations.redeliver(id, delivery.id),
                  () => toast(texts.redelivered)
                )
              }
            >
              {texts.redeliver}
            </button>
          )}
          {error !== undefined && <Failed error={error} />}
        </div>
      )}
    </details>
  )
}

export const Deliveries = ({ id }: { readonly id: number }) => {
  const { query } = useRoute()
  const status = filters.find((filter) => filter === query["status"]) ?? "all"
  const list = useInfiniteQuery({
    queryKey: ["integrations", "deliveries", id, status],
    queryFn: ({ pageParam, signal }) =>
      api.integrations.deliveries(
        id,
        { limit: 50, ...(status !== "all" && { status }), ...(pageParam !== "" && { cursor: pageParam }) },
        { signal }
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  return (
    <>
      <section class="sheet-section">
        <h2>{texts.deliveries}</h2>
        <Tabs
          label={texts.deliveries}
          tabs={filters.map((filter) => ({
            href: hrefOf(["integrations", id], { status: filter === "all" ? undefined : filter }),
            text: texts.filters[filter],
            isCurrent: filter === status
          }))}
        />
      </section>
      <Rows
        query={list}
        isFiltered={status !== "all"}
        showAll={() => go(hrefOf(["integrations", id]))}
        empty={<Empty title={texts.noDeliveries} />}
      >
        {(rows) => rows.map((delivery) => <DeliveryRow delivery={delivery} id={id} key={delivery.id} />)}
      </Rows>
    </>
  )
}
