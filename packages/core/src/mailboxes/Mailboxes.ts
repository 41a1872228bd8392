import { mayBePublic } from "@mailroom/mail/dns"
import { Context, Effect, Layer, Result } from "effect"
import type { UseCase } from "../UseCase.ts"
import { AccountChanged, type AccountNotFound, existing, touch } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { AccountId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Encryption, type EncryptionNotConfigured } from "../secrets/Encryption.ts"
import * as InboxWork from "./InboxWork.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import { dueFor } from "./SendingWork.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { CredentialsInput, resolve } from "./Credentials.ts"
import { cleared } from "./Health.ts"
import { type InboxNotRead, makeSyncInbox, type SyncInput } from "./InboxSync.ts"
import { connected, empty, hasInbox, type MailboxRecord } from "./Mailbox.ts"
import { MailboxStore } from "./MailboxStore.ts"
import { type MailboxTest, makeTestMailbox } from "./MailboxTest.ts"
import { Mailer } from "./Mailer.ts"
import { makeReencrypt } from "./Reencryption.ts"
import { seal } from "./Sealing.ts"

/** The mailboxes of the current organization's accounts: their credentials, and whether these work. */
export class Mailboxes extends Context.Service<
  Mailboxes,
  {
    /**
     * Stores the credentials of an account, in the place of all previous ones, and clears its fault: mails that wait are
     * tried at once. The account gets a new version.
     */
    readonly connect: (
      id: AccountId,
      input: typeof CredentialsInput.Encoded,
      precondition?: IfVersion
    ) => UseCase<void, AccountChanged | AccountNotFound | EncryptionNotConfigured>
    /** Removes the credentials of an account. An account without credentials does not change. */
    readonly disconnect: (id: AccountId, precondition?: IfVersion) => UseCase<void, AccountChanged | AccountNotFound>
    /**
     * Makes the inbox of an account due: everything new is read now, and its folders are listed again. With `since`, old
     * mail is taken in afterwards, oldest first: whatever is stored already is recognized, and mail that is older than
     * the first mail to its lead reports no event. A request while another one is being read changes nothing if that one
     * includes its mails; else reading begins again, at the earlier instant.
     */
    readonly sync: (id: AccountId, input?: typeof SyncInput.Encoded) => UseCase<void, AccountNotFound | InboxNotRead>
    /** Connects to the servers of an account and logs in. It sends nothing, reads no mail and changes nothing. */
    readonly test: (id: AccountId) => UseCase<MailboxTest, AccountNotFound>
    /**
     * Encrypts all credentials under the first key that are encrypted under another one. Returns the number of changed
     * mailboxes, and the accounts whose credentials cannot be decrypted.
     */
    readonly reencrypt: Effect.Effect<
      { readonly changed: number; readonly unreadable: ReadonlyArray<AccountId> },
      EncryptionNotConfigured | StorageError,
      CurrentOrganization
    >
  }
>()("@mailroom/core/Mailboxes") {
  static readonly layer = Layer.effect(
    Mailboxes,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const store = yield* MailboxStore
      const work = yield* WorkStore
      const encryption = yield* Encryption.orNone
      const mailer = yield* Mailer.orNone
      const { transactional } = yield* Changes
      const decodeId = decode(AccountId, "/id")
      const decodeCredentials = decode(CredentialsInput)
      const options = {
        allowPrivateTargets: mailer.allowPrivateTargets,
        isAllowedHost: (host: string) => mailer.allowPrivateTargets || mayBePublic(host)
      }

      /** Replaces the mailbox of an account under its lock, and gives the account a new version. */
      const change = transactional(function* (
        id: AccountId,
        precondition: IfVersion,
        next: (mailbox: MailboxRecord) => MailboxRecord
      ) {
        const organization = yield* CurrentOrganization
        const account = yield* existing(id, yield* accounts.lock(organization.id, [id], "exclusive"))
        if (!allows(precondition, account.version)) {
          return yield* new AccountChanged({ id, version: account.version })
        }
        const [stored = empty(id)] = yield* store.lock(organization.id, [id])
        const changed = next(stored)
        if (changed === stored) return
        const now = yield* Timestamp.now
        yield* accounts.write(organization.id, [touch(account, now)])
        yield* store.write(organization.id, [changed])
        // The worker also ends what an inbox has begun that is not read any more.
        if (hasInbox(changed) || hasInbox(stored)) {
          yield* InboxWork.dueFor(work, organization.id, [id], now)
        }
        yield* dueFor(work, organization.id, [id], now)
      })

      return Mailboxes.of({
        connect: traced("Mailboxes.connect")(function* (input, credentials, precondition = {}) {
          const id = yield* decodeId(input)
          const given = yield* decodeCredentials(credentials)
          const organization = yield* CurrentOrganization
          const account = yield* existing(id, yield* accounts.findMany(organization.id, [id]))
          const resolved = resolve(given, account, options)
          if (Result.isFailure(resolved)) return yield* new InvalidInput({ faults: resolved.failure })
          const { connection, secrets } = resolved.success
          const sealed = yield* seal(encryption, organization.id, id, secrets)
          yield* change(id, precondition, (mailbox) => connected(mailbox, connection, sealed))
        }),
        disconnect: traced("Mailboxes.disconnect")(function* (input, precondition = {}) {
          yield* change(yield* decodeId(input), precondition, (mailbox) =>
            mailbox.connection === null ? mailbox : { ...mailbox, ...cleared(mailbox), connection: null, sealed: null }
          )
        }),
        sync: yield* makeSyncInbox,
        test: yield* makeTestMailbox,
        reencrypt: yield* makeReencrypt
      })
    })
  )
}
