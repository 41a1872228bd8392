/** Answers the pages and files of the console. */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerRespondable, type HttpServerResponse } from "effect/http"
import { noSuchRoute, ServiceUnavailable } from "../contract/Problems.ts"
import { codingFor } from "../pipeline/Compression.ts"
import { HostAuthentication } from "../pipeline/HostAuthentication.ts"
import { type ConsoleOptions, ServedConsole } from "./Console.ts"
import { paths } from "./Group.ts"
import { serve, type Served, type Stored } from "./Page.ts"

type Request = HttpServerRequest.HttpServerRequest

const notLoaded = new ServiceUnavailable({ detail: "The console cannot be loaded; the log has the reason" })

/** Loads the console once; after a failure again. */
const makeLoaded = ({ load, ...options }: ConsoleOptions) => {
  let loading: Promise<Served> | undefined
  const once = () => {
    loading ??= load().then((loaded) => serve(loaded, options))
    loading.catch(() => (loading = undefined))
    return loading
  }
  return Effect.tryPromise({ try: once, catch: (error) => error })
}

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const options = yield* ServedConsole
    if (options === undefined) return
    const isByHost = (yield* HostAuthentication) !== undefined
    const loaded = makeLoaded({ ...options, signIn: options.signIn ?? (isByHost ? "" : undefined) })

    /** Answers with what `find` selects from the console; 404 if it selects nothing, 503 if the console cannot be loaded. */
    const answer = (find: (served: Served, request: Request) => Stored | undefined) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const served = yield* loaded
        const path = request.url.replace(/\?.*$/su, "")
        const found = find(served, request)
        if (found === undefined) return yield* HttpServerRespondable.toResponse(noSuchRoute(request.method, path))
        return codingFor(request.headers["accept-encoding"]) === "br" ? found.br : found.identity
      }).pipe(
        Effect.catch((error): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
          Effect.andThen(
            Effect.logError("The console cannot be loaded", error),
            HttpServerRespondable.toResponse(notLoaded)
          )
        )
      )

    yield* router.add(
      "GET",
      paths.page,
      answer(({ page }) => page)
    )
    yield* router.add(
      "GET",
      paths.mail,
      answer(({ mail, mailWithImages }, { url }) => (url.endsWith("?images=1") ? mailWithImages : mail))
    )
    yield* router.add(
      "GET",
      paths.file,
      answer(({ files }, { url }) => files.get(url.replace(/\?.*$/su, "").slice(paths.page.length + 1)))
    )
  })
)
