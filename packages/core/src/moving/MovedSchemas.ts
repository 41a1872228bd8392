/** The schema of the rows of each kind as a file has them: what the API accepts as input. */
import { toAscii } from "@mailroom/mail/domain"
import { EmailAddress, LeadText, Plain } from "@mailroom/mail/text"
import { Schema } from "effect"
import { normalize } from "../blacklist/BlacklistEntry.ts"
import { Count, SmallCount } from "../Id.ts"
import { AttachmentId } from "../ids.ts"
import { texts } from "../sequences/Sequence.ts"
import { StepFile } from "../uploads/Upload.ts"
import { NewReplyTemplate } from "../templates/ReplyTemplate.ts"
import { Version } from "../Version.ts"
import { type MovedKind, movedKinds, tables } from "./MovedRows.ts"

const domainOrNull = Schema.NullOr(
  Schema.String.check(
    Schema.makeFilter((name) => {
      const domain = toAscii(name)
      return domain._tag === "Some" && domain.value === name ? undefined : "must be a host name"
    })
  )
)

/** The kinds of which a file may contain less than a table: people may not write everything, and fields depend on each other. */
const stricter = {
  sequences: Schema.Struct({
    ...tables.sequences.fields,
    ...texts,
    attachments: Schema.Array(Schema.Struct({ ...StepFile.fields, filename: Plain, content_type: Plain, size: Count })),
    position: Version
  }),
  reply_templates: Schema.Struct({ ...tables.reply_templates.fields, body: NewReplyTemplate.fields.body }),
  leads: Schema.Struct({
    ...tables.leads.fields,
    email: EmailAddress,
    first_name: LeadText,
    last_name: LeadText,
    company: LeadText,
    website: LeadText,
    personalization: LeadText,
    amount_sequences_sent: SmallCount,
    reply_text: Schema.NullOr(Plain)
  }).check(
    Schema.makeFilter(({ stop_sending, stop_sending_type }) =>
      stop_sending === (stop_sending_type !== null)
        ? undefined
        : { path: ["stop_sending_type"], issue: "must be null exactly when stop_sending is false" }
    )
  ),
  blacklist: Schema.Struct(tables.blacklist.fields).check(
    Schema.makeFilter(({ kind, value }) => {
      const normal = normalize(kind, value)
      if ("fault" in normal) return { path: ["value"], issue: normal.fault }
      return normal.value === value ? undefined : { path: ["value"], issue: `must be ${normal.value}` }
    })
  ),
  threads: Schema.Struct(tables.threads.fields).check(
    Schema.makeFilter(({ snoozed_until, state }) =>
      (state === "snoozed") === (snoozed_until !== null)
        ? undefined
        : { path: ["snoozed_until"], issue: "must be null exactly when state is not snoozed" }
    )
  ),
  sends: Schema.Struct({
    ...tables.sends.fields,
    position: Schema.NullOr(SmallCount),
    attempts: SmallCount,
    to_email: Schema.Union([EmailAddress, Schema.Literal("")]),
    subject: Plain,
    message_id: Plain,
    reply: Schema.NullOr(Plain)
  }),
  uploads: Schema.Struct({ ...tables.uploads.fields, filename: Plain, content_type: Plain, size: Count }),
  settings: Schema.Struct({ ...tables.settings.fields, tracking_domain: domainOrNull })
} satisfies { readonly [Kind in MovedKind]?: Schema.ConstraintDecoder<unknown> }

const ofTables = Object.fromEntries(
  movedKinds.map((kind) => [kind, Schema.Struct(tables[kind].fields as Schema.Struct.Fields)])
) as unknown as { readonly [Kind in MovedKind]: Schema.ConstraintDecoder<unknown> }

const base64 = /^[A-Za-z0-9+/]*={0,2}$/u

export const schemas: { readonly [Kind in MovedKind | "bytes"]: Schema.ConstraintDecoder<unknown> } = {
  ...ofTables,
  ...stricter,
  /** A part of the bytes of an attachment. */
  bytes: Schema.Struct({
    attachment_id: AttachmentId,
    position: Count,
    bytes: Schema.String.check(
      Schema.makeFilter((value) => (value.length % 4 === 0 && base64.test(value) ? undefined : "must be base64"))
    ),
    is_last: Schema.Boolean
  })
}
