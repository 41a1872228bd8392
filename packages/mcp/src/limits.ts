/** Limits of what a tool answers. */
export const limits = {
  /** The maximum of `limit`, in rows. */
  rows: 25,
  /** `limit` when it is not given, in rows. */
  defaultRows: 10,
  /** The maximum length of a text in an answer, in characters. Longer texts are cut. */
  text: 4000,
  /** The maximum size of the data of an answer, in bytes of JSON. */
  answer: 100_000,
  /** The maximum size of an answer of the API, in bytes. */
  read: 32 * 1024 * 1024,
  /** The maximum size of a request over HTTP, in bytes. */
  request: 1024 * 1024,
  /** The time limit of a request to the API, in milliseconds. */
  timeout: 30_000,
  /** The default of `callsPerMinute`. */
  callsPerMinute: 60
} as const
