/** A billing transaction: a row of the host's ledger, as the host recorded it (contract, section 7). */
import { foldAllForSearch, text } from "@mailroom/mail/text"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { OffsetQuery, Search } from "../Pagination.ts"
import * as Table from "../Table.ts"
import { FromInput, Timestamp, TimestampInput, UntilInput } from "../Timestamp.ts"
import { TransactionId } from "../ids.ts"

export { TransactionId } from "../ids.ts"

export const TransactionType = Schema.Literals(["payment", "refund", "credit", "usage", "adjustment"]).annotate({
  identifier: "TransactionType",
  description: "The kind of the row."
})
export type TransactionType = typeof TransactionType.Type

export const TransactionStatus = Schema.Literals(["pending", "succeeded", "failed", "refunded", "void"]).annotate({
  identifier: "TransactionStatus",
  example: "succeeded",
  description: "A `pending` row may become `succeeded`, `failed` or `void`, once."
})
export type TransactionStatus = typeof TransactionStatus.Type

/**
 * A currency in the form of ISO 4217: three upper-case letters. Lower case is rejected, because filters compare
 * exactly.
 */
export const Currency = Schema.String.check(
  Schema.isPattern(/^[A-Z]{3}$/u, { message: "must be three upper-case letters, such as EUR" })
).annotate({ description: "A currency of ISO 4217, such as `EUR`.", example: "EUR" })

export const Amount = Schema.Int.annotate({
  description: "In minor units of the currency, such as cents; negative for money that the organization gets back.",
  example: 4900
})

/** A non-empty text. An absent value is `null`, not an empty text. */
const filled = (maximum: number) => text(maximum).check(Schema.isMinLength(1))

/** An absolute http or https URL, stored unchanged. */
export const InvoiceUrl = text(2_000).check(
  Schema.makeFilter(
    (url) => (/^https?:\/\/[^\s]+$/iu.test(url) && URL.canParse(url)) || "must be an http or https URL",
    { toJsonSchema: () => ({ format: "uri" }) }
  )
)

const dates = <S extends Schema.Top>(instant: S) => ({
  period_start: described(instant, "The beginning of the period that the row is for.", null),
  period_end: described(instant, "The end of the period that the row is for: not before `period_start`.", null),
  paid_at: described(instant, "When it was paid.", "2026-03-02T09:30:00.000Z")
})
const inputDates = dates(Schema.optionalKey(Schema.NullOr(TimestampInput)))
const storedDates = dates(Schema.NullOr(Timestamp))

const nullable = {
  credits: described(
    Schema.NullOr(Schema.Int),
    "The number of credits that the row adds, or removes when negative.",
    null
  ),
  balance_after: described(Schema.NullOr(Schema.Int), "The balance of credits after this row.", null),
  description: described(Schema.NullOr(filled(1_000)), "A description for people; 1 to 1000 characters.", "March"),
  reference: described(
    Schema.NullOr(filled(255)),
    "The host's key for the row, unique in the organization. It makes recording idempotent.",
    "invoice-2026-0302"
  ),
  invoice_number: described(Schema.NullOr(filled(255)), "The number of the invoice; 1 to 255 characters.", null),
  invoice_url: described(Schema.NullOr(InvoiceUrl), "The http or https URL of the invoice.", null)
}

export const Transaction = Schema.Struct({
  id: TransactionId,
  type: TransactionType,
  status: TransactionStatus,
  amount: Amount,
  currency: Currency,
  credits: nullable.credits,
  balance_after: nullable.balance_after,
  description: nullable.description,
  reference: nullable.reference,
  invoice_number: nullable.invoice_number,
  invoice_url: nullable.invoice_url,
  period_start: storedDates.period_start,
  period_end: storedDates.period_end,
  created_at: described(
    Timestamp,
    "When it happened. If the host did not give it: when it was recorded.",
    "2026-03-02T09:30:00.000Z"
  ),
  paid_at: storedDates.paid_at
}).annotate({
  identifier: "Transaction",
  description: "A row of the organization's ledger, as the host recorded it. Mailroom charges no money."
})
export type Transaction = typeof Transaction.Type

export const table = Table.of("transactions", Transaction, { key: ["id"] })

/** A row to record. The default of `created_at` is now, of every other optional field `null`. */
export const NewTransaction = Schema.Struct({
  type: TransactionType,
  status: TransactionStatus,
  amount: Amount,
  currency: Currency,
  credits: Schema.optionalKey(nullable.credits),
  balance_after: Schema.optionalKey(nullable.balance_after),
  description: Schema.optionalKey(nullable.description),
  reference: Schema.optionalKey(nullable.reference),
  invoice_number: Schema.optionalKey(nullable.invoice_number),
  invoice_url: Schema.optionalKey(nullable.invoice_url),
  period_start: inputDates.period_start,
  period_end: inputDates.period_end,
  created_at: described(Schema.optionalKey(TimestampInput), "When it happened. Default: now."),
  paid_at: inputDates.paid_at
})
  .annotate({ description: "A row to record. The default of every optional field except `created_at` is `null`." })
  .check(
    Schema.makeFilter(({ period_end, period_start }) =>
      period_start != null && period_end != null && period_end < period_start
        ? { path: ["period_end"], issue: "must not be before period_start" }
        : undefined
    )
  )
  .annotate({ identifier: "NewTransaction" })
export type NewTransaction = typeof NewTransaction.Type

/** Filters, sort order and paging of the list. */
export const TransactionQuery = Schema.Struct({
  after_id: described(
    Schema.optionalKey(TransactionId),
    "Only rows that come after this one in the order of the list. It does not narrow `total`."
  ),
  ...OffsetQuery.fields,
  before_id: described(
    Schema.optionalKey(TransactionId),
    "Only rows that are older than this one, by `created_at` and id, in any sort order. It does not narrow `total`."
  ),
  sort: described(
    Schema.optionalKey(Schema.Literals(["created_at", "-created_at"])),
    "Oldest first, or newest first (`-created_at`, the default); rows of the same instant by id."
  ),
  type: described(Schema.optionalKey(TransactionType), "Only rows of this type."),
  status: described(Schema.optionalKey(TransactionStatus), "Only rows with this status."),
  currency: described(Schema.optionalKey(Currency), "Only rows in this currency."),
  from: described(
    Schema.optionalKey(FromInput),
    "Only rows from this instant on, or from this day on (UTC), by `created_at`."
  ),
  to: described(
    Schema.optionalKey(UntilInput),
    "Only rows before this instant, or until the end of this day (UTC), by `created_at`."
  ),
  min_amount: described(Schema.optionalKey(Amount), "Only rows of at least this amount, in minor units."),
  max_amount: described(Schema.optionalKey(Amount), "Only rows of at most this amount, in minor units."),
  search: described(
    Schema.optionalKey(Search),
    "A substring of the description, the reference or the invoice number, ignoring case and accents."
  )
})
export type TransactionQuery = typeof TransactionQuery.Type

export class TransactionNotFound extends Schema.TaggedError<TransactionNotFound>()("TransactionNotFound", {
  id: TransactionId
}) {
  override get message(): string {
    return `There is no transaction ${this.id}`
  }
}
/** The organization has another row with this reference. `fields` names the fields that differ. */
export class DuplicateReference extends Schema.TaggedError<DuplicateReference>()("DuplicateReference", {
  reference: Schema.String,
  fields: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `The reference ${this.reference} is recorded with another ${this.fields.join(", ")}`
  }
}

/** The row of an input. The default of `created_at` is `now`. */
export const create = (input: NewTransaction, now: Timestamp): Omit<Transaction, "id"> => ({
  type: input.type,
  status: input.status,
  amount: input.amount,
  currency: input.currency,
  credits: input.credits ?? null,
  balance_after: input.balance_after ?? null,
  description: input.description ?? null,
  reference: input.reference ?? null,
  invoice_number: input.invoice_number ?? null,
  invoice_url: input.invoice_url ?? null,
  period_start: input.period_start ?? null,
  period_end: input.period_end ?? null,
  created_at: input.created_at ?? now,
  paid_at: input.paid_at ?? null
})

/** The statuses in which a pending transaction may end. */
const ends: ReadonlySet<TransactionStatus> = new Set<TransactionStatus>(["succeeded", "failed", "void"])

/**
 * The result of recording a row whose reference is already stored:
 * - the stored row, if the input is the same;
 * - a changed row, if the stored row was pending and the input ends it, with the `paid_at` of the input;
 * - otherwise the fields that conflict.
 * An input without `created_at` gets the `created_at` of the stored row.
 */
export const repeat = (
  stored: Transaction,
  input: NewTransaction
): { readonly transaction: Transaction } | { readonly conflicting: ReadonlyArray<string> } => {
  const row = create(input, stored.created_at)
  const fields = Object.keys(row) as ReadonlyArray<keyof typeof row>
  const differing = fields.filter((field) => row[field] !== stored[field])
  if (differing.length === 0) return { transaction: stored }
  const isEnd = stored.status === "pending" && ends.has(row.status)
  const mayChange = (field: keyof typeof row) =>
    isEnd && (field === "status" || (field === "paid_at" && stored.paid_at === null))
  const conflicting = differing.filter((field) => !mayChange(field))
  return conflicting.length > 0 ? { conflicting } : { transaction: { ...stored, ...row } }
}

/** The text that `search` looks in, folded for searches. A match always lies in a single field. */
export const searchTextOf = ({
  description,
  invoice_number,
  reference
}: Pick<Transaction, "description" | "invoice_number" | "reference">): string =>
  foldAllForSearch([description ?? "", reference ?? "", invoice_number ?? ""])
