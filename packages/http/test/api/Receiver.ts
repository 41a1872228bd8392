/** Receivers of webhooks on loopback, whose answers the test sets. */
import { Effect, Queue } from "effect"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export interface Arrival {
  readonly headers: Record<string, string>
  readonly body: string
  /** The body as JSON. */
  readonly payload: any
}

/** Answers an arrival. */
type Answer = (arrival: Arrival, response: ServerResponse) => void

/** Answers every arrival with this status. */
export const always =
  (status: number, body = ""): Answer =>
  (_, response) =>
    void response.writeHead(status).end(body)

/** Listens until the scope closes. `take` waits for the next arrival. */
export const receiver = Effect.fnUntraced(function* (first: Answer = always(204)) {
  const arrivals = yield* Queue.unbounded<Arrival>()
  let answer = first
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const arrival = { headers: request.headers as Record<string, string>, body, payload: JSON.parse(body) }
    answer(arrival, response)
    Queue.offerUnsafe(arrivals, arrival)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    take: Queue.take(arrivals),
    /** Changes the answer from now on. */
    answers: (next: Answer) => Effect.sync(() => void (answer = next))
  }
})
