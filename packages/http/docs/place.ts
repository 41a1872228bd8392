/** The place of the page: a server, which also answers its requests, or the files of the documentation. */

/** The OpenAPI document that the page contains as a file of the documentation; `undefined` on a server. */
export const embedded = (): string | undefined => document.getElementById("openapi")?.textContent ?? undefined
