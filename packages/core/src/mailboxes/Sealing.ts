/** The storage of a mailbox's secrets: as JSON, encrypted for this account. */
import { Effect, Redacted } from "effect"
import type { AccountId, OrganizationId } from "../ids.ts"
import type { Encryption, SecretOwner } from "../secrets/Encryption.ts"
import type { Secrets } from "./Connection.ts"

/** The owner of the encrypted text, the same for `seal`, `unseal` and encryption under a new key. */
export const ownerOf = (organization_id: OrganizationId, account_id: AccountId): SecretOwner => ({
  organization_id,
  row: `account ${account_id} credentials`
})

/** Encrypts the secrets of a mailbox. */
export const seal = (
  encryption: Encryption["Service"],
  organization_id: OrganizationId,
  account_id: AccountId,
  secrets: Secrets
) => encryption.encrypt(Redacted.make(JSON.stringify(secrets)), ownerOf(organization_id, account_id))

/** Decrypts the secrets of a mailbox. Fails when the key is missing, or the text was not made by `seal` for this account. */
export const unseal = (
  encryption: Encryption["Service"],
  organization_id: OrganizationId,
  account_id: AccountId,
  sealed: string
) =>
  // Only Mailroom can have written the text, so it is not decoded by a schema.
  Effect.map(
    encryption.decrypt(sealed, ownerOf(organization_id, account_id)),
    (text) => JSON.parse(Redacted.value(text)) as Secrets
  )
