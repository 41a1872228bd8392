/** The tables of the kinds of rows that move: which columns are made from others, and which rows are left out. */
import { Domain, MovedRows, Text, Transaction } from "@mailroom/core"
import { givenOf, spellingsOf } from "../leads/leadRows.ts"

type Rows = MovedRows.MovedRows

interface Exceptions<Row> {
  /** The name of the table. Default: the name of the kind. */
  readonly name?: string
  /** Columns that are computed from a row, as lookups and searches need them, or that do not move. */
  readonly derived?: (row: Row) => object
  /** Columns that Postgres computes: expressions over the columns of the row `new`. */
  readonly computed?: Readonly<Record<string, string>>
  /** The condition of rows that move; `$1` is the organization. */
  readonly where?: string
  /** Expressions for columns of which the stored value is not what moves; `$1` is the organization. */
  readonly from?: Readonly<Record<string, string>>
}

/** The table of a kind of rows. */
interface Table<Row> extends Exceptions<Row> {
  readonly name: string
  /** Whether the sequence of ids has to be raised. */
  readonly hasIds: boolean
}

/**
 * The condition that the campaign of a row is not being deleted. `$1` is the organization. It counts, because of an
 * anti-join Postgres expects so few rows that it would read the whole table for each page.
 */
const shown = (row: string) =>
  `(SELECT count(*) = 0 FROM mailroom.campaigns hidden WHERE hidden.organization_id = $1::bigint
    AND hidden.id = ${row}.campaign_id AND hidden.deleted_at IS NOT NULL)`
const isShown = shown("moved")

/** Columns of mailboxes: none of these moves. */
const unconnected = { strikes: 0, refused: [], sync_strikes: 0, folders: {} }

const named = ({ name }: { readonly name: string }) => ({ name_folded: Text.fold(name) })

type Kind = Exclude<MovedRows.MovedKind, "messages" | "rollups">

/** The kinds whose table differs from the rows, or has another name. */
const exceptions: { readonly [K in Kind]?: Exceptions<Rows[K]> } = {
  accounts: {
    derived: ({ email }) => {
      const address = Domain.normalizeEmail(email)
      return { address, email_given: givenOf(email, address) }
    }
  },
  mailboxes: { derived: () => unconnected },
  campaigns: { derived: ({ name }) => ({ name_folded: Text.foldForSearch(name) }), where: "deleted_at IS NULL" },
  sequences: { where: isShown },
  tags: { derived: named },
  reply_templates: { derived: named },
  leads: { derived: spellingsOf, where: isShown },
  blacklist: { where: "removed_at IS NULL" },
  events: { computed: { identity_hash: "sha256(convert_to(new.identity, 'UTF8'))" } },
  threads: {
    from: {
      campaign_id: `CASE WHEN ${isShown} THEN campaign_id END`,
      lead_id: `(SELECT lead.id FROM mailroom.leads lead
        WHERE lead.organization_id = $1::bigint AND lead.id = moved.lead_id AND ${shown("lead")})`
    }
  },
  transactions: { derived: (row) => ({ search_text: Transaction.searchTextOf(row) }) },
  integrations: { derived: () => ({ sealed: "" }) },
  agenda: { where: isShown },
  plans: { where: isShown },
  settings: { name: "organization_settings" }
}

const kinds = MovedRows.movedKinds.filter((kind): kind is Kind => kind !== "messages" && kind !== "rollups")

export const tables = Object.fromEntries(
  kinds.map((kind) => [kind, { name: kind, hasIds: MovedRows.columnsOf(kind)["id"] === "int", ...exceptions[kind] }])
) as unknown as { readonly [K in Kind]: Table<Rows[K]> }

/** The other tables with rows of organizations, and why their rows do not move or how they do. */
export const others: Readonly<Record<string, string>> = {
  api_keys: "keys are made in each database",
  attachment_chunks: "the bytes of attachments move by the BlobStore",
  attachments: "they move with their message",
  idempotency_keys: "answers are kept for a day",
  imports: "a note about this database",
  message_search: "it moves with its message",
  messages: "they move with their attachments and the text in which searches look",
  organization_external_ids: "the organization is the head of the file",
  organization_guards: "a lock",
  rollups: "the sums of 15 minutes move; sums of days are made from them",
  sessions: "they belong to keys",
  tracking_domains: "they lead to the service that the organization came from",
  transaction_counts: "they are counted when transactions arrive",
  unibox_revisions: "a counter of changes",
  work: "what is due is found again when an account or an integration is connected"
}

/** Columns that do not move, with the reason. Columns that are derived or computed are not among them. */
export const omitted: Readonly<Record<string, ReadonlyArray<string>>> = {
  // A deletion is finished before.
  accounts: ["releasing_at"],
  blacklist: ["removed_at"],
  // Counts are made when leads arrive.
  campaigns: [
    "deleted_at",
    "lead_count",
    "leads_bounced",
    "leads_not_contacted",
    "leads_opened",
    "leads_replied",
    "leads_sent",
    "leads_stopped"
  ],
  // Generated by Postgres.
  leads: ["search_text", "updated_day"],
  // Credentials stay, and with them what is known about their inbox.
  mailboxes: [
    "connection",
    "error",
    "error_at",
    "failing_since",
    "fault",
    "history",
    "listing",
    "retry_at",
    "sealed",
    "succeeded_at",
    "suspect",
    "synced_at",
    "unread_since"
  ],
  // Made from messages when they arrive.
  threads: ["account_id", "has_our_email", "is_listed", "is_new", "last_date_sent", "last_message", "last_message_id"]
}
