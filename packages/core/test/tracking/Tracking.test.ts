/** Opens and clicks of a campaign that runs. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Organizations } from "../../src/auth/Organizations.ts"
import { Intake } from "../../src/intake/Intake.ts"
import { SettingsStore } from "../../src/organization/SettingsStore.ts"
import { at, newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { ThreadStore } from "../../src/unibox/ThreadStore.ts"
import { Tracking } from "../../src/tracking/Tracking.ts"
import { mail as parsed } from "../../../mail/test/notices/Mails.ts"
import { type Mailing, type Setting, test } from "../sending/Mailing.ts"
import { programs, readers } from "./UserAgents.ts"

const publicUrl = "https://mail.ours.example/mailroom"
const html =
  '<p><a href="https://a.test/?a=1&amp;b=2">A</a> <a href="https://b.test">B</a> <a href="{{unsubscribe_link}}">C</a></p>'
const plain = "See https://a.test/x. Stop: {{unsubscribe_link}}"
const [person] = readers

const setting = (campaign: NonNullable<Setting["campaign"]>, step: { readonly body_html?: string } = {}): Setting => ({
  campaign,
  publicUrl,
  leads: 1,
  steps: [{ subject: "Hello", body: plain, ...step }]
})
const both = setting({ track_opens: true, track_clicks: true }, { body_html: html })

/** The mail that was sent, and the tokens of its links of tracking. */
const sent = Effect.fnUntraced(function* ({ outgoing, turn }: Mailing) {
  yield* turn()
  const mail = outgoing.submitted[0]?.mail ?? assert.fail()
  const tokens = (path: string) =>
    [...(mail.html ?? "").matchAll(new RegExp(`"${publicUrl}/${path}/([^"]+)"`, "gu"))].map(([, token = ""]) => token)
  return { mail, clicks: tokens("c"), opens: tokens("o").map((file) => file.replace(/\.gif$/u, "")) }
})

const ask = (user_agent: string, isCounted = true, host = "mail.ours.example") => ({ user_agent, isCounted, host })

/** The events of the lead besides `sent`, the oldest first. */
const eventsOf = ({ asTenant, campaign_id }: Mailing) =>
  asTenant(
    Effect.map(
      Activity.use((activity) => activity.log(campaign_id, { limit: 100 })),
      ({ data }) => data.filter(({ type }) => type !== "sent").toReversed()
    )
  )
const typesOf = (given: Mailing) => Effect.map(eventsOf(given), (events) => events.map(({ type }) => type))

describe("A mail of a campaign", () => {
  test("has no link of tracking unless the campaign wants it", setting({}, { body_html: html }), function* (given) {
    const { clicks, mail, opens } = yield* sent(given)
    assert.deepStrictEqual([clicks, opens], [[], []])
    assert.include(mail.html, 'href="https://a.test/?a=1&amp;b=2"')
  })

  test("of plain text stays one", setting({}), function* (given) {
    assert.strictEqual((yield* sent(given)).mail.html, null)
  })

  test(
    "has none without a public URL",
    { leads: 1, campaign: { track_opens: true, track_clicks: true } },
    function* (given) {
      assert.strictEqual((yield* sent(given)).mail.html, null)
    }
  )

  test("has an image for opens, also if it is plain text", setting({ track_opens: true }), function* (given) {
    const { clicks, mail, opens } = yield* sent(given)
    assert.deepStrictEqual([clicks.length, opens.length], [0, 1])
    assert.include(mail.html, '<a href="https://a.test/x">https://a.test/x</a>. Stop: ')
    assert.notInclude(mail.text, opens[0] ?? assert.fail())
  })

  test("has links for clicks, except its unsubscribe link", setting({ track_clicks: true }), function* (given) {
    const { clicks, mail, opens } = yield* sent(given)
    assert.deepStrictEqual([clicks.length, opens.length], [1, 0])
    assert.match(mail.html ?? "", /<a href="https:\/\/mail\.ours\.example\/mailroom\/u\/[^"]+">/u)
    assert.match(mail.text, /^See https:\/\/a\.test\/x\. Stop: https:\/\/mail\.ours\.example\/mailroom\/u\//u)
  })

  test("is stored without tracking, and the same at every try", both, function* (given) {
    const { outgoing, organization_id } = given
    outgoing.next({ outcome: "refused", at: "data", code: 450, reply: "450 Later" })
    const { mail } = yield* sent(given)
    yield* TestClock.adjust("15 minutes")
    yield* given.turn()
    assert.deepStrictEqual(outgoing.submitted[1]?.mail, mail)
    const stored = yield* (yield* ThreadStore).findOurText(organization_id, mail.message_id)
    const { body_html } = stored._tag === "Some" ? stored.value : assert.fail()
    assert.include(body_html, 'href="https://a.test/?a=1&amp;b=2"')
    assert.notMatch(body_html ?? "", /\/[co]\//u)
  })
})

describe("The server's copy of a mail", () => {
  const copied = (name: string, last: MailOutcome) =>
    test(name, both, function* (given) {
      const { asTenant, organization_id, outgoing } = given
      const { receive } = yield* Intake
      const arrives = Effect.gen(function* () {
        const { from, html, message_id, subject, text, to } = outgoing.submitted[0]?.mail ?? assert.fail()
        const copy = parsed({ from, to: [to], message_id, subject, text, html, reply_text: text })
        yield* asTenant(receive(new TextEncoder().encode(JSON.stringify(copy))))
        return last
      }).pipe(Effect.orDie)
      outgoing.next(arrives)
      const { clicks, mail } = yield* sent(given)
      const stored = yield* (yield* ThreadStore).findOurText(organization_id, mail.message_id)
      const { body_html, body_text } = stored._tag === "Some" ? stored.value : assert.fail()
      assert.strictEqual(body_text, mail.text)
      assert.include(body_html, 'href="https://a.test/?a=1&amp;b=2"')
      assert.notMatch(body_html ?? "", /\/[co]\//u)
      const { click } = yield* Tracking
      assert.strictEqual(yield* click(clicks[0] ?? "", ask(person)), "https://a.test/?a=1&b=2")
    })
  copied("that arrives while the mail is sent is stored without links of tracking", {
    outcome: "sent",
    reply: "250 Ok"
  })
  copied("is the mail whose outcome is unknown then", { outcome: "unknown", reason: "The connection was lost" })
})

describe("An open", () => {
  test("of a person is counted, for the mail and its step", both, function* (given) {
    const { opens, mail } = yield* sent(given)
    const { open } = yield* Tracking
    yield* TestClock.adjust("1 hour")
    yield* open(opens[0] ?? "", ask(person))
    const [event, ...more] = yield* eventsOf(given)
    assert.deepStrictEqual(more, [])
    assert.deepInclude(event, {
      type: "opened",
      lead_id: given.lead_ids[0] ?? assert.fail(),
      account_id: given.account_ids[0] ?? assert.fail(),
      message_id: mail.message_id,
      data: {}
    })
    assert.isNumber(event?.sequence_id)
    assert.deepStrictEqual(yield* given.leadStates, [["Opened", null]])
  })

  test("of a scanner is a machine's, and the lead is not opened", both, function* (given) {
    const { opens } = yield* sent(given)
    const { open } = yield* Tracking
    for (const agent of programs) {
      yield* TestClock.adjust("1 minute")
      yield* open(opens[0] ?? "", ask(agent))
    }
    assert.deepStrictEqual(
      yield* typesOf(given),
      programs.map(() => "machine_opened")
    )
    assert.deepStrictEqual(yield* given.leadStates, [["Sent", null]])
  })

  test("counts once a minute, also when requests come together, and not for HEAD", both, function* (given) {
    const {
      opens: [token = ""]
    } = yield* sent(given)
    const { open } = yield* Tracking
    yield* TestClock.adjust("1 hour")
    yield* open(token, ask(person, false))
    assert.deepStrictEqual(yield* typesOf(given), [])
    for (const [wait, count] of [
      ["0 seconds", 1],
      ["59 seconds", 1],
      ["1 second", 2],
      ["60 seconds", 3]
    ] as const) {
      yield* TestClock.adjust(wait)
      yield* Effect.all(
        Array.from({ length: 5 }, () => open(token, ask(person))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual((yield* eventsOf(given)).length, count)
    }
  })

  test("is nothing for a token that is not genuine, of a click, or of an erased lead", both, function* (given) {
    const { asTenant, lead_ids, leads } = given
    const {
      clicks,
      opens: [token = ""]
    } = yield* sent(given)
    const { open } = yield* Tracking
    yield* TestClock.adjust("1 hour")
    const [organization = "", send = "", code = ""] = token.split(".")
    for (const other of [
      "",
      "x",
      `${organization}.${send}0.${code}`,
      `1${organization}.${send}.${code}`,
      clicks[0] ?? ""
    ]) {
      yield* open(other, ask(person))
    }
    assert.deepStrictEqual(yield* typesOf(given), [])
    yield* asTenant(leads.remove({ ids: lead_ids, erase: true }))
    yield* open(token, ask(person))
    assert.deepStrictEqual(yield* typesOf(given), [])
  })
})

describe("A click", () => {
  test("leads to the link of the mail, and is counted with it", both, function* (given) {
    const {
      clicks: [first = "", second = ""]
    } = yield* sent(given)
    const { click } = yield* Tracking
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* click(first, ask(person)), "https://a.test/?a=1&b=2")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* click(second, ask(person)), "https://b.test/")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* click(second, ask(person)), "https://b.test/")
    assert.strictEqual(yield* click(first, ask(person)), "https://a.test/?a=1&b=2")
    assert.deepStrictEqual(
      (yield* eventsOf(given)).map(({ data, type }) => [type, data.url]),
      [
        ["clicked", "https://a.test/?a=1&b=2"],
        ["clicked", "https://b.test/"]
      ]
    )
  })

  test("of a scanner, of HEAD, and soon after the mail is not counted, but leads on", both, function* (given) {
    const {
      clicks: [token = ""]
    } = yield* sent(given)
    const { click } = yield* Tracking
    const url = "https://a.test/?a=1&b=2"
    yield* TestClock.adjust("9999 millis")
    assert.strictEqual(yield* click(token, ask(person)), url)
    yield* TestClock.adjust("1 hour")
    for (const agent of [...programs, ""]) assert.strictEqual(yield* click(token, ask(agent)), url)
    assert.strictEqual(yield* click(token, ask(person, false)), url)
    assert.deepStrictEqual(yield* typesOf(given), [])
  })

  test("leads on while the outcome of the mail is unknown", both, function* (given) {
    given.outgoing.next({ outcome: "unknown", reason: "The connection ended" })
    const {
      clicks: [token = ""]
    } = yield* sent(given)
    assert.strictEqual(yield* Tracking.use(({ click }) => click(token, ask(person))), "https://a.test/?a=1&b=2")
  })

  test("is unknown when its token is changed, or the mail or the organization was deleted", both, function* (given) {
    const { asTenant, lead_ids, leads, organization_id } = given
    const {
      clicks: [token = ""],
      opens
    } = yield* sent(given)
    const { click } = yield* Tracking
    const isUnknown = (token: string) =>
      Effect.map(Effect.flip(click(token, ask(person))), ({ _tag }) => assert.strictEqual(_tag, "InvalidTrackingToken"))
    const [organization = "", send = "", link = "", code = ""] = token.split(".")
    for (const other of [
      "",
      `${organization}.${send}.1.${code}`,
      `${organization}.${send}0.${link}.${code}`,
      opens[0] ?? ""
    ]) {
      yield* isUnknown(other)
    }
    yield* asTenant(leads.remove({ ids: lead_ids, erase: true }))
    yield* isUnknown(token)
    yield* Effect.orDie(Organizations.use((organizations) => organizations.remove(organization_id)))
    yield* isUnknown(token)
  })
})

describe("The host of a request", () => {
  const domain = "links.theirs.example"
  const url = "https://a.test/?a=1&b=2"
  const stores = (tracking_domain: string) =>
    Effect.gen(function* () {
      const id = yield* newOrganization
      const { replace } = yield* SettingsStore
      assert.strictEqual(
        yield* replace(id, { tracking_domain, contact_rule: null, reply_labels: [], updated_at: at(0), version: 2 }),
        "stored"
      )
    })

  test("is no tracking domain of another organization, however it is spelled", both, function* (given) {
    const {
      clicks: [link = ""],
      opens: [image = ""]
    } = yield* sent(given)
    const { click, open } = yield* Tracking
    yield* stores(domain)
    yield* TestClock.adjust("1 hour")
    for (const host of [domain, `${domain}:8443`, "LINKS.Theirs.Example", `${domain}.`, `${domain}.:443`]) {
      const error = yield* Effect.flip(click(link, ask(person, true, host)))
      assert.deepStrictEqual([host, error._tag], [host, "InvalidTrackingToken"])
      yield* open(image, ask(person, true, host))
      assert.deepStrictEqual([host, ...(yield* typesOf(given))], [host])
    }
  })

  test("may be any other name", both, function* (given) {
    const {
      clicks: [link = ""],
      opens: [image = ""]
    } = yield* sent(given)
    const { click, open } = yield* Tracking
    yield* stores(domain)
    // The host of the public URL is not looked up.
    yield* stores("mail.ours.example")
    const hosts = [
      "mail.ours.example",
      "mail.ours.example:443",
      "MAIL.ours.example.",
      "",
      "192.0.2.1",
      "[2001:db8::1]:80"
    ]
    for (const host of hosts) {
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* click(link, ask(person, true, host)), url)
      yield* open(image, ask(person, true, host))
    }
    assert.deepStrictEqual(
      yield* typesOf(given),
      hosts.flatMap(() => ["clicked", "opened"])
    )
  })
})
