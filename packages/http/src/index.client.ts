/** The typed client: `Client.make`. It runs wherever an `HttpClient` exists, also in browsers. */
export { Api, version } from "./Api.ts"
export * as Client from "./Client.ts"
export * as Problems from "./contract/Problems.ts"
