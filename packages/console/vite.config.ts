/** How the page is bundled, and its development server: `npm run console`. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { defaultClientConditions, defineConfig, type Plugin } from "vite"

const page = join(import.meta.dirname, "page")

/** The server to which the development server passes calls on. */
const target = process.env["MAILROOM_URL"] ?? "http://127.0.0.1:3000"
/** A key for all calls of the development server; without one the page asks to sign in. */
const key = process.env["MAILROOM_KEY"]

/** The first segments of the paths of the API. */
const resources =
  "accounts|analytics|attachments|blacklist|billing|campaigns|docs|events|exports|inbound|integrations|keys|leads|" +
  "livez|openapi\\.json|organization|readyz|sends|session|spam-check|tags|transactions|unibox|u"

/** The policy of the page for mails, as `@mailroom/http` sends it. */
const mailPolicy = (images: boolean) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data:${images ? " https:" : ""}; form-action 'none'; ` +
  "base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"

const mailPage: Plugin = {
  name: "mail-page",
  configureServer: ({ middlewares }) => {
    middlewares.use("/console/mail", (request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.setHeader("content-security-policy", mailPolicy(request.url?.includes("images=1") ?? false))
      response.end(readFileSync(join(page, "mail.html")))
    })
  }
}

/** The modules, as Rolldown shows them while it makes chunks. */
interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importedIds: ReadonlyArray<string> } | null
}

const reached = new Map<string, boolean>()

/**
 * Whether the first module needs a module at once. All such modules are one file: otherwise each module that a late page
 * shares with the first one would be a file, and a request before the page is shown.
 */
const isFirst = (id: string, modules: Modules): boolean => {
  const main = join(page, "main.tsx")
  if (!reached.has(main)) {
    const visit = (module: string): void => {
      if (reached.has(module)) return
      reached.set(module, true)
      for (const imported of modules.getModuleInfo(module)?.importedIds ?? []) visit(imported)
    }
    visit(main)
  }
  return reached.has(id)
}

export default defineConfig({
  root: page,
  // The page is served at `/console`, without a slash at the end, so `./` is the mount.
  base: "./",
  logLevel: "warn",
  plugins: [mailPage],
  cacheDir: join(import.meta.dirname, "../../node_modules/.cache/vite"),
  resolve: { conditions: ["mailroom-source", ...defaultClientConditions] },
  build: {
    target: "es2023",
    assetsDir: "console",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    cssMinify: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ debugName: "first", name: (id, modules) => (isFirst(id, modules) ? "first" : null) }]
        }
      }
    }
  },
  server: {
    proxy: {
      [`^/(?:${resources})(?:[/?]|$)`]: {
        target,
        ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } })
      }
    }
  }
})
