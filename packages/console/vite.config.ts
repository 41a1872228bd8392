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

/** The modules of the build, while chunks are made. */
interface Modules {
  readonly getModuleInfo: (
    id: string
  ) => { readonly code: string | null; readonly importedIds: ReadonlyArray<string> } | null
}

/** The files of the icons that a module imports. The package's index names all icons, so it says nothing. */
const iconsOf = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/import \{([^}]*)\} from "lucide-preact"/gu)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().replace(/ as .*$/u, ""))
    .map((name) => `${name.replaceAll(/(?<=.)([A-Z]|(?<=[a-z])\d)/gu, "-$1").toLowerCase()}.mjs`)

const isIcon = /\/lucide-preact\/dist\/esm\/icons\/([^/]+)$/u
/** Modules of queries that the index of the package names, and that late pages alone use. */
const isLateQuery =
  /\/(?:infiniteQueryObserver|mutationObserver|queriesObserver|use(?:InfiniteQuery|Mutation|Queries))\.js$/u

const reached = new Set<string>()

/**
 * Whether the first module needs a module at once. All such modules are one file: otherwise each module that a late page
 * shares with the first one would be a file, and a request before the page is shown.
 */
const isFirst = (id: string, modules: Modules): boolean => {
  const main = join(page, "main.tsx")
  const visit = (module: string): void => {
    if (reached.has(module) || isIcon.test(module) || isLateQuery.test(module)) return
    reached.add(module)
    const { code, importedIds = [] } = modules.getModuleInfo(module) ?? {}
    if (module.startsWith(page)) for (const icon of iconsOf(code ?? "")) reached.add(icon)
    for (const imported of importedIds) visit(imported)
  }
  if (!reached.has(main)) visit(main)
  return reached.has(isIcon.exec(id)?.[1] ?? id)
}

export default defineConfig({
  root: page,
  // The page is served at `/console`, without a slash at the end, so `./` is the mount.
  base: "./",
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
