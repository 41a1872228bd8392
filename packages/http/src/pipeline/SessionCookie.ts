/** The cookie in which a browser keeps the token of a session. */
import { Sessions } from "@mailroom/core"
import { Duration, Effect, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { pathOf, publicUrl } from "../contract/PublicUrl.ts"
import type { Headers } from "./HeaderFields.ts"

const text = (field: string | ReadonlyArray<string> | undefined) =>
  typeof field === "string" ? field : (field?.join("; ") ?? "")

/**
 * The name of the cookie. Browsers send a cookie to every port of its host: so the name contains the port, or two servers
 * on one machine would sign each other's users out.
 */
const nameFor = (headers: Headers) => {
  const port = URL.parse(`http://${text(headers["host"])}`)?.port ?? ""
  return port === "" ? "mailroom" : `mailroom_${port}`
}

/**
 * The token in the cookie of a request, which may be any text. `undefined` when there is none, or when the request has a
 * Bearer key: that decides.
 */
export const tokenOf = (headers: Headers): string | undefined => {
  if (headers["cookie"] === undefined || /^bearer /iu.test(text(headers["authorization"]))) return undefined
  const start = `${nameFor(headers)}=`
  const found = text(headers["cookie"])
    .split(";")
    .map((member) => member.trim())
    .find((member) => member.startsWith(start))
  return found?.slice(start.length)
}

/** Whether the page of a request, or the address of the server, is https. A proxy in front may have terminated TLS. */
const isSecure = (base: string, { headers, originalUrl, protocol }: HttpServerRequest.HttpServerRequest) =>
  [base, originalUrl, headers["origin"]].some((url) => url !== undefined && /^https:/iu.test(url)) ||
  protocol === "https" ||
  headers["x-forwarded-proto"] === "https"

/**
 * Makes the function that adds the cookie of a session to an answer: with this token, or without one so that the browser
 * forgets it. Scripts cannot read the cookie, and requests of other sites do not carry it.
 */
export const cookieSetter = Effect.fnUntraced(function* (token: Redacted.Redacted | undefined) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const base = yield* publicUrl
  const cookie = {
    path: pathOf(base) || "/",
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure(base, request),
    maxAge: token === undefined ? Duration.zero : Duration.millis(Sessions.lifetime)
  } as const
  const value = token === undefined ? "" : Redacted.value(token)
  return (response: HttpServerResponse.HttpServerResponse) =>
    HttpServerResponse.setCookieUnsafe(response, nameFor(request.headers), value, cookie)
})
