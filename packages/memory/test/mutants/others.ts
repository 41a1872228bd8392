/** Faults in the other stores. */
import { ApiKeyStore, BlobStore, SecretStore, SendStore, SessionStore } from "@mailroom/core"
import { Effect, Option, Stream } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

export const others: ReadonlyArray<Mutant> = [
  mutant(
    "a mail whose outcome is unknown is open",
    SendStore,
    ({ findOpen, page }) => ({
      findOpen: Effect.fnUntraced(function* (organization_id, account_id, limit) {
        const unknown = yield* page(organization_id, { account_id, outcome: "unknown", limit })
        return [...unknown, ...(yield* findOpen(organization_id, account_id, limit))].slice(0, limit)
      })
    }),
    "SendStore: finds the open mails of an account, the earliest due first"
  ),
  mutant(
    "a secret is replaced whatever is stored",
    SecretStore,
    ({ find, replace }) => ({
      replace: Effect.fnUntraced(function* (name, _, secret) {
        return yield* replace(name, Option.getOrUndefined(yield* find(name)), secret)
      })
    }),
    "SecretStore: replaces only the secret that the caller knows"
  ),
  mutant(
    "revoking again moves the instant",
    ApiKeyStore,
    ({ update }) => ({
      update: (organization_id, id, { revoked_at, ...times }) =>
        Effect.map(
          update(organization_id, id, { ...times, ...(revoked_at === undefined ? {} : { revoked_at }) }),
          Option.map((key) => (revoked_at === undefined ? key : { ...key, revoked_at }))
        )
    }),
    "ApiKeyStore, changing a key: revokes once"
  ),
  mutant(
    "a page of keys leaves out the revoked ones",
    ApiKeyStore,
    ({ page }) => ({
      page: (organization_id, query) =>
        Effect.map(page(organization_id, query), ({ data, total }) => ({
          total,
          data: data.filter(({ revoked_at }) => revoked_at === null)
        }))
    }),
    "ApiKeyStore: pages by ascending id, and counts all keys of the organization, revoked ones too"
  ),
  mutant(
    "the end of a session moves back",
    SessionStore,
    ({ extend, find, insert, remove }) => ({
      extend: Effect.fnUntraced(function* (organization_id, hash, expires_at) {
        const found = Option.getOrUndefined(yield* find(organization_id, hash))
        if (found === undefined) return yield* extend(organization_id, hash, expires_at)
        yield* remove(organization_id, hash)
        yield* insert(organization_id, { ...found, expires_at })
      })
    }),
    "SessionStore: moves the end forward, never back"
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
