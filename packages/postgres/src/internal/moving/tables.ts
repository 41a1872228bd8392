/** The tables of the kinds of rows that move: which columns are made from others, and which rows are left out. */
import { Domain, MovedRows, type Table, Text, Transaction } from "@mailroom/core"
import { resolutions } from "../../analytics.ts"
import * as Column from "../database/columns.ts"
import { custom_fields, givenOf, spellingsOf } from "../leads/leadRows.ts"
import { fileRecordColumns } from "../threads/threadRows.ts"

type Rows = MovedRows.MovedRows

interface Exceptions<Row> {
  /** Columns that are computed from a row, as lookups and searches need them, or that do not move. */
  readonly derived?: (row: Row) => object
  /** Columns that Postgres computes: expressions over the columns of the row `new`. */
  readonly computed?: Readonly<Record<string, string>>
  /** The condition of rows that move; `$1` is the organization. */
  readonly where?: string
  /** Columns that move in another form than they are stored in; `$1` is the organization. */
  readonly columns?: { readonly [Name in keyof Row]?: Column.Column }
}

/** The table of a kind of rows. */
interface Source<Row> extends Omit<Exceptions<Row>, "columns"> {
  readonly name: string
  readonly columns: Column.Columns<Row>
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

/** The folded form of the column that is unique. */
const foldedOf =
  ({ unique }: Table.Table) =>
  (row: object) =>
    unique === undefined ? {} : { [`${unique}_folded`]: Text.fold(row[unique as never]) }

/** An attachment as JSON. */
const file = `json_strip_nulls(json_build_object(${Object.keys(fileRecordColumns)
  .map((name) => `'${name}', file.${name}`)
  .join(", ")}))`

/** The kinds whose table differs from the rows. */
const exceptions: { readonly [Kind in MovedRows.MovedKind]?: Exceptions<Rows[Kind]> } = {
  accounts: {
    derived: ({ email }) => {
      const address = Domain.normalizeEmail(email)
      return { address, email_given: givenOf(email, address) }
    }
  },
  mailboxes: { derived: () => unconnected },
  campaigns: { derived: ({ name }) => ({ name_folded: Text.foldForSearch(name) }), where: "deleted_at IS NULL" },
  sequences: { where: isShown },
  leads: { derived: spellingsOf, where: isShown, columns: { custom_fields } },
  blacklist: { where: "removed_at IS NULL" },
  events: { computed: { identity_hash: "sha256(convert_to(new.identity, 'UTF8'))" } },
  rollups: { where: `resolution = ${resolutions.quarter}` },
  people: { derived: (row) => ({ ...foldedOf(MovedRows.tables.people)(row), generation: 0 }) },
  threads: {
    columns: {
      campaign_id: { ...Column.UuidOrNull, from: `CASE WHEN ${isShown} THEN campaign_id END` },
      lead_id: {
        ...Column.IntOrNull,
        from: `(SELECT lead.id FROM mailroom.leads lead
          WHERE lead.organization_id = $1::bigint AND lead.id = moved.lead_id AND ${shown("lead")})`
      }
    }
  },
  messages: {
    columns: {
      search_text: {
        ...Column.Text,
        from: `(SELECT search.search_text FROM mailroom.message_search search
          WHERE search.organization_id = $1::bigint AND search.of_message = moved.id)`
      },
      attachments: {
        ...Column.Json,
        from: `(SELECT coalesce(json_agg(${file} ORDER BY file.id), '[]') FROM mailroom.attachments file
          WHERE file.organization_id = $1::bigint AND file.of_message = moved.id)`
      }
    }
  },
  transactions: { derived: (row) => ({ search_text: Transaction.searchTextOf(row) }) },
  integrations: { derived: () => ({ sealed: "" }) },
  agenda: { where: isShown },
  plans: { where: isShown }
}

const sourceOf = <Kind extends MovedRows.MovedKind>(kind: Kind): Source<Rows[Kind]> => {
  const table: Table.Table = MovedRows.tables[kind]
  const { columns: others, ...exception }: Exceptions<Rows[Kind]> = exceptions[kind] ?? {}
  const columns = Column.of(table, others as Partial<Column.Columns<Table.Table["fields"]>>)
  return {
    derived: foldedOf(table),
    ...exception,
    name: table.name,
    columns: columns as Column.Columns<Rows[Kind]>,
    hasIds: columns["id"]?.type === Column.Int.type
  }
}

export const tables = Object.fromEntries(MovedRows.movedKinds.map((kind) => [kind, sourceOf(kind)])) as unknown as {
  readonly [Kind in MovedRows.MovedKind]: Source<Rows[Kind]>
}

/** The other tables with rows of organizations, and why their rows do not move or how they do. */
export const others: Readonly<Record<string, string>> = {
  api_keys: "keys are made in each database",
  answering: "it lasts half a minute",
  attachment_chunks: "the bytes of attachments move by the BlobStore",
  attachments: "they move with their message",
  idempotency_keys: "answers are kept for a day",
  blacklist_versions: "a counter of changes",
  imports: "a note about this database",
  lead_times: "they are made when leads arrive",
  log_entries: "it says who did what in this database",
  message_search: "it moves with its message",
  organization_external_ids: "the organization is the head of the file",
  organization_guards: "a lock",
  sessions: "they belong to keys and people",
  tracking_domains: "they lead to the service that the organization came from",
  transaction_counts: "they are counted when transactions arrive",
  unibox_revisions: "a counter of changes",
  work: "what is due is found again when an account or an integration is connected"
}

/** Columns that only Postgres has, and that do not move, with the reason. Columns that are derived or computed are not among them. */
export const omitted: Readonly<Record<string, ReadonlyArray<string>>> = {
  // A deletion is finished before.
  blacklist: ["removed_at"],
  // Counts are made when leads arrive.
  campaigns: [
    "deleted_at",
    "leads_bounced",
    "leads_changed",
    "leads_not_contacted",
    "leads_opened",
    "leads_replied",
    "leads_sent",
    "leads_stopped",
    "states_changed"
  ],
  // Generated by Postgres.
  leads: ["is_positive", "search_text"],
  // The sums of 15 minutes move; sums of days are made from them.
  rollups: ["resolution"],
  // Made from messages when they arrive.
  threads: ["account_id", "has_our_email", "is_listed", "is_new", "last_date_sent", "last_message", "last_message_id"],
  // Generated by Postgres; retention begins again.
  events: ["link", "retired"]
}
