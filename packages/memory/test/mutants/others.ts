/** Faults in the other stores. */
import { AccountStore, ApiKeyStore, BlobStore, SecretStore } from "@mailroom/core"
import { Effect, Option, Stream, Struct } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

export const others: ReadonlyArray<Mutant> = [
  mutant(
    "an account's address compared as it is spelled",
    AccountStore,
    ({ insert }) => ({
      insert: (organization_id, account) =>
        insert(organization_id, account).pipe(
          Effect.catchTag("DuplicateAccount", () =>
            insert(organization_id, { ...account, email: `again-${crypto.randomUUID()}@x.test` })
          )
        )
    }),
    "AccountStore.insert: fails with DuplicateAccount when the organization has the folded address"
  ),
  mutant(
    "every caller gets its own secret",
    SecretStore,
    () => ({ obtain: (_, candidate) => Effect.succeed(candidate) }),
    "SecretStore.obtain: answers the same to all who ask at once"
  ),
  mutant(
    "revoking again moves the instant",
    ApiKeyStore,
    ({ revoke }) => ({
      revoke: (organization_id, id, at) =>
        Effect.map(revoke(organization_id, id, at), Option.map(Struct.assign({ revoked_at: at })))
    }),
    "ApiKeyStore, changing a key: revokes once"
  ),
  mutant(
    "bytes in one chunk, whatever their number",
    BlobStore,
    ({ read }) => ({
      read: (organization_id, id) =>
        Stream.fromEffect(Effect.map(Stream.runCollect(read(organization_id, id)), (chunks) => Buffer.concat(chunks)))
    }),
    "BlobStore: answers them in chunks of at most 256 KiB"
  )
]
