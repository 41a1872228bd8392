/**
 * Real bounces are classified as their collectors labelled them: `bounces.json` has a label for each recipient. There is a
 * second set in the folder `second`.
 */
import { assert, describe, it } from "@effect/vitest"
import type { IntakeResult } from "@mailroom/core"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { layer, newDesk } from "./Desk.ts"
import { directory, isThere, note, read } from "./RealMail.ts"

interface Label {
  readonly status: string | null
  readonly reason: string
  /** Whether the address is dead. */
  readonly hard: boolean
}

const text = (file: string) => new TextDecoder().decode(read(file))
const sets = ["", "second/"].filter((set) => existsSync(join(directory, `${set}bounces.json`)))
/** The labels by file. */
const labels = () =>
  sets.flatMap((set) =>
    Object.entries<ReadonlyArray<Label>>(JSON.parse(text(`${set}bounces.json`))).map(
      ([name, rows]) => [`${set}bounces/${name}.eml`, rows] as const
    )
  )

/**
 * Whether a verdict is the label's. `filtered` is the label of "user unknown" from a system that also says so of spam:
 * then both verdicts are right.
 */
const isRight = (told: boolean, { hard, reason }: Label) => told === hard || reason === "filtered"

/**
 * Whether a mail is still on its way to all recipients. Labels do not show this: the report does or, without a report,
 * the subject.
 */
const isLate = (mail: string) => {
  const actions = [...mail.matchAll(/^Action:[ \t]*(\w+)/gimu)].map(([, action = ""]) => action.toLowerCase())
  if (actions.length > 0) return actions.every((action) => action === "delayed")
  return /^Subject:.*\b(?:delay|warning)/imu.test(mail)
}

const kinds: Record<string, IntakeResult["kind"]> = {
  feedback: "complaint",
  vacation: "auto_reply",
  delivered: "other"
}
const kindOf = (mail: string, [first]: ReadonlyArray<Label>) =>
  kinds[first?.reason ?? ""] ?? (isLate(mail) ? "other" : "bounce")

const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`

describe.skipIf(!isThere)(`labelled bounces${note}`, () => {
  it.effect(
    "are told by kind and by whether the address is dead, and no address that lives is called dead",
    () =>
      Effect.gen(function* () {
        const misses: Array<string> = []
        const count = { files: 0, kind: 0, rows: 0, hard: 0 }
        for (const [file, rows] of labels()) {
          const desk = yield* newDesk
          const { bounce, kind } = yield* desk.receive(read(file))
          const expected = kindOf(text(file), rows)
          count.files++
          if (kind === expected) count.kind++
          else misses.push(`${file}: ${kind}, not ${expected}`)
          for (const [i, label] of rows.entries()) {
            const { hard, reason, status } = label
            const told = bounce?.recipients[i]
            count.rows++
            if (isRight(told?.hard ?? false, label)) count.hard++
            else misses.push(`${file}, ${i}: ${told?.reason} ${told?.hard}, not ${reason} ${hard} ${status}`)
            if (reason === "vacation" || status?.startsWith("4.")) assert.isNotTrue(told?.hard, `${file}, ${i}`)
          }
        }
        yield* Effect.sync(() => {
          // oxlint-disable-next-line no-console
          console.log(
            [`kind: ${share(count.kind, count.files)}`, `hard: ${share(count.hard, count.rows)}`, ...misses].join("\n")
          )
        })
        assert.isAtLeast(count.kind / count.files, 0.99)
        assert.isAtLeast(count.hard / count.rows, 0.97)
      }).pipe(Effect.provide(layer, { local: true })),
    120_000
  )
})
