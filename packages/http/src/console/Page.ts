/** The pages of the console with their policies, and its files, as answers that are made once. */
import { Text } from "@mailroom/core"
import { HttpServerResponse } from "effect/http"
import { brotliCompressSync } from "node:zlib"
import type { Console, ConsoleOptions } from "./Console.ts"
import { sha256 } from "../openapi/Asset.ts"

/** An answer without and with compression. */
export interface Stored {
  readonly identity: HttpServerResponse.HttpServerResponse
  readonly br: HttpServerResponse.HttpServerResponse
}

/** The answers of a console. */
export interface Served {
  readonly page: Stored
  readonly mail: Stored
  /** The page of a mail whose pictures are shown. */
  readonly mailWithImages: Stored
  readonly files: ReadonlyMap<string, Stored>
}

/** A file of this name has this content for ever, so browsers need not ask again. */
const immutable = "public, max-age=31536000, immutable"

const stored = (
  { br, bytes, contentType }: { readonly bytes: Uint8Array; readonly br: Uint8Array; readonly contentType: string },
  headers: Readonly<Record<string, string>>
): Stored => {
  const hash = sha256(bytes)
  const shared = { ...headers, vary: "accept-encoding" }
  return {
    identity: HttpServerResponse.uint8Array(bytes, { contentType, headers: { ...shared, etag: `"${hash}"` } }),
    // Each coding is a different representation, so its strong entity tag differs (RFC 9110, 8.8.3.3).
    br: HttpServerResponse.uint8Array(br, {
      contentType,
      headers: { ...shared, "content-encoding": "br", etag: `"${hash}-br"` }
    })
  }
}

const storedPage = (html: string, headers: Readonly<Record<string, string>>): Stored => {
  const bytes = Buffer.from(html)
  return stored(
    { bytes, br: brotliCompressSync(bytes), contentType: "text/html; charset=utf-8" },
    { ...headers, "cache-control": "no-cache", "referrer-policy": "no-referrer" }
  )
}

/**
 * The console may run its own files only, send requests to its own server only, and turn no text into HTML or script.
 */
const pagePolicy = (frameAncestors: ReadonlyArray<string>) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(" ")}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; ")

/**
 * A mail loads nothing and runs nothing, whatever it contains; with `images`, it loads pictures. `frame-ancestors` names
 * the host's origins too, because it applies to every page around the frame.
 */
const mailPolicy = (frameAncestors: ReadonlyArray<string>, { images }: { readonly images: boolean }) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${images ? " https:" : ""}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...frameAncestors].join(" ")}`,
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"
  ].join("; ")

/** The page with the URL at which a host's users sign in; empty: the host has not given it. */
const withSignIn = (html: string, signIn: string | undefined) =>
  signIn === undefined
    ? html
    : html.replace(
        "</head>",
        () => `<meta name="mailroom-sign-in" content="${Text.escape(signIn).replaceAll('"', "&quot;")}">\n</head>`
      )

/** The answers of a console. `signIn` is written into the page. */
export const serve = (
  { files, html, mail }: Console,
  { frameAncestors = [], signIn }: Pick<ConsoleOptions, "frameAncestors" | "signIn">
): Served => ({
  page: storedPage(withSignIn(html, signIn), {
    "content-security-policy": pagePolicy(frameAncestors),
    "cross-origin-opener-policy": "same-origin"
  }),
  mail: storedPage(mail, { "content-security-policy": mailPolicy(frameAncestors, { images: false }) }),
  mailWithImages: storedPage(mail, { "content-security-policy": mailPolicy(frameAncestors, { images: true }) }),
  files: new Map(files.map((file) => [file.name, stored(file, { "cache-control": immutable })]))
})
