/** The tag that the rules give to an answer, in the transaction that stores its mail. */
import { replyLabelOf } from "@mailroom/mail/reply-label"
import type { ParsedMail } from "@mailroom/mail"
import { Effect, Option } from "effect"
import type { OrganizationId } from "../ids.ts"
import { reportedMail } from "../labels/Decision.ts"
import { makeLabelTags } from "../labels/LabelTags.ts"
import { mayLabel } from "../leads/LeadLabel.ts"
import { labellersOf } from "../organization/OrganizationSettings.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import type { StorageError } from "../StorageError.ts"
import type { Tag } from "../tags/Tag.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Match } from "./Match.ts"

/**
 * Makes the function that finds and locks the tag of an answer that a person wrote to us; `null`: the rules do not label it, and the
 * labeller decides later (`labels/Labeller.ts`). Call it after accounts and before leads are locked. The worker would
 * take 14 statements and a transaction for what takes 3 here (`test/MailCosts.test.ts`).
 */
export const makeAnswerTag = Effect.gen(function* () {
  const settings = yield* SettingsStore
  const { lockTagOf } = yield* makeLabelTags

  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { subject, from, message_id, reply_text }: ParsedMail,
    { reports }: Match,
    date_sent: Timestamp
  ): Effect.fn.Return<Tag | null, StorageError> {
    const report = reports.find(({ event }) => event.type === "replied")
    if (report?.lead === undefined || !mayLabel(report.lead, date_sent)) return null
    // Without a Message-ID, the labeller finds no mail, and reads the text of the event.
    const written = message_id === null ? reportedMail(report.event.data) : { subject, reply_text, from }
    const label = replyLabelOf({ ...written, isAutomatic: false })
    if (label === null) return null
    const labellers = labellersOf(Option.getOrUndefined(yield* settings.find(organization_id)))
    return labellers.includes("rule") ? yield* lockTagOf(organization_id, label) : null
  })
})
