/** The HTTP client of deliveries. The first delivery loads it: `undici` is a quarter of the code of a server. */
import { Agent } from "undici"
import { type Guard, guardedConnector } from "./connect.ts"

/** In milliseconds: how long an idle connection is kept for the next request to the same host, whatever it asks for. */
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
