/** Asks the questions of a rule: rules are pure functions of the answers. */
import { Clock, Effect, Option } from "effect"
import type { DnsAnswer, DnsResolver, RecordType } from "./DnsResolver.ts"
import { type PublicAnswer, publicAnswer } from "./PublicAnswer.ts"

/** Returns the answer to a question, as far as it is public. */
export type Ask = (name: string, type: RecordType) => PublicAnswer

/** Maximum duration of one question, in milliseconds. */
export const questionLimit = 5_000

/** Maximum duration of all questions of a rule, in milliseconds; the rest is answered by `timed_out`. */
export const totalLimit = 15_000

/** Maximum number of questions of a rule; the rest is answered by `timed_out`. */
export const maximumQuestions = 200

/**
 * Maximum number of records of an answer, and of characters of a record, that a rule sees. An answer of 64 KiB has up to
 * 4 000 records, and a rule reads all of them several times.
 */
export const maximumRecords = 100
export const maximumText = 8_192

const concurrency = 20

/** An answer, as much of it as a rule sees. */
const bounded = (answer: DnsAnswer): DnsAnswer =>
  answer.status === "found"
    ? { ...answer, records: answer.records.slice(0, maximumRecords).map((text) => text.slice(0, maximumText)) }
    : answer

const timedOut: PublicAnswer = { status: "timed_out" }

/**
 * Applies a rule to the answers of its questions. The rule runs several times: with `timed_out` for each question that
 * was not asked yet, until all its questions are answered. It must be pure, and ask finitely many questions.
 */
export const answered = Effect.fnUntraced(function* <A>({ query }: DnsResolver["Service"], rule: (ask: Ask) => A) {
  const known = new Map<string, PublicAnswer>()
  const end = (yield* Clock.currentTimeMillis) + totalLimit
  while (true) {
    const missing = new Map<string, { readonly name: string; readonly type: RecordType }>()
    const result = rule((name, type) => {
      const key = `${type} ${name}`
      const answer = known.get(key)
      if (answer === undefined) missing.set(key, { name, type })
      return answer ?? timedOut
    })
    if (missing.size === 0) return result
    const timeLeft = Math.min(questionLimit, end - (yield* Clock.currentTimeMillis))
    const questionsLeft = timeLeft > 0 ? Math.max(0, maximumQuestions - known.size) : 0
    const asked = [...missing].slice(0, questionsLeft)
    const notAsked = [...missing].slice(questionsLeft)
    for (const [key] of notAsked) known.set(key, timedOut)
    yield* Effect.forEach(
      asked,
      ([key, { name, type }]) =>
        Effect.map(Effect.timeoutOption(query(name, type), timeLeft), (answer) => {
          known.set(
            key,
            Option.match(answer, { onNone: () => timedOut, onSome: (found) => publicAnswer(type, bounded(found)) })
          )
        }),
      { concurrency, discard: true }
    )
  }
})
