/** The storage of an integration's secrets: its whole target as JSON, encrypted for this integration. */
import { Effect, Redacted } from "effect"
import type { Encryption, SecretOwner } from "../secrets/Encryption.ts"
import type { Target } from "./Exchanges.ts"
import type { IntegrationId, OrganizationId } from "../ids.ts"

/** The owner of the encrypted text, the same for `seal`, `unseal` and encryption under a new key. */
export const ownerOf = (organization_id: OrganizationId, id: IntegrationId): SecretOwner => ({
  organization_id,
  row: `integration ${id}`
})

export const seal = (
  encryption: Encryption["Service"],
  organization_id: OrganizationId,
  id: IntegrationId,
  target: Target
) => encryption.encrypt(Redacted.make(JSON.stringify(target)), ownerOf(organization_id, id))

/** Fails when the key is missing, or the text was not made by `seal` for this integration. */
export const unseal = (
  encryption: Encryption["Service"],
  organization_id: OrganizationId,
  { id, sealed }: { readonly id: IntegrationId; readonly sealed: string }
) =>
  // Only Mailroom can have written the text, so it is not decoded by a schema.
  Effect.map(
    encryption.decrypt(sealed, ownerOf(organization_id, id)),
    (text) => JSON.parse(Redacted.value(text)) as Target
  )
