/** The tenant: everything stored belongs to one. */
import { Context, Schema } from "effect"
import { Id } from "./Id.ts"
import { Name } from "./Text.ts"
import { Timestamp } from "./Timestamp.ts"

export const OrganizationId = Id.annotate({ description: "The id of the organization." }).pipe(
  Schema.brand("OrganizationId")
)
export type OrganizationId = typeof OrganizationId.Type

export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Name,
  created_at: Timestamp
})
export type Organization = typeof Organization.Type

/**
 * On whose behalf a use case runs. No use case can be called without one:
 * `Effect.provideService(effect, CurrentOrganization, { id })`.
 */
export class CurrentOrganization extends Context.Service<CurrentOrganization, { readonly id: OrganizationId }>()(
  "@mailroom/core/CurrentOrganization"
) {}
