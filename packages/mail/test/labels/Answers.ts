/** Reads the labelled answers of `answers`, and measures the rules by them. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { replyText } from "../../src/replies/ReplyText.ts"
import { replyLabelOf } from "../../src/labels/ReplyLabel.ts"

const folder = join(import.meta.dirname, "answers")

export interface LabelledAnswer {
  readonly language: string
  readonly label: string
  readonly isAutomatic: boolean
  readonly subject: string
  readonly body: string
  readonly isHeldOut: boolean
}

const answerOf = (text: string) => {
  const lines = text.replace(/^\n+/u, "").split("\n")
  const isAutomatic = lines[0] === "auto"
  if (isAutomatic) lines.shift()
  const subject = lines[0]?.startsWith("subject: ") === true ? lines.shift()?.slice("subject: ".length) : undefined
  return { isAutomatic, subject: subject ?? "Re: A question", body: lines.join("\n").trim() }
}

const answersIn = (file: string): ReadonlyArray<LabelledAnswer> =>
  readFileSync(join(folder, file), "utf8")
    .split(/^# /mu)
    .slice(1)
    .flatMap((section) => {
      const end = section.indexOf("\n")
      return section
        .slice(end)
        .split(/^%%$/mu)
        .filter((text) => text.trim() !== "")
        .map((text, i) => ({
          language: file.replace(".txt", ""),
          label: section.slice(0, end).trim(),
          ...answerOf(text),
          isHeldOut: i % 2 === 1
        }))
    })

export const answers: ReadonlyArray<LabelledAnswer> = readdirSync(folder)
  .filter((file) => file.endsWith(".txt"))
  .toSorted()
  .flatMap(answersIn)

export const labelOf = ({ body, isAutomatic, subject }: Pick<LabelledAnswer, "body" | "isAutomatic" | "subject">) =>
  replyLabelOf({
    isAutomatic,
    subject,
    reply_text: replyText(body),
    from: { name: "Tom Baker", email: "tom@acme.example" }
  })

/** For each label: how many answers got it rightly and wrongly, and how many did not get it. */
export const measure = (all: ReadonlyArray<LabelledAnswer>) => {
  const counts: Record<string, { right: number; wrong: number; missed: number }> = {}
  const of = (label: string) => (counts[label] ??= { right: 0, wrong: 0, missed: 0 })
  for (const answer of all) {
    const label = labelOf(answer) ?? "none"
    if (label === answer.label) of(label).right++
    else {
      of(label).wrong++
      of(answer.label).missed++
    }
  }
  return counts
}
