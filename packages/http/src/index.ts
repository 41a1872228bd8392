/**
 * The HTTP API of Mailroom: `Api` is its contract, `Server` serves it on any platform. `@mailroom/http/node` serves it
 * on Node, `@mailroom/http/client` calls it.
 */
export { Api, version } from "./Api.ts"
export { openApi } from "./openapi/Document.ts"
export type { Console, ConsoleFile, ConsoleOptions } from "./console/Console.ts"
export * as Cors from "./pipeline/Cors.ts"
export type { Access, Authenticate } from "./pipeline/HostAuthentication.ts"
export * as Operations from "./Operations.ts"
export * as Problems from "./contract/Problems.ts"
export * as Server from "./Server.ts"
