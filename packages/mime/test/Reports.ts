/** Raw reports about our mail to a lead, and the state of the lead, its address and the sums after them. */
import { assert } from "@effect/vitest"
import { Activity, Analytics, Blacklist, type IntakeResult, type Lead } from "@mailroom/core"
import { Effect } from "effect"
import { date, type Desk, lead, me } from "./Desk.ts"
import { bytes } from "./Mail.ts"

/** The Message-ID of our mail that the reports are about. */
export const ours = "<1@sender.test>"

/** The header of that mail, as reports return it. */
export const returned = (id: string | null = ours, to = lead): string =>
  [`From: ${me}`, `To: ${to}`, ...(id === null ? [] : [`Message-ID: ${id}`]), "Subject: Offer", ""].join("\n")

const report = (from: string, type: string, header: ReadonlyArray<string>, ...parts: ReadonlyArray<string>) =>
  bytes(
    [
      `From: ${from}`,
      `To: ${me}`,
      "Subject: A report",
      ...header,
      "MIME-Version: 1.0",
      `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
      "",
      ...parts.map((part) => `--b\n${part}`),
      "--b--",
      ""
    ].join("\n")
  )

/** The fields of a report about one recipient. */
export const failed = (email: string, status: string, said = "", action = "failed"): string =>
  [
    `Final-Recipient: rfc822; ${email}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
    ""
  ].join("\n")

export const dead = failed(lead, "5.1.1", "550 5.1.1 User unknown")
export const deadAt = (email: string): string => failed(email, "5.1.1", "550 5.1.1 User unknown")
export const full = failed(lead, "5.2.2", "552 5.2.2 Over quota")
export const refused = failed(lead, "5.7.1", "550 5.7.1 Message rejected as spam")

/** A delivery status notification (RFC 3464) about these recipients. It returns a mail unless `mail` is null. */
export const bounce = (
  recipients: ReadonlyArray<string>,
  mail: string | null = returned(),
  header: ReadonlyArray<string> = [date(2)]
): Uint8Array =>
  report(
    "MAILER-DAEMON@mx.test",
    "delivery-status",
    header,
    "\nYour mail could not be delivered.",
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.test\n\n${recipients.join("\n")}`,
    ...(mail === null ? [] : [`Content-Type: message/rfc822\n\n${mail}\n`])
  )

/** An abuse report (RFC 5965) with these fields. */
export const complaint = (fields: ReadonlyArray<string>, mail = returned(), header = [date(2)]): Uint8Array =>
  report(
    "fbl@provider.test",
    "feedback-report",
    header,
    "\nSomeone complains.",
    ["Content-Type: message/feedback-report\n", "User-Agent: Reporter/1", "Version: 1", ...fields, ""].join("\n"),
    `Content-Type: message/rfc822\n\n${mail}\n`
  )

export const threadOf = ({ thread_id }: IntakeResult) => thread_id ?? assert.fail("no thread")

/** Everything that a report can change: the lead, the events of its campaign, its sums, and the blacklist. */
interface State {
  readonly lead: ReadonlyArray<unknown>
  readonly events: ReadonlyArray<ReadonlyArray<unknown>>
  readonly metrics: ReadonlyArray<ReadonlyArray<unknown>>
  readonly blacklist: ReadonlyArray<ReadonlyArray<unknown>>
}

export const stateOf = Effect.fnUntraced(function* (desk: Desk, id: Lead.LeadId = desk.lead_id) {
  const { campaign_id, reply_text, status, stop_sending, stop_sending_type } = yield* desk.lead(id)
  const { data: events } = yield* desk.here((yield* Activity).log(campaign_id, { limit: 100 }))
  const { metrics } = yield* desk.here((yield* Analytics).summary(campaign_id, {}))
  const { data: entries } = yield* desk.here((yield* Blacklist).page("email", { offset: 0, limit: 100 }))
  const state: State = {
    lead: [status, stop_sending ? stop_sending_type : "goes on", reply_text],
    events: events.map(({ data, message_id, type }) => [type, message_id, data]),
    metrics: Object.entries(metrics).filter(([, count]) => count > 0),
    blacklist: entries.map(({ reason, source, value }) => [value, source, reason])
  }
  return state
})

/** The state before any report. */
export const untouched: State = { lead: ["Not contacted", "goes on", null], events: [], metrics: [], blacklist: [] }

/** The leads that changed, and the blacklist. */
export const effects = Effect.fnUntraced(function* (desk: Desk, ...others: ReadonlyArray<typeof desk.lead_id>) {
  const leads = yield* Effect.forEach([desk.lead_id, ...others], (id) => desk.lead(id))
  const { data } = yield* desk.here((yield* Blacklist).page("email", { offset: 0, limit: 200 }))
  return {
    leads: leads.map(({ status, stop_sending_type }) => [status, stop_sending_type] as const),
    blacklist: data.map(({ value }) => value)
  }
})
