/** The deliveries to an integration, and the answers of its server. */
import type { Delivery } from "@mailroom/client"
import { useInfiniteQuery } from "@tanstack/preact-query"
import { api } from "../../app/api.ts"
import { number, shortDate } from "../../app/format.ts"
import { useCanWrite } from "../../app/session.ts"
import { toast } from "../../app/undo.ts"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { Rows } from "../../kit/Rows.tsx"
import { Empty, Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const tones: Record<Delivery["status"], Tone> = { delivered: "good", failed: "bad", pending: "warn" }

const DeliveryRow = ({ delivery, id }: { readonly delivery: Delivery; readonly id: number }) => {
  const { attempts, created_at, event, next_attempt_at, response, status } = delivery
  const canWrite = useCanWrite()
  const { error, isBusy, run } = useWrite("integrations")
  return (
    <details class="request">
      <summary>
        <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
        <code>{event}</code>
        <span>{response?.status_code ?? texts.none}</span>
        <span>{texts.tries(number(attempts))}</span>
        <span class="meta request-at">{shortDate(created_at)}</span>
      </summary>
      <div class="request-more">
        {next_attempt_at !== null && <p class="meta">{texts.nextTry(shortDate(next_attempt_at))}</p>}
        <p>
          {response === null
            ? texts.noAnswer
            : texts.answer(String(response.status_code), number(response.duration_ms))}
        </p>
        {response !== null && response.body !== "" && <pre class="code-block">{response.body}</pre>}
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
    </details>
  )
}

export const Deliveries = ({ id }: { readonly id: number }) => {
  const list = useInfiniteQuery({
    queryKey: ["integrations", "deliveries", id],
    queryFn: ({ pageParam, signal }) =>
      api.integrations.deliveries(id, { limit: 50, ...(pageParam !== "" && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor
  })
  return (
    <>
      <section class="sheet-section">
        <h2>{texts.deliveries}</h2>
      </section>
      <Rows query={list} isFiltered={false} showAll={() => {}} empty={<Empty title={texts.noDeliveries} />}>
        {(rows) => rows.map((delivery) => <DeliveryRow delivery={delivery} id={id} key={delivery.id} />)}
      </Rows>
    </>
  )
}
