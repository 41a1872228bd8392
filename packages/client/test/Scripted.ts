/** Clients whose requests the test answers. */
import { type ClientOptions, createClient } from "@mailroom/client"

/** An answer: a status with or without a code, or `broken` for a broken connection. */
export type Answer = "broken" | readonly [status: number, code?: string, seconds?: number]

export const answerOf = ([status, code, seconds = 0]: readonly [number, string?, number?]) =>
  new Response(status === 204 ? null : JSON.stringify(code === undefined ? {} : { code, detail: "Because" }), {
    status,
    headers: { "Retry-After": String(seconds) }
  })

/** A request in flight. */
interface Held {
  readonly path: string
  readonly answer: (answer: Answer) => Promise<void>
}

/** Lets all code run that can continue. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A client whose requests wait until the test answers them. */
export const held = (options: Partial<ClientOptions> = {}) => {
  const requests: Array<Held> = []
  const fetch = (url: string, { signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const request: Held = {
        path: new URL(url).pathname,
        answer: (answer) => {
          requests.splice(requests.indexOf(request), 1)
          if (answer === "broken") reject(new TypeError("fetch failed"))
          else resolve(answerOf(answer))
          return settled()
        }
      }
      requests.push(request)
      signal?.addEventListener("abort", () => {
        requests.splice(requests.indexOf(request), 1)
        reject(signal.reason)
      })
    })
  return { requests, ...createClient({ baseUrl: "https://mailroom.test", fetch, ...options }) }
}
