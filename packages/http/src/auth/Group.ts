import { ApiKey, described, NewApiKey, Organization, Pagination, Rotation } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound, ServiceUnavailable, Unauthorized } from "../contract/Problems.ts"
import { SameSite } from "../pipeline/SameSite.ts"
import { OptionalBody, Validation } from "../pipeline/Validation.ts"

const params = parameters({ id: ApiKey.ApiKeyId })

const IssuedKey = Schema.Struct({
  ...ApiKey.ApiKey.fields,
  secret: Schema.NullOr(Schema.String).annotate({
    description:
      "The key itself, `mr_…`: it is shown only in this answer, and is `null` when the answer is given again",
    example: "mr_…"
  })
}).annotate({ identifier: "IssuedKey", description: "An API key with its secret." })

const Session = Schema.Struct({
  organization: Schema.Struct({
    id: Organization.fields.id,
    name: described(Organization.fields.name, "The name of the organization.", "Acme")
  }).annotate({
    identifier: "SessionOrganization",
    description: "The organization."
  }),
  access: ApiKey.Access,
  key: described(
    Schema.NullOr(
      Schema.Struct({ id: ApiKey.ApiKey.fields.id, name: ApiKey.ApiKey.fields.name }).annotate({
        identifier: "SessionKey",
        description: "The API key of the request."
      })
    ),
    "The key; `null` when the host authenticates in another way."
  )
}).annotate({ identifier: "Session", description: "The organization for which the API key acts." })

const eitherOne = "must have either `key` or `code`"

export const SignIn = Schema.Struct({
  key: described(Schema.optionalKey(Schema.String), "An API key of the organization."),
  code: described(Schema.optionalKey(Schema.String), "A code that works once.")
})
  .check(Schema.makeFilter(({ code, key }) => ((code === undefined) === (key === undefined) ? eitherOne : undefined)))
  .annotate({ identifier: "SignIn", description: "What a session begins with: `key` or `code`." })

export class AuthGroup extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.get("session", "/session", {
      success: Session
    }).annotateMerge(
      documented(
        "Get the organization and the access of the API key",
        "Shows the organization of a client, and its access."
      )
    ),
    HttpApiEndpoint.get("page", "/keys", {
      query: parameters(Pagination.pageQuery(ApiKey.ApiKeyId).fields),
      success: offsetPage(ApiKey.ApiKey, "KeyPage", "API keys")
    }).annotateMerge(
      documented("List the API keys, revoked ones too, by ascending id", "Secrets are never shown again.")
    ),
    HttpApiEndpoint.post("create", "/keys", {
      payload: NewApiKey,
      success: Created(IssuedKey)
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Create an API key; its secret is shown only in this answer",
          "Store the secret at once: it cannot be read again.",
          { name: "Reporting", access: "read" }
        )
      ),
    HttpApiEndpoint.get("find", "/keys/:id", {
      params,
      success: ApiKey.ApiKey,
      error: [NotFound]
    }).annotateMerge(documented("Get an API key, also a revoked one", "The secret is never shown again.")),
    HttpApiEndpoint.post("rotate", "/keys/:id/rotate", {
      params,
      payload: Rotation,
      success: Created(IssuedKey),
      error: [NotFound]
    })
      .middleware(Idempotent)
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Replace an API key; the old key works for a grace period",
          "The new key has the name and the access of the old one, and no expiry. Without a body, the old key works for a day.",
          { grace_seconds: 3600 }
        )
      ),
    HttpApiEndpoint.delete("revoke", "/keys/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound]
    }).annotateMerge(documented("Revoke an API key: it is rejected within a second", "Revoking again changes nothing."))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .add(
    HttpApiEndpoint.post("signIn", "/session", {
      payload: SignIn,
      success: HttpApiSchema.NoContent,
      error: [Unauthorized, Conflict, ServiceUnavailable]
    })
      .middleware(Validation)
      .middleware(SameSite)
      .annotateMerge(
        documented(
          "Begin a session of a person in a browser",
          "For the console: the answer sets a cookie that only this server reads. The session has the organization and " +
            "the access of the key, and ends 12 hours after its last use, or with the key. Programs send the key with " +
            "each request instead. When the host authenticates, the answer is a conflict, `host_authenticates`.",
          { key: "mr_0123456789" }
        )
      ),
    HttpApiEndpoint.delete("signOut", "/session", {
      success: HttpApiSchema.NoContent,
      error: [Conflict, ServiceUnavailable]
    })
      .middleware(Validation)
      .middleware(SameSite)
      .annotateMerge(
        documented("End the session of the browser", "Without a session, the answer is the same. A key is not revoked.")
      )
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Keys", description: "The API keys of the organization, and the key of the request." })
  )
  .annotate(Guides, ["authentication.md"]) {}
