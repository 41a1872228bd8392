/** Real bounces are classified as their collectors labelled them: `bounces.json` has a label for each recipient. */
import { assert, describe, it } from "@effect/vitest"
import type { IntakeResult } from "@mailroom/core"
import { Effect } from "effect"
import { layer, newDesk } from "./Desk.ts"
import { isThere, note, read } from "./RealMail.ts"

interface Label {
  readonly status: string | null
  readonly reason: string
  /** Whether the address is dead. */
  readonly hard: boolean
}

const text = (file: string) => new TextDecoder().decode(read(file))
const labels = (): Record<string, ReadonlyArray<Label>> => JSON.parse(text("bounces.json"))

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
        for (const [name, rows] of Object.entries(labels())) {
          const file = `bounces/${name}.eml`
          const desk = yield* newDesk
          const { bounce, kind } = yield* desk.receive(read(file))
          const expected = kindOf(text(file), rows)
          count.files++
          if (kind === expected) count.kind++
          else misses.push(`${name}: ${kind}, not ${expected}`)
          for (const [i, { hard, reason, status }] of rows.entries()) {
            const told = bounce?.recipients[i]
            count.rows++
            if ((told?.hard ?? false) === hard) count.hard++
            else misses.push(`${name}, ${i}: ${told?.reason} ${told?.hard}, not ${reason} ${hard} ${status}`)
            if (reason === "vacation" || status?.startsWith("4.")) assert.isNotTrue(told?.hard, `${name}, ${i}`)
          }
        }
        yield* Effect.sync(() => {
          // oxlint-disable-next-line no-console
          console.log(
            [`kind: ${share(count.kind, count.files)}`, `hard: ${share(count.hard, count.rows)}`, ...misses].join("\n")
          )
        })
        assert.isAtLeast(count.kind / count.files, 0.97)
        assert.isAtLeast(count.hard / count.rows, 0.93)
      }).pipe(Effect.provide(layer, { local: true })),
    120_000
  )
})
