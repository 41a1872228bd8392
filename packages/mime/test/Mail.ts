/** Raw mails, and the result of parsing them. */
import { MailParser } from "@mailroom/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { PostalMime } from "../src/index.ts"

/** The bytes of a mail, with the line ends of the wire (CRLF). */
export const bytes = (mail: string): Uint8Array => new TextEncoder().encode(mail.replaceAll("\n", "\r\n"))

/** Encodes each character as one byte. */
export const latin1 = (mail: string): Uint8Array => new Uint8Array(Buffer.from(mail, "latin1"))

export const parse = Effect.fnUntraced(
  function* (mail: Uint8Array | string) {
    const parser = yield* MailParser
    return yield* parser.parse(typeof mail === "string" ? bytes(mail) : mail)
  },
  Effect.provide(PostalMime.layer),
  TestClock.withLive
)

/** A mail with these header lines in addition to its sender. */
export const withHeader = (...lines: ReadonlyArray<string>): string =>
  ["From: ada@x.test", ...lines, "", "Hello"].join("\n")

/** A mail of several parts, each with a separate header. */
export const multipart = (type: string, ...parts: ReadonlyArray<string>): string =>
  ["From: ada@x.test", "MIME-Version: 1.0", `Content-Type: multipart/${type}; boundary="b"`, "", "(preamble)"]
    .concat(
      parts.map((part) => `--b\n${part}`),
      "--b--",
      ""
    )
    .join("\n")
