/** Which addresses the blacklist covers. */
import { Effect } from "effect"
import { domainsOf, normalizeEmail } from "../Domain.ts"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { BlacklistStore } from "./BlacklistStore.ts"

/** Those of these addresses, as they are spelled, that an entry covers: one for the address, or for a domain it lies in. */
export const covered = Effect.fnUntraced(function* (
  store: BlacklistStore["Service"],
  organization_id: OrganizationId,
  emails: ReadonlyArray<string>
): Effect.fn.Return<ReadonlySet<string>, StorageError> {
  const addresses = [...new Set(emails.map(normalizeEmail))]
  const domains = [...new Set(addresses.flatMap(domainsOf))]
  const entries = [
    ...(yield* store.findByValues(organization_id, "email", addresses)),
    ...(yield* store.findByValues(organization_id, "domain", domains))
  ]
  const values = new Set(entries.map(({ value }) => value))
  return new Set(
    emails.filter((email) => {
      const address = normalizeEmail(email)
      return [address, ...domainsOf(address)].some((value) => values.has(value))
    })
  )
})
