import {
  ApiKey,
  described,
  NewApiKey,
  Organization,
  OrganizationId,
  Pagination,
  PasswordChange,
  Person,
  Role,
  Rotation
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import {
  Conflict,
  InvalidRequest,
  NotFound,
  RateLimited,
  ServiceUnavailable,
  Unauthorized
} from "../contract/Problems.ts"
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
    "The key; `null` for a person, and when the host authenticates in another way."
  ),
  person: described(
    Schema.NullOr(
      Schema.Struct({ id: Person.PersonId, name: Person.Person.fields.name }).annotate({
        identifier: "SessionPerson",
        description: "The person who is signed in."
      })
    ),
    "The person who is signed in; `null` for an API key.",
    null
  ),
  role: described(Role, "What the request may do. An API key with full access acts as an owner.", "owner")
}).annotate({ identifier: "Session", description: "The organization and the rights of a request." })

const eitherOne = "must have `key`, `code`, `email` with `password`, or `invitation` with `password`"

/** Strangers choose these texts: they are folded, hashed, and counted in memory. */
const shortText = Schema.String.check(Schema.isMaxLength(1000, { message: "must have at most 1000 characters" }))

export const SignIn = Schema.Struct({
  key: described(Schema.optionalKey(Schema.String), "An API key of the organization."),
  code: described(Schema.optionalKey(Schema.String), "A code that works once."),
  email: described(Schema.optionalKey(shortText), "The address of a person.", "ada@example.com"),
  invitation: described(Schema.optionalKey(Schema.String), "The token in the link of an invitation."),
  password: described(
    Schema.optionalKey(shortText),
    "The password of the person; with `invitation` a new one, 12 to 1000 characters."
  ),
  organization_id: described(
    Schema.optionalKey(OrganizationId),
    "Only in this organization. Default: the first one in which the address has the password."
  )
})
  .check(
    Schema.makeFilter(({ code, email, invitation, key, organization_id, password }) => {
      const proofs = [code, email, invitation, key].filter((proof) => proof !== undefined)
      const needsPassword = email !== undefined || invitation !== undefined
      const isWhole = proofs.length === 1 && needsPassword === (password !== undefined)
      return isWhole && (organization_id === undefined || email !== undefined) ? undefined : eitherOne
    })
  )
  .annotate({
    identifier: "SignIn",
    description: "What a session begins with: `key`, `code`, `email` with `password`, or `invitation` with `password`."
  })

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
  .add(
    HttpApiEndpoint.put("changePassword", "/session/password", {
      payload: PasswordChange,
      success: HttpApiSchema.NoContent,
      error: [Conflict, RateLimited]
    }).annotateMerge(
      documented(
        "Change the password of the person who is signed in",
        "All other sessions of the person end. A wrong `current_password` is a conflict, `wrong_password`; a request without a " +
          "person is one, `no_person`.",
        { current_password: "correct horse battery", password: "staple correct horse battery" }
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .add(
    HttpApiEndpoint.post("signIn", "/session", {
      payload: SignIn,
      success: HttpApiSchema.NoContent,
      error: [Unauthorized, Conflict, InvalidRequest, RateLimited, ServiceUnavailable]
    })
      .middleware(Validation)
      .middleware(SameSite)
      .annotateMerge(
        documented(
          "Begin a session of a person in a browser",
          "For the console: the answer sets a cookie that only this server reads. The session belongs to a person with an " +
            "address and a password, or has the organization and the access of a key. It ends 12 hours after its last use, " +
            "with the key, or when the person is blocked or gets another password. A wrong password and an unknown address " +
            "have the same answer, 401; that of an invitation that was used or has expired says so. After ten tries for an address in 15 minutes, or a hundred from a client, it is 429. " +
            "Programs send a key with each request instead. When the host authenticates, the answer is a conflict, `host_authenticates`.",
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
