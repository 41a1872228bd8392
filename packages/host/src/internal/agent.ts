/** The HTTP client of deliveries and token endpoints. It is loaded when it is first used, because `undici` is 25 % of the code of a server. */
import { Agent } from "undici"
import { guardedConnector } from "./connect.ts"
import type { Guard } from "./guard.ts"

/**
 * How long an idle connection is kept for the next request to the same host, in milliseconds. A longer time requested
 * by the host is ignored.
 */
const keepAlive = 4000

export const makeAgent = (guard: Guard): Agent =>
  new Agent({
    connect: guardedConnector(guard),
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
    // One deadline covers the whole request.
    headersTimeout: 0,
    bodyTimeout: 0
  })
