/** The result of `createMailroom`. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { HostClient } from "./HostClient.ts"
import type { OrganizationsMethods, OrganizationUseCases } from "./UseCases.ts"

export interface UseCasesOf {
  readonly organizations: OrganizationsMethods
  /**
   * The use cases on behalf of an organization. Ask with the id that your own authentication gives. Throws a
   * `MailroomError` when it cannot be an id; whether there is such an organization is not asked.
   */
  readonly organization: (id: number) => OrganizationUseCases
}

export interface Mailroom extends UseCasesOf {
  /**
   * The same use cases inside a transaction of the app: what they write is committed or rolled back with it.
   * `transaction` is what the app's library gives inside of it: a client of `pg` after BEGIN, a `Transaction` of
   * Kysely, the `tx` of Drizzle. It must be READ COMMITTED. Calls run one after the other, and a failed one undoes its
   * own writes only.
   */
  readonly within: (transaction: HostClient) => UseCasesOf
  /** A listener for `node:http`, Express, Fastify and Nest: before or after their parsers of bodies. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** For everything that speaks `Request` and `Response`: Hono, Next, Bun, Deno. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Waits for what is under way, and closes what Mailroom opened: not the app's own pool. What comes later fails with
   * `closed` or, over HTTP, with 503.
   */
  readonly close: () => Promise<void>
}
