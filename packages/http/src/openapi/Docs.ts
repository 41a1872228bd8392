/** The page at `/docs`, and the OpenAPI document that it shows. The page's code is in `../../docs`. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { openApi } from "./Document.ts"
import { answer, type Asset, sha256 } from "./Asset.ts"
import { script, style } from "./DocsAssets.ts"

export const paths = { openApi: "/openapi.json", docs: "/docs" } as const

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%233b4fd8'/%3E%3Cpath d='M3 5l5 4 5-4v6H3z' fill='white'/%3E%3C/svg%3E"

/** The HTML contains styles and script, so that one request loads the whole page. */
const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailroom API</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. <a href="openapi.json">The OpenAPI document</a> does not.</noscript>
<script>${script}</script>
</body>
</html>
`

/** The page may run only its own script, and send requests only to its own server. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'sha256-${sha256(script)}'`,
  `style-src 'sha256-${sha256(style)}'`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join("; ")

const page = (): Asset => ({
  contentType: "text/html; charset=utf-8",
  text: html,
  headers: { "content-security-policy": contentSecurityPolicy, "referrer-policy": "no-referrer" }
})

const document = (): Asset => ({ contentType: "application/json", text: JSON.stringify(openApi()) })

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    yield* router.add("GET", paths.docs, yield* answer(page))
    yield* router.add("GET", paths.openApi, yield* answer(document))
  })
)
