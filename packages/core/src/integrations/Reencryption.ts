/** Encrypts the stored secrets of integrations under the first key. */
import { Effect, Option, Result, Stream } from "effect"
import { Changes } from "../Changes.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type PageQuery, pagesOf } from "../Pagination.ts"
import { Encryption } from "../secrets/Encryption.ts"
import { maximumIntegrations } from "./Integration.ts"
import { IntegrationStore } from "./IntegrationStore.ts"
import { ownerOf } from "./Sealing.ts"
import type { IntegrationId } from "../ids.ts"

export const makeReencrypt = Effect.gen(function* () {
  const store = yield* IntegrationStore
  const { transactional } = yield* Changes
  const encryption = yield* Encryption.orNone

  /** Encrypts an integration under the first key. Returns false if it cannot be decrypted. */
  const reencryptOne = transactional(function* (id: IntegrationId) {
    const organization = yield* CurrentOrganization
    const found = yield* store.lock(organization.id, id)
    if (Option.isNone(found)) return true
    const owner = ownerOf(organization.id, id)
    const text = yield* Effect.result(encryption.decrypt(found.value.sealed, owner))
    if (Result.isFailure(text)) return false
    yield* store.replace(organization.id, {
      ...found.value,
      sealed: yield* encryption.encrypt(text.success, owner)
    })
    return true
  })

  return Effect.gen(function* () {
    const organization = yield* CurrentOrganization
    let changed = 0
    const unreadable: Array<IntegrationId> = []
    const pages = pagesOf(maximumIntegrations, (query: PageQuery<IntegrationId>) => store.page(organization.id, query))
    yield* Stream.runForEach(
      pages,
      Effect.fnUntraced(function* (integrations) {
        for (const { id, sealed } of integrations) {
          if (encryption.isCurrent(sealed)) continue
          if (yield* reencryptOne(id)) changed++
          else unreadable.push(id)
        }
      })
    )
    return { changed, unreadable }
  })
})
