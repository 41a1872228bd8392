/** Encrypts the stored credentials of accounts again, under the first of the keys that the host brings. */
import { Effect, Result, Stream } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import type { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type PageQuery, pagesOf } from "../Pagination.ts"
import { Encryption } from "../secrets/Encryption.ts"
import type { MailboxRecord } from "./Mailbox.ts"
import { MailboxStore } from "./MailboxStore.ts"
import { ownerOf } from "./Sealing.ts"

export const makeReencrypt = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const store = yield* MailboxStore
  const encryption = yield* Encryption.orNone
  const { transactional } = yield* Changes

  /** Stores newly encrypted secrets, unless they were changed in the meantime. */
  const replaceSealed = transactional(function* ({ account_id, sealed }: MailboxRecord, next: string) {
    const organization = yield* CurrentOrganization
    const [locked] = yield* store.lock(organization.id, [account_id])
    if (locked?.sealed === sealed) yield* store.write(organization.id, [{ ...locked, sealed: next }])
  })

  /** Encrypts the credentials of a mailbox under the first key. Returns `false` if they cannot be decrypted. */
  const reencryptOne = Effect.fnUntraced(function* (mailbox: MailboxRecord & { readonly sealed: string }) {
    const organization = yield* CurrentOrganization
    const owner = ownerOf(organization.id, mailbox.account_id)
    const text = yield* Effect.result(encryption.decrypt(mailbox.sealed, owner))
    if (Result.isFailure(text)) return false
    yield* replaceSealed(mailbox, yield* encryption.encrypt(text.success, owner))
    return true
  })

  return Effect.gen(function* () {
    const organization = yield* CurrentOrganization
    let changed = 0
    const unreadable: Array<AccountId> = []
    // Deleted accounts have no secrets.
    const pages = pagesOf(500, (query: PageQuery<AccountId>) => accounts.page(organization.id, query))
    yield* Stream.runForEach(
      pages,
      Effect.fnUntraced(function* (page) {
        const ids = page.map(({ id }) => id)
        for (const mailbox of yield* store.findMany(organization.id, ids)) {
          const { sealed } = mailbox
          if (sealed === null || encryption.isCurrent(sealed)) continue
          if (yield* reencryptOne({ ...mailbox, sealed })) changed++
          else unreadable.push(mailbox.account_id)
        }
      })
    )
    return { changed, unreadable }
  })
})
