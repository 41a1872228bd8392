/** The tenant: all stored data belongs to one organization. */
import { Name } from "@mailroom/mail/text"
import { Context, Schema } from "effect"
import { Timestamp } from "./Timestamp.ts"
import { OrganizationId } from "./ids.ts"

export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Name,
  created_at: Timestamp
})
export type Organization = typeof Organization.Type

/**
 * The organization that a use case acts for. Every use case requires it: `Effect.provideService(effect,
 * CurrentOrganization, { id })`.
 */
export class CurrentOrganization extends Context.Service<CurrentOrganization, { readonly id: OrganizationId }>()(
  "@mailroom/core/CurrentOrganization"
) {}
