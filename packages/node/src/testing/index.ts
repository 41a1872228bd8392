/**
 * A Mailroom server for the integration tests of an app that calls one: real HTTP, real rules, storage in memory.
 *
 * ```ts
 * const mailroom = await FakeServer.start()
 * // point the app at mailroom.baseUrl with mailroom.apiKey, then
 * await mailroom.stop()
 * ```
 */
export * as FakeServer from "./FakeServer.ts"
