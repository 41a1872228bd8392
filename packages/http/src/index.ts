/**
 * The HTTP API of Mailroom. `Server.toWebHandler` and `NodeServer` serve it, `Client` calls it, `Api` is its contract.
 */
export { Api, openApi, version } from "./Api.ts"
export * as Client from "./Client.ts"
export type { Access, Authenticate } from "./HostAuthentication.ts"
export * as NodeServer from "./NodeServer.ts"
export * as Problems from "./Problems.ts"
export * as Server from "./Server.ts"
