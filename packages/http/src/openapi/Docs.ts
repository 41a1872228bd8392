/** The page at `/docs`, and the OpenAPI document that it shows. The page's code is in `../../docs`. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { openApi } from "./Document.ts"
import { answer, type Asset, sha256 } from "./Asset.ts"
import { script, style } from "./DocsAssets.ts"
import { docsPage } from "./DocsPage.ts"

export const paths = { openApi: "/openapi.json", docs: "/docs" } as const

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
  text: docsPage(""),
  headers: { "content-security-policy": contentSecurityPolicy, "referrer-policy": "no-referrer" }
})

const document = (): Asset => ({ contentType: "application/json", text: JSON.stringify(openApi()) })

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    yield* router.add("GET", paths.docs, yield* answer(page))
    yield* router.add("GET", paths.openApi, yield* answer(document))
  })
)
