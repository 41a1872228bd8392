/**
 * Checks the Bearer key of an organization, or the session of a person (contract, "Order of the checks": after routing, before everything else).
 */
import {
  actingOf,
  allows,
  Authenticator,
  CurrentActor,
  CurrentOrganization,
  Deadline,
  type OrganizationId,
  type Principal,
  refusalOf,
  Sessions,
  StorageError
} from "@mailroom/core"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { Admission } from "./Admission.ts"
import {
  type Authenticate,
  authenticateBy,
  HostAuthentication,
  isCrossSite,
  makeExists,
  makePersonOf
} from "./HostAuthentication.ts"
import {
  Forbidden,
  NoOrganization,
  RateLimited,
  ServiceUnavailable,
  storage,
  Unauthorized
} from "../contract/Problems.ts"
import { rightOf } from "./Rights.ts"
import { fromOtherSite } from "./SameSite.ts"
import { cookieSetter, tokenOf } from "./SessionCookie.ts"
import { LargePages } from "./LargePages.ts"

/** The organization that sent the request, and its access. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "@mailroom/http/CurrentPrincipal"
) {}

const sendKey = "Send a valid API key: Authorization: Bearer mr_…"
const signIn = "Sign in first"
const keyReads = "This API key may only read: send one with the access `full`"
const hostReads =
  "The app that embeds Mailroom lets this request only read: its `authenticate` returned the access `read`"

export const bearer = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "An API key of the organization, `mr_…`. Keys with the access `read` may only read."
  )
)

/** The organization of a request and the actor in it, as they were authenticated. */
interface Caller {
  readonly principal: Principal
  readonly actor: Pick<ReturnType<typeof actingOf>, "role">
  /** Whether the app that embeds Mailroom has authenticated them. */
  readonly isOfHost: boolean
}

/** Why a caller may not use an endpoint; `undefined` if the caller may. */
const denialOf = (
  { actor: { role }, isOfHost, principal: { access, person } }: Caller,
  method: string,
  right: ReturnType<typeof rightOf>
): string | undefined => {
  const isRead = method === "GET" || method === "HEAD"
  if (person === undefined && access === "read" && !isRead) return isOfHost ? hostReads : keyReads
  // An endpoint without a right does not compile. Should one exist nevertheless, nobody may call it.
  return right === undefined || !allows(role, right.role) ? refusalOf(role, right?.role ?? "owner") : undefined
}

/** Tells a host's developer the cure when `authenticate` returns an organization that does not exist. */
const noOrganization = (id: OrganizationId) =>
  new NoOrganization({
    detail:
      `There is no organization ${id}: create it with mailroom.organizations.create, and let \`authenticate\` return ` +
      "the id of the result"
  })

/** Whether a request failed because its organization was removed in the meantime. */
const isOfNoOrganization = (defect: unknown) =>
  defect instanceof StorageError && defect.reason._tag === "NoOrganization"

export class Authorization extends HttpApiMiddleware.Service<
  Authorization,
  { provides: CurrentOrganization | CurrentPrincipal }
>()("@mailroom/http/Authorization", {
  requiredForClient: true,
  security: { bearer },
  error: [Unauthorized, Forbidden, NoOrganization, RateLimited, ServiceUnavailable]
}) {
  static readonly layer = Layer.effect(
    Authorization,
    Effect.gen(function* () {
      const { authenticate } = yield* Authenticator
      const sessions = yield* Sessions
      const ofHost = yield* HostAuthentication
      const admission = yield* Admission
      const largePages = yield* LargePages
      const exists = yield* makeExists
      const byKey = (credential: Redacted.Redacted) =>
        Redacted.value(credential) === ""
          ? Effect.succeedNone
          : Effect.catchTag(authenticate(credential), "StorageError", storage)
      /** The principal of a session. If the end of the session moves, the answer sets its cookie again, to last as long. */
      const bySession = Effect.fnUntraced(function* (token: Redacted.Redacted) {
        const found = yield* Effect.catchTag(sessions.authenticate(token), "StorageError", storage)
        if (Option.exists(found, ({ isExtended }) => isExtended)) {
          const setCookie = yield* cookieSetter(token)
          yield* HttpEffect.appendPreResponseHandler((_request, response) => Effect.succeed(setCookie(response)))
        }
        return Option.map(found, ({ principal }) => principal)
      })
      const personOf = yield* makePersonOf
      /** The organization and the person that the host names. */
      const byHost = Effect.fnUntraced(function* (
        authenticate: Authenticate,
        request: HttpServerRequest.HttpServerRequest
      ) {
        const named = yield* Deadline.outside(authenticateBy(authenticate, request))
        if (Option.isNone(named)) return Option.none<Principal>()
        const { access, organization_id, person } = named.value
        if (!(yield* Effect.catchTag(exists(organization_id), "StorageError", storage))) {
          return yield* noOrganization(organization_id)
        }
        if (person === undefined) return Option.some<Principal>({ organization_id, access })
        return yield* Effect.catchTag(personOf(organization_id, access, person), "StorageError", storage)
      })
      return Authorization.of({
        bearer: Effect.fnUntraced(function* (handler, { credential, endpoint, group }) {
          const request = yield* HttpServerRequest.HttpServerRequest
          const token = ofHost === undefined ? tokenOf(request.headers) : undefined
          const hasCookies = ofHost !== undefined || token !== undefined
          if (hasCookies && (yield* isCrossSite(request))) return yield* fromOtherSite
          let principal: Option.Option<Principal>
          if (ofHost !== undefined) principal = yield* byHost(ofHost, request)
          else if (token !== undefined) principal = yield* bySession(Redacted.make(token))
          else principal = yield* byKey(credential)
          if (Option.isNone(principal)) {
            admission.forget(request.headers)
            return yield* new Unauthorized({ detail: hasCookies ? signIn : sendKey })
          }
          const { organization_id } = principal.value
          largePages.arrived(organization_id)
          const { headers, problem } = yield* admission.check(organization_id, request)
          // Without a rate limit there are no headers.
          if (Object.keys(headers).length > 0) {
            yield* HttpEffect.appendPreResponseHandler((_request, response) =>
              Effect.succeed(HttpServerResponse.setHeaders(response, headers))
            )
          }
          if (problem !== undefined) return yield* problem
          const actor = actingOf(principal.value)
          const right = rightOf(group.identifier, endpoint.identifier)
          const denial = denialOf(
            { principal: principal.value, actor, isOfHost: ofHost !== undefined },
            request.method,
            right
          )
          if (denial !== undefined) return yield* new Forbidden({ detail: denial })
          // The size of the page decides whether the request waits for earlier ones.
          const { limit } = yield* HttpServerRequest.ParsedSearchParams
          const answer = Effect.updateContext(handler, (context: Context.Context<never>) =>
            context.pipe(
              Context.add(CurrentOrganization, { id: organization_id }),
              Context.add(CurrentPrincipal, principal.value),
              Context.add(CurrentActor, actor)
            )
          ).pipe(
            // The organization was removed in the meantime, and its API keys with it.
            Effect.catchDefect((defect) => {
              if (!isOfNoOrganization(defect)) return Effect.die(defect)
              return Effect.fail(
                ofHost === undefined
                  ? new Unauthorized({ detail: hasCookies ? signIn : sendKey })
                  : noOrganization(organization_id)
              )
            })
          )
          return yield* largePages.answer(organization_id, Number(limit), answer)
        })
      })
    })
  )
}
