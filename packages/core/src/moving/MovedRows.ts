/**
 * The rows of an organization that move to another database: their kinds, in an order in which each kind refers to
 * kinds before it only, and their columns.
 */
import { table as accounts } from "../accounts/Account.ts"
import { table as events } from "../activity/Event.ts"
import { agendaTable, planTable } from "../agenda/Agenda.ts"
import { table as rollups } from "../analytics/Rollup.ts"
import { table as transactions } from "../billing/Transaction.ts"
import { table as blacklist } from "../blacklist/BlacklistEntry.ts"
import { table as campaigns } from "../campaigns/Campaign.ts"
import type { AttachmentId } from "../ids.ts"
import { table as deliveries } from "../integrations/Delivery.ts"
import { table as integrations } from "../integrations/Integration.ts"
import { table as leads } from "../leads/Lead.ts"
import { mailboxTable } from "../mailboxes/Mailbox.ts"
import { settingsTable } from "../organization/OrganizationSettings.ts"
import { table as notes } from "../notes/Note.ts"
import { table as people } from "../people/Person.ts"
import { sendTable } from "../sends/Send.ts"
import { table as sequences } from "../sequences/Sequence.ts"
import * as Table from "../Table.ts"
import { table as tags } from "../tags/Tag.ts"
import { table as replyTemplates } from "../templates/ReplyTemplate.ts"
import { table as uploads } from "../uploads/Upload.ts"
import { messageTable, threadTable } from "./MovedMail.ts"

export type { MovedMessage } from "./MovedMail.ts"

/** The tables of the kinds, with the columns that move. */
export const tables = {
  // A deletion is finished before.
  accounts: Table.without(accounts, ["releasing_at"]),
  // Neither credentials nor the state of the inbox move.
  mailboxes: Table.only(mailboxTable, ["account_id", "next_at"]),
  // `lead_count` is computed at the import, and a verification does not move.
  campaigns: Table.without(campaigns, ["lead_count", "verification"]),
  sequences,
  tags,
  reply_templates: replyTemplates,
  leads,
  blacklist,
  events,
  rollups,
  // Neither passwords nor invitations move: people get a new invitation.
  people: Table.without(people, ["generation", "invitation", "invited_until", "password"]),
  threads: threadTable,
  messages: messageTable,
  notes,
  uploads,
  transactions,
  // Secrets do not move.
  integrations: Table.without(integrations, ["sealed"]),
  deliveries,
  sends: sendTable,
  agenda: agendaTable,
  plans: planTable,
  settings: settingsTable
}

export type MovedKind = keyof typeof tables
export type MovedRows = { readonly [Kind in MovedKind]: Table.RowOf<(typeof tables)[Kind]> }

export const movedKinds = Object.keys(tables) as ReadonlyArray<MovedKind>

const columns = new Map(movedKinds.map((kind) => [kind, Table.columnsOf(tables[kind])]))

/** The columns of a kind that move. */
export const columnsOf = (kind: MovedKind): Table.Columns => columns.get(kind) ?? {}

/** A part of an attachment's bytes. All parts of an attachment follow each other. */
export interface MovedBytes {
  readonly attachment_id: AttachmentId
  /** From 0. */
  readonly position: number
  /** In base64. */
  readonly bytes: string
  readonly is_last: boolean
}

/** A row with its kind: one line of a file. */
export type MovedItem =
  | { readonly kind: "bytes"; readonly row: MovedBytes }
  | { [Kind in MovedKind]: { readonly kind: Kind; readonly row: MovedRows[Kind] } }[MovedKind]
