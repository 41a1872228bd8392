/** A campaign whose leads opened, clicked, answered, bounced and unsubscribed, and retention that runs. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Analytics } from "../../src/analytics/Analytics.ts"
import { Overview } from "../../src/analytics/Overview.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { Intake } from "../../src/intake/Intake.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { Settings } from "../../src/organization/Settings.ts"
import { kind } from "../../src/retention/RetentionWork.ts"
import { retirer } from "../../src/retention/Retirer.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { Tracking } from "../../src/tracking/Tracking.ts"
import { Unibox } from "../../src/unibox/Unibox.ts"
import { Unsubscribes } from "../../src/unsubscribes/Unsubscribes.ts"
import { mail as parsed } from "../../../mail/test/notices/Mails.ts"
import type { Mailing, Setting } from "../sending/Mailing.ts"
import { readers } from "../tracking/UserAgents.ts"

export const publicUrl = "https://mail.ours.example/mailroom"
const [person = assert.fail()] = readers
const visit = { user_agent: person, isCounted: true, host: "mail.ours.example" }
const step = (subject: string | null, delay_days: number) => ({
  subject,
  body: "See https://a.test/x and https://b.test/?a=1&b=2. Stop: {{unsubscribe_link}}",
  body_html:
    '<p>Look <a href="https://a.test/x">here</a>, <a href="https://b.test/?a=1&amp;b=2">there</a>, <a href="{{unsubscribe_link}}">stop</a></p>',
  delay_days
})
export const setting: Setting = {
  campaign: { track_opens: true, track_clicks: true },
  publicUrl,
  leads: 5,
  steps: [step("Hello", 0), step(null, 60)]
}

/** Leads that opened and clicked, answered, bounced and unsubscribed, in the first week; one did nothing. */
export const story = Effect.fnUntraced(function* (given: Mailing) {
  const { asTenant, outgoing, turn } = given
  const tracking = yield* Tracking
  const intake = yield* Intake
  for (let round = 0; round < 6; round++) {
    yield* turn()
    yield* TestClock.adjust("5 minutes")
  }
  const mails = outgoing.submitted.map(({ mail }) => mail)
  assert.strictEqual(mails.length, 5)
  const tokens = (mail: (typeof mails)[number] | undefined, path: string) =>
    [...(mail?.html ?? "").matchAll(new RegExp(`"${publicUrl}/${path}/([^"]+)"`, "gu"))].map(([, token = ""]) =>
      token.replace(/\.gif$/u, "")
    )
  yield* TestClock.adjust("1 hour")
  const [reader, answerer, dead, leaver] = mails
  const open = Effect.suspend(() => tracking.open(tokens(reader, "o")[0] ?? "", visit))
  const click = (link: number) => Effect.suspend(() => tracking.click(tokens(reader, "c")[link] ?? "", visit))
  yield* open
  yield* click(1)
  const third = given.lead_ids[2] ?? assert.fail()
  const answer = {
    from: { name: "Ada", email: answerer?.to.email ?? "" },
    to: [{ name: "", email: "sender0@house.example" }],
    message_id: "<answer@lead.example>",
    in_reply_to: answerer?.message_id,
    subject: "Re: Hello",
    text: "Yes, call me at the secret number",
    reply_text: "Yes, call me at the secret number"
  }
  const receive = (mail: object) =>
    asTenant(intake.receive(new TextEncoder().encode(JSON.stringify(parsed(mail as never)))))
  yield* receive(answer)
  const activity = yield* Activity
  const bounce = {
    type: "bounced",
    lead_id: third,
    occurred_at: yield* Timestamp.now,
    message_id: dead?.message_id ?? "",
    data: { status: "5.1.1", reason: "No such user Bob" }
  } as const
  yield* asTenant(activity.record([bounce]))
  yield* (yield* Unsubscribes).unsubscribe(tokens(leaver, "u")[0] ?? assert.fail())
  return { answer, bounce, click, mails, open, receive, tokens }
})

/** Everything that retention must not change. */
export const known = Effect.fnUntraced(function* ({ asTenant, campaign_id, lead_ids, organization_id }: Mailing) {
  const analytics = yield* Analytics
  const overview = yield* Overview
  const unibox = yield* Unibox
  const period = { period: "all_time" } as const
  return yield* asTenant(
    Effect.all({
      summary: analytics.summary(campaign_id, period),
      series: analytics.events(campaign_id, period),
      accounts: analytics.byAccount(campaign_id, period),
      steps: analytics.bySequence(campaign_id, period),
      links: analytics.byLink(campaign_id, period),
      overview: overview.summary(period),
      leads: (yield* LeadStore).findMany(organization_id, lead_ids),
      blacklist: Blacklist.use((blacklist) => blacklist.page("email", { limit: 100, offset: 0 })),
      replies: unibox.threads({ tab: "replies", limit: 100 }),
      other: unibox.threads({ tab: "other", limit: 100 })
    })
  )
})

/** Runs the handler until it waits for an hour. Returns the number of its calls. */
export const retireAll = Effect.fnUntraced(function* ({ asTenant, organization_id }: Mailing) {
  const { handle } = yield* retirer
  for (let calls = 1; ; calls++) {
    const item = { lane: kind, key: kind, due_at: yield* Timestamp.now, attempts: 1, organization_id }
    const again = yield* asTenant(handle({ ...item, isStopping: () => false }))
    const wait = again === null ? Infinity : Timestamp.toMillis(again) - Timestamp.toMillis(yield* Timestamp.now)
    if (wait >= 3_600_000) return calls
  }
})

export const keep = ({ asTenant }: Mailing, patch: object) =>
  asTenant(Settings.use((settings) => settings.update(patch as never)))
export const all = { keep_events_days: 30, keep_messages_days: 30, keep_sends_days: 30 }

export const logOf = ({ asTenant, campaign_id }: Mailing) =>
  Effect.map(asTenant(Activity.use((activity) => activity.log(campaign_id, { limit: 100 }))), ({ data }) => data)
