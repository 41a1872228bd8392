/**
 * The HTTP API of Mailroom: `Api` is its contract, `Server` serves it on any platform. `@mailroom/http/node` serves it
 * on Node, `@mailroom/http/client` calls it.
 */
export { Api, openApi, version } from "./Api.ts"
export * as Conversions from "./Conversions.ts"
export * as Cors from "./Cors.ts"
export type { Access, Authenticate } from "./HostAuthentication.ts"
export * as Problems from "./Problems.ts"
export * as Server from "./Server.ts"
