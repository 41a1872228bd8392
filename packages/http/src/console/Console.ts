/** The console, a page for people, as this package serves it. `@mailroom/console` makes one; this package does not import it. */
import { Context } from "effect"

/** A file of the console, below `/console/`. Its content never changes: the name contains a hash of it. */
export interface ConsoleFile {
  /** The last segment of the path, such as `index-Bx3kQ9.js`: letters, digits, `-`, `_` and `.` only. */
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
  /** The same bytes, compressed by Brotli. */
  readonly br: Uint8Array
}

export interface Console {
  /** The page at `/console`, with a `</head>`. It refers to its files as `console/{name}`. */
  readonly html: string
  /** The page at `/console/mail`, in which the HTML of a mail is shown. */
  readonly mail: string
  readonly files: ReadonlyArray<ConsoleFile>
}

/** How a server serves the console. */
export interface ConsoleOptions {
  /** Makes the console, for the first request of it. After a rejection the next request calls it again. */
  readonly load: () => Promise<Console>
  /** The URL of the host's page at which its users sign in: a path such as `/login`, or an http URL. */
  readonly signIn?: string | undefined
  /** Origins whose pages may show the console in a frame. Default: none. */
  readonly frameAncestors?: ReadonlyArray<string> | undefined
}

/** The console of this server; `undefined` means none. */
export const ServedConsole = Context.Reference<ConsoleOptions | undefined>("@mailroom/http/ServedConsole", {
  defaultValue: () => undefined
})
