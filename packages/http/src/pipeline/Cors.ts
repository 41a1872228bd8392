/** CORS headers for pages of trusted origins (Fetch, 3.2 "CORS protocol"). */
import { Context } from "effect"

/** The origins whose pages may call the API with the cookies of their users. */
export const TrustedOrigins = Context.Reference<ReadonlySet<string>>("@mailroom/http/TrustedOrigins", {
  defaultValue: () => new Set()
})

/** In seconds. Browsers ask again after at most two hours. */
const maxAge = "7200"

/** The request headers that a page may send in addition to the safelisted ones. */
const allowed = ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "X-Request-Id"].join(
  ", "
)
/** The answer headers that a page may read in addition to the safelisted ones. */
const exposed = [
  "ETag",
  "Location",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-Request-Id",
  "Idempotency-Replayed"
].join(", ")

interface Asked {
  readonly method: string
  readonly origin: string | undefined
  /** `Access-Control-Request-Method`. OPTIONS with this header is a preflight request. */
  readonly requested: string | undefined
  /** The `Vary` header of the answer. */
  readonly vary?: string | undefined
}

/**
 * The CORS headers of an answer, also of a problem. Origins that are not trusted get only `Vary`: their pages can
 * neither read the answer nor send a request that needs a preflight.
 */
export const corsHeaders = (
  trusted: ReadonlySet<string>,
  { method, origin, requested, vary }: Asked,
  methods: () => ReadonlyArray<string>
): Readonly<Record<string, string>> => {
  if (trusted.size === 0) return {}
  const varied = { vary: vary === undefined ? "Origin" : `${vary}, Origin` }
  if (origin === undefined || !trusted.has(origin)) return varied
  const isPreflight = method === "OPTIONS" && requested !== undefined
  return {
    ...varied,
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    ...(isPreflight
      ? {
          "access-control-allow-methods": methods().join(", "),
          "access-control-allow-headers": allowed,
          "access-control-max-age": maxAge
        }
      : { "access-control-expose-headers": exposed })
  }
}

/** Returns the fault of an origin in the configuration, and the cure. */
export const originFault = (origin: string): string | undefined => {
  if (origin.includes("*")) return "must name one origin, such as https://app.example.com: * would trust every site"
  const url = URL.parse(origin)
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    return "must be an origin with its scheme, such as https://app.example.com"
  }
  return url.origin === origin ? undefined : `must be an origin without anything else: ${url.origin}`
}
