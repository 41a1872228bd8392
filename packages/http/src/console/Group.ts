/** The paths of the console. They are not in the OpenAPI document, because programs do not call them, and need no key. */

/**
 * `/console` does not end with a slash. So the page refers to its files (`console/x.js`) and to the API (`leads`) beside
 * it, wherever the server is mounted.
 */
export const paths = { page: "/console", mail: "/console/mail", file: "/console/:file" } as const
