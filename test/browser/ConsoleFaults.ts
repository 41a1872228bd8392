/** Failures between the console and its server, and the clock of the page. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Page } from "playwright-core"
import type { ConsoleServer } from "./ConsoleServer.ts"

/** A status, a broken connection, or no answer at all. */
type Failure = number | "broken" | "silent"

export const detailOf = (failure: Failure) =>
  typeof failure === "number" ? `Planted failure ${failure}` : "No answer from"

/** The words of the page for a failure. */
export const wordsOf = (failure: Failure): string => {
  if (typeof failure === "string") return "The server does not answer."
  if (failure === 429 || failure === 503) return "The server is busy."
  return failure >= 500 ? "The server has a fault." : detailOf(failure)
}

export const failWith = (failure: Failure, { socket }: IncomingMessage, response: ServerResponse) => {
  if (failure === "silent") return
  if (failure === "broken") return void socket.destroy()
  response.writeHead(failure, { "content-type": "application/problem+json" })
  const code = { 401: "unauthorized", 412: "precondition_failed", 429: "rate_limited", 503: "unavailable" }[failure]
  response.end(
    JSON.stringify({
      type: "about:blank",
      title: "Planted",
      status: failure,
      code: code ?? "planted",
      detail: detailOf(failure),
      request_id: `request-${failure}`
    })
  )
}

/** Calls of all pages: they are asked for again and again, and are not the page's own. */
export const isCommon = /^\/(?:console|session|unibox\/changes|favicon)/u

/** Failures between the pages and a server. */
export const faultsOf = (server: ConsoleServer) => {
  const end = () => server.intercept(undefined)
  return {
    /** Answers the calls of a page by a failure. `passes` names the paths that the server answers itself. */
    fail: (failure: Failure, passes: (path: string) => boolean = () => false) =>
      server.intercept((request, response) => {
        const path = request.url ?? ""
        if (isCommon.test(path) || passes(path)) return false
        failWith(failure, request, response)
        return true
      }),
    /** Holds the calls of a page back. Returns a function that answers them. */
    hold: () => {
      const held: Array<() => void> = []
      server.intercept((request, response) => {
        if (isCommon.test(request.url ?? "")) return false
        held.push(() => server.mailroom.handler(request, response))
        return true
      })
      return () => {
        end()
        for (const answer of held) answer()
      }
    },
    end
  }
}

export type Faults = ReturnType<typeof faultsOf>

/** The clock of the page: retries and time limits take no time. */
export const withClock = async (page: Page) => {
  await page.clock.install()
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException("No answer in time", "TimeoutError")), milliseconds)
      return controller.signal
    }
    // Notes each text that says there is nothing.
    const seen = new Set<string>()
    Object.assign(globalThis, { seenEmpty: seen })
    new MutationObserver(() => {
      for (const empty of document.querySelectorAll(".empty:not(.talk-none .empty)")) seen.add(empty.textContent ?? "")
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Matches the messages of the browser about answers that fail. */
export const anyFailure = /status of [45]|ERR_|net::/u
