import { searchFor } from "@mailroom/mail/text"
import { Changes } from "../Changes.ts"
import { Context, Effect, Layer, Option } from "effect"
import type { UseCase } from "../UseCase.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type OffsetPage, type Keyset, offsetPage } from "../Pagination.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import {
  create,
  DuplicateReference,
  NewTransaction,
  repeat,
  type Transaction,
  TransactionNotFound,
  TransactionQuery
} from "./Transaction.ts"
import { TransactionStore } from "./TransactionStore.ts"
import { TransactionId } from "../ids.ts"

/**
 * `recorded`: the row is new. `settled`: a pending transaction has ended. `unchanged`: the same row was already stored.
 */
export interface RecordedTransaction {
  readonly outcome: "recorded" | "settled" | "unchanged"
  readonly transaction: Transaction
}

/**
 * The billing transactions of the current organization. Mailroom charges no money: the host records transactions that
 * it made elsewhere.
 */
export class Billing extends Context.Service<
  Billing,
  {
    /**
     * Records one row, once by its `reference`: recording the same row again changes nothing. A `pending` row may
     * become `succeeded`, `failed` or `void`, once, and get a `paid_at` at the same time; any other difference is a
     * `DuplicateReference`. A row without a reference is new each time. To record many rows atomically, call it for
     * each of them inside `Transactor.transaction`.
     */
    readonly record: (input: NewTransaction) => UseCase<RecordedTransaction, DuplicateReference>
    readonly find: (id: TransactionId) => UseCase<Transaction, TransactionNotFound>
    /**
     * A page of the transactions, by default the newest first (see `sort`). Pages by `after_id`, the id of the previous
     * page's last row, contain each row that existed at the beginning exactly once, however many rows are added or
     * settled meanwhile.
     */
    readonly page: (query: Input<TransactionQuery>) => UseCase<OffsetPage<Transaction>>
  }
>()("@mailroom/core/Billing") {
  static readonly layer = Layer.effect(
    Billing,
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const { transactional } = yield* Changes
      const decodeNew = decode(NewTransaction)
      const decodeId = decode(TransactionId, "/id")
      const decodeQuery = decode(TransactionQuery)

      const recordAgain = transactional(function* (reference: string, input: NewTransaction) {
        const { id } = yield* CurrentOrganization
        const stored = yield* store.lockByReference(id, reference)
        if (Option.isNone(stored)) return yield* Effect.die(new Error("A transaction that was stored is gone"))
        const repeated = repeat(stored.value, input)
        if ("conflicting" in repeated) return yield* new DuplicateReference({ reference, fields: repeated.conflicting })
        if (repeated.transaction === stored.value) return { outcome: "unchanged" as const, transaction: stored.value }
        yield* store.settle(id, repeated.transaction)
        return { outcome: "settled" as const, transaction: repeated.transaction }
      })

      /** The position of a row in the list. */
      const keysetOf = Effect.fnUntraced(function* (id: TransactionId, pointer: string) {
        const organization = yield* CurrentOrganization
        const found = yield* store.find(organization.id, id)
        if (Option.isSome(found)) return { at: found.value.created_at, id } satisfies Keyset<TransactionId>
        return yield* new InvalidInput({ faults: [{ pointer, message: "the transaction does not exist" }] })
      })

      return Billing.of({
        record: traced("Billing.record")(function* (input) {
          const decoded = yield* decodeNew(input)
          const { id } = yield* CurrentOrganization
          const row = create(decoded, yield* Timestamp.now)
          const inserted = yield* store.insert(id, row)
          if (Option.isSome(inserted)) return { outcome: "recorded", transaction: inserted.value }
          // Only a row with a reference can already exist; and it still exists, because rows are never deleted.
          return yield* recordAgain(row.reference ?? "", decoded)
        }),
        find: traced("Billing.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          return yield* orNotFound(store.find(organization.id, id), () => new TransactionNotFound({ id }))
        }),
        page: traced("Billing.page")(function* (query) {
          const { after_id, before_id, search, sort, ...part } = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          const after = after_id === undefined ? {} : { after: yield* keysetOf(after_id, "/after_id") }
          const before = before_id === undefined ? {} : { before: yield* keysetOf(before_id, "/before_id") }
          const ascending = sort === "created_at"
          const rows = yield* store.page(id, { ...part, ascending, ...after, ...before, ...searchFor(search) })
          return offsetPage(rows, part)
        })
      })
    })
  )
}
