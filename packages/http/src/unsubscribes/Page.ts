/** The pages of unsubscribe links. They work without scripts, cookies and other resources. */
import { Text } from "@mailroom/core"
import { HttpServerResponse } from "effect/http"
import { sha256 } from "../openapi/Asset.ts"

const style = [
  ":root{color-scheme:light dark}",
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}",
  "h1{font-size:1.5rem;overflow-wrap:anywhere}",
  "button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#3b4fd8;color:#fff;cursor:pointer}"
].join("")

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(style)}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

const page = (status: number, title: string, content: string) =>
  HttpServerResponse.text(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`,
    {
      status,
      contentType: "text/html; charset=utf-8",
      headers: {
        "cache-control": "no-store",
        "content-security-policy": contentSecurityPolicy,
        "referrer-policy": "no-referrer"
      }
    }
  )

/** Asks for one click. The form is sent to the address of the page, below whatever path the server is mounted. */
export const question = (email: string): HttpServerResponse.HttpServerResponse =>
  page(
    200,
    "Unsubscribe",
    `<h1>Unsubscribe ${Text.escape(email)}?</h1>
<form method="post"><button>Unsubscribe</button></form>`
  )

export const confirmation = (email: string): HttpServerResponse.HttpServerResponse =>
  page(
    200,
    "Unsubscribed",
    `<h1>${Text.escape(email)} is unsubscribed</h1>
<p>This sender will not send campaigns to this address any more. You can close this page.</p>`
  )

export const notFound: HttpServerResponse.HttpServerResponse = page(
  404,
  "Unknown link",
  `<h1>This link does not work</h1>
<p>It is incomplete, or was changed. Please open the link in the mail again, or answer the mail with the word “unsubscribe”.</p>`
)
