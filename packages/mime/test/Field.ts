/**
 * Situations from the field: small mails, each with what was recorded before it and the result that is right. They are not
 * part of the repository; their folders are `field` and `field-4` in `MAILROOM_MAIL` or `../shared/mail`. The README of
 * `field` has the format.
 */
import { assert, it } from "@effect/vitest"
import {
  Accounts,
  Activity,
  Blacklist,
  Campaigns,
  CurrentOrganization,
  Intake,
  type IntakeResult,
  Leads,
  Organizations,
  Timestamp,
  Unibox
} from "@mailroom/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { layer } from "./Desk.ts"
import { directory as realMail } from "./RealMail.ts"

type OneOrMany<A> = A | ReadonlyArray<A>

export interface Situation {
  readonly file: string
  readonly situation: string
  readonly setup: {
    readonly leads?: ReadonlyArray<{ readonly email: string }>
    readonly campaign?: object
    readonly sent?: ReadonlyArray<{
      readonly to: string
      readonly message_id?: string
      readonly provider_message_id?: string
    }>
    readonly accounts?: OneOrMany<string>
    readonly before?: OneOrMany<string>
    readonly vouched?: boolean
  }
  readonly expected: {
    readonly kind?: OneOrMany<string>
    readonly lead?: OneOrMany<string>
    readonly trust?: OneOrMany<string>
    readonly events?: OneOrMany<string>
    readonly no_events?: OneOrMany<string>
    readonly reply_text?: OneOrMany<string>
    readonly reply_text_has?: OneOrMany<string>
    readonly reply_text_lacks?: OneOrMany<string>
    readonly recipients?: Record<string, { readonly hard?: boolean; readonly reason?: OneOrMany<string> } | null>
    readonly leads?: Record<string, object>
    readonly blacklisted?: OneOrMany<string>
    readonly any_blacklist?: boolean
    readonly message?: object
    readonly in_thread?: boolean
  }
}

const folders = ["field", "field-4"]
export const isThere = folders.every((folder) => existsSync(join(realMail, folder, "field.json")))
/** Appended to the name of a test that needs this mail. */
export const note = isThere ? "" : `: SKIPPED, there is none in ${realMail}; set MAILROOM_MAIL`

/** The situations of a folder. Their files are named from `realMail`. */
const listed = (folder: string): ReadonlyArray<Situation> =>
  (JSON.parse(readFileSync(join(realMail, folder, "field.json"), "utf8")) as ReadonlyArray<Situation>).map(
    (situation) => ({ ...situation, file: `${folder}/${situation.file}` })
  )
export const situations = isThere ? folders.flatMap(listed) : []
export const wishes = isThere ? folders.flatMap((folder) => listed(`${folder}/wishes`)) : []

const all = <A>(value: OneOrMany<A> | undefined): ReadonlyArray<A> =>
  value === undefined ? [] : Array.isArray(value) ? (value as ReadonlyArray<A>) : [value as A]
const fold = (text: string | null | undefined) => (text ?? "").replaceAll(/\s+/gu, " ").trim()
/** Asserts that a value is one of the right ones, if the situation names any. */
const isOneOf = (actual: string | undefined, right: OneOrMany<string> | undefined, what: string) => {
  if (right !== undefined) assert.include(all(right), actual, what)
}
const has = (actual: object, right: object, what: string) => assert.deepInclude(actual, right, what)

/** The day after which every mail of the situations was sent. */
const now = "2026-11-24T12:00:00.000Z"
const read = (file: string) => new Uint8Array(readFileSync(join(realMail, file)))

const check = Effect.fnUntraced(function* ({ expected, file, setup }: Situation) {
  yield* TestClock.setTime(Date.parse(now))
  const { id } = yield* (yield* Organizations).create({ name: "Organization" })
  const here = Effect.provideService(CurrentOrganization, { id })
  const intake = yield* Intake
  const leads = yield* Leads
  const unibox = yield* Unibox
  const accounts = setup.accounts === undefined ? ["grace@ours.example"] : all(setup.accounts)
  const [from_email = ""] = accounts
  for (const email of accounts) yield* here((yield* Accounts).create({ email, provider: "smtp" }))
  const campaign = yield* here((yield* Campaigns).create({ name: "Campaign", ...setup.campaign }))
  const { data } = yield* here(leads.create({ campaign_id: campaign.id, leads: setup.leads ?? [] }))
  const idOf = new Map(data.map((lead, i) => [setup.leads?.[i]?.email, lead?.id ?? undefined] as const))
  for (const { message_id, provider_message_id, to } of setup.sent ?? []) {
    const body = { subject: "Quick question", body_text: "Hello Ada, could we talk on Thursday?" }
    const { data: results } = yield* here(
      (yield* Activity).record([
        {
          type: "sent",
          campaign_id: campaign.id,
          email: to,
          occurred_at: Timestamp.plus(Timestamp.fromMillis(Date.parse(now)), -2 * 86_400_000),
          ...(provider_message_id === undefined ? {} : { provider_message_id }),
          ...(message_id === undefined
            ? {}
            : { message_id, message: { ...body, message_id, from_email, to_email: to } })
        }
      ])
    )
    assert.deepInclude(results[0] ?? {}, { status: "recorded" })
  }
  for (const earlier of all(setup.before)) yield* here(intake.receive(read(earlier)))

  const result: IntakeResult = yield* here(intake.receive(read(file), { vouched: setup.vouched }))
  const told = JSON.stringify(result)
  isOneOf(result.kind, expected.kind, told)
  isOneOf(result.trust, expected.trust, told)
  if (expected.lead !== undefined) {
    assert.include(
      all(expected.lead).map((email) => idOf.get(email)),
      result.lead_id,
      told
    )
  }
  if (expected.events !== undefined) {
    const right = all(expected.events)
    assert.include(right.length === 0 ? [""] : right, result.events.join(","), told)
  }
  for (const type of all(expected.no_events)) assert.notInclude(result.events as ReadonlyArray<string>, type, told)
  if (expected.reply_text !== undefined)
    isOneOf(fold(result.reply_text), all(expected.reply_text).map(fold), "reply_text")
  for (const part of all(expected.reply_text_has)) assert.include(fold(result.reply_text), fold(part))
  for (const part of all(expected.reply_text_lacks)) assert.notInclude(fold(result.reply_text), fold(part))
  for (const [email, right] of Object.entries(expected.recipients ?? {})) {
    const named = result.bounce?.recipients.find((recipient) => recipient.email.toLowerCase() === email)
    if (right === null) assert.isUndefined(named, told)
    else {
      if (named === undefined) assert.fail(`${email} is not named: ${told}`)
      if (right.hard !== undefined) assert.strictEqual(named.hard, right.hard, told)
      isOneOf(named.reason, right.reason, told)
    }
  }
  for (const [email, right] of Object.entries(expected.leads ?? {})) {
    const lead_id = idOf.get(email)
    has(lead_id === undefined ? {} : yield* here(leads.find(lead_id)), right, `lead ${email}: ${told}`)
  }
  if (expected.any_blacklist !== true) {
    const { data: entries } = yield* here((yield* Blacklist).page("email", { offset: 0, limit: 100 }))
    assert.deepStrictEqual(entries.map(({ value }) => value).sort(), [...all(expected.blacklisted)].sort(), told)
  }
  if (expected.message === undefined && expected.in_thread === undefined) return
  const { data: messages } = yield* here(unibox.thread(result.thread_id ?? assert.fail(told), { limit: 100 }))
  const isOurs = messages.some(({ is_our_email }) => is_our_email)
  if (expected.in_thread !== undefined) assert.strictEqual(isOurs, expected.in_thread, told)
  const stored = messages.find(({ message_id }) => message_id === result.message_id)
  if (expected.message !== undefined) has(stored ?? {}, expected.message, told)
})

/** A test that receives the mail of a situation after what its `setup` says, and checks all that is `expected`. */
export const testOf = (situation: Situation) =>
  it.effect(`${situation.file}: ${situation.situation}`, () =>
    check(situation).pipe(Effect.provide(layer, { local: true }))
  )
