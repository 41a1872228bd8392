/** The result of `createMailroom`. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { HostClient } from "./HostClient.ts"
import type { OrganizationsMethods, OrganizationUseCases } from "./UseCases.ts"

export interface UseCasesOf {
  readonly organizations: OrganizationsMethods
  /**
   * The use cases on behalf of an organization. Pass the id from your own authentication. Throws a `MailroomError` when
   * the id is malformed; does not check whether the organization exists.
   */
  readonly organization: (id: number) => OrganizationUseCases
}

export interface Mailroom extends UseCasesOf {
  /**
   * The same use cases inside a transaction of the app: their writes are committed or rolled back with it.
   * `transaction` is the transaction of the app's library: a client of `pg` after BEGIN, the `sql` of `begin` of postgres.js, a `Transaction` of Kysely, or
   * the `tx` of Drizzle. It must be READ COMMITTED. Calls run one after the other, and a failed call undoes only its
   * own writes.
   */
  readonly within: (transaction: HostClient) => UseCasesOf
  /** A listener for `node:http`, Express, Fastify and Nest. It works before or after their body parsers. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** A handler for frameworks with `Request` and `Response`: Hono, Next, Bun, Deno. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Waits for running calls, and closes the resources that Mailroom opened, but not the app's own pool. Later calls
   * fail with `closed` or, over HTTP, with 503.
   */
  readonly close: () => Promise<void>
}
