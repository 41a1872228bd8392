/** Conformance cases: the promises of `MailboxStore`. */
import { Effect } from "effect"
import { failed, succeeded } from "../../mailboxes/Health.ts"
import { empty, type MailboxRecord } from "../../mailboxes/Mailbox.ts"
import { MailboxStore } from "../../mailboxes/MailboxStore.ts"
import { Transactor } from "../../Transactor.ts"
import { at, idsOf, missing, newAccount, newOrganization, same } from "../fixtures/Fixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import type { AccountId } from "../../ids.ts"

/** An organization with accounts that have no mailbox yet. */
const newAccounts = Effect.fnUntraced(function* (count: number) {
  const organization_id = yield* newOrganization
  const store = yield* MailboxStore
  const accounts = yield* Effect.replicateEffect(newAccount(organization_id), count)
  return { organization_id, store, ids: idsOf(accounts) }
})

/** A mailbox in which each field has a value. */
const fullMailbox = (account_id: AccountId): MailboxRecord => ({
  ...failed(succeeded(empty(account_id), at(1)), { kind: "sending", error: "550 déjà vu" }, at(2)),
  login_error: "535 déjà vu",
  refused: [3, 9_007_199_254_740_991],
  account_id,
  connection: {
    smtp: { host: "smtp.x.test", port: 465, security: "tls", user: "ada", auth: "password" },
    imap: { host: "imap.x.test", port: 993, security: "tls", user: "ada", auth: "oauth2", keep_unrelated: false }
  },
  sealed: "v1.sealed",
  next_at: at(3),
  folders: { "INBOX/Ünread": { role: "inbox", uid_validity: 4_294_967_295, uid_next: 7 } },
  synced_at: at(4),
  read_at: at(5),
  sync_strikes: 2,
  unread_since: at(5),
  listing: { at: at(6), folders: [{ path: "INBOX/Ünread", role: "inbox" }], named: ["Kunden"] },
  suspect: { path: "INBOX/Ünread", uid_validity: 4_294_967_295, uid: 6, tries: 1, losses: 2 },
  history: {
    since: at(0),
    requested_at: at(7),
    folders: { "INBOX/Ünread": { uid_validity: 4_294_967_295, uid_next: 3, uid_end: 7, done: 2, total: 6 } },
    finished_at: null
  },
  keeps_sent: false
})

const alone = casesOf("MailboxStore", {
  "answers mailboxes as they were written, by ascending account, and replaces them as a whole": Effect.gen(
    function* () {
      const { ids, organization_id, store } = yield* newAccounts(3)
      const [first, second] = ids
      if (first === undefined || second === undefined) throw new Error("There are accounts")
      same(yield* store.findMany(organization_id, ids), [])
      yield* store.write(organization_id, [fullMailbox(second), empty(first)])
      same(yield* store.findMany(organization_id, [second, first, second]), [empty(first), fullMailbox(second)])
      yield* store.write(organization_id, [fullMailbox(first), empty(second)])
      same(yield* store.findMany(organization_id, ids), [fullMailbox(first), empty(second)])
      same(yield* store.lock(organization_id, [second, first]), [fullMailbox(first), empty(second)])
    }
  ),
  "stores none for an account that the organization does not have": Effect.gen(function* () {
    const { organization_id, store } = yield* newAccounts(1)
    const foreign = yield* newAccounts(1)
    const unknown = [missing.account, ...foreign.ids]
    yield* store.write(organization_id, unknown.map(empty))
    same(yield* store.findMany(organization_id, unknown), [])
    same(yield* store.findMany(foreign.organization_id, foreign.ids), [])
  })
})

const together = casesOf(
  "MailboxStore, two transactions",
  {
    "locks mailboxes until the transaction ends": Effect.gen(function* () {
      const { ids, organization_id, store } = yield* newAccounts(1)
      const { transaction } = yield* Transactor
      const mailboxes = ids.map(empty)
      yield* store.write(organization_id, mailboxes)
      same(yield* waits(store.lock(organization_id, ids), transaction(store.lock(organization_id, ids))), mailboxes)
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
