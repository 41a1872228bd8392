/** The cells of a lead in the tables of leads. On a narrow screen the first ones are seen: so the company is the last. */
import type { Lead, LeadStatus, ListedLead } from "@mailroom/client"
import type { ComponentChildren } from "preact"
import { number, shortDate } from "../../base/format.ts"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { sendingText } from "../../kit/sending/Effective.tsx"
import { LeadCheck } from "./Selected.tsx"
import { texts } from "./texts.ts"

export const nameOf = ({ first_name, last_name }: Pick<Lead, "first_name" | "last_name">): string =>
  `${first_name} ${last_name}`.trim()

const tones: Readonly<Record<LeadStatus, Tone>> = {
  "Not contacted": "plain",
  Sent: "plain",
  Opened: "accent",
  Replied: "good",
  Bounce: "bad"
}

/** The cells in the order of `texts.columns`, without the number of the row. */
export const cellsOf = (lead: ListedLead, href: string): ReadonlyArray<ComponentChildren> => [
  <span class="leads-who">
    <LeadCheck lead={lead} name={nameOf(lead) || lead.email} />
    <a class="leads-link" href={href}>
      {nameOf(lead) !== "" && (
        <span class="leads-name" dir="auto">
          {nameOf(lead)}
        </span>
      )}
      <span class="leads-address">{lead.email}</span>
    </a>
  </span>,
  <Badge tone={tones[lead.status]}>{texts.statuses[lead.status]}</Badge>,
  <span title={sendingText(lead)}>{sendingText(lead)}</span>,
  number(lead.amount_sequences_sent),
  lead.date_last_sequence_send === null ? texts.none : shortDate(lead.date_last_sequence_send),
  lead.reply_status === null ? "" : <Badge>{lead.reply_status}</Badge>,
  <bdi>{lead.company}</bdi>
]

/** The index of the column of numbers, in `texts.columns`. */
export const mailsColumn = 4

/** The class of the cells of a column, by its index in `texts.columns`. */
export const classOf = (column: number): string | undefined =>
  column === 1 ? "leads-lead" : column === mailsColumn ? "number" : undefined
