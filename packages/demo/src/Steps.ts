/** Creates the steps of campaigns, with their variants and files. */
import { type Campaign, type Sequence, Sequences, Uploads } from "@mailroom/core"
import { Effect } from "effect"
import type { Step } from "./Mailings.ts"
import { attachments } from "./Parts.ts"

export const mailTo = (name: string, text: string): string => `Hi ${name},\n\n${text}\n`

type Mail = Pick<Step, "subject" | "text">

/** Uploads a file. Returns its id, in a list. */
export const upload = Effect.fnUntraced(function* (name: NonNullable<Step["attached"]>) {
  const { content, filename = name, type } = attachments(0)[name]
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const content_type = type.split(";", 1)[0] ?? type
  const create = Uploads.use((uploads) => uploads.create(bytes, { filename, content_type }))
  return [(yield* Effect.catchTag(create, "FileTooLarge", Effect.die)).id]
})

/** Creates a step; returns its variants. */
export const createStep = Effect.fnUntraced(function* (
  id: Campaign.CampaignId,
  { attached, condition = null, delay_days, delay_unit = "days", variant, ...mail }: Step
) {
  const create = (
    input:
      | Pick<Sequence.NewSequence, "attachments" | "condition" | "delay_days" | "delay_unit">
      | { readonly variant_of: Sequence.SequenceId },
    of: Mail
  ) =>
    Sequences.use((sequences) =>
      sequences.create(id, { ...input, subject: of.subject, body: mailTo("{{first_name}}", of.text) })
    )
  const files = attached === undefined ? [] : yield* upload(attached)
  const first = yield* create({ attachments: files, condition, delay_days, delay_unit }, mail)
  if (variant === undefined) return [first]
  const second = yield* create({ variant_of: first.id }, variant)
  yield* Sequences.use((sequences) => sequences.update(id, first.id, { winner_rule: { goal: "positive_replied" } }))
  return [first, second]
})
