/** The requests to Slack and Telegram, and the meaning of their answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Target } from "../../src/integrations/Exchanges.ts"
import type { Payload, PayloadOf } from "../../src/integrations/Payload.ts"
import { sampleOf } from "../../src/integrations/Sample.ts"
import { NotificationType } from "../../src/integrations/Subscription.ts"
import { answer, attempt, bodyOf } from "./Answers.ts"

const secret = "abcDEF123456"
const slack: Target = { type: "slack", config: { url: `https://hooks.slack.com/services/T0123/B0123/${secret}` } }
const trigger: Target = { type: "slack", config: { url: `https://hooks.slack.com/triggers/T0123/456/${secret}` } }
const bot_token = "123456789:AAF-abcdefghijklmnopqrstuvwxyz_1234"
const telegram: Target = { type: "telegram", config: { bot_token, chat_id: "-1001234567890" } }

const reply = sampleOf("replied") as PayloadOf<"replied">
/** A lead's reply that tries to mention everyone. */
const hostile = (text: string): Payload => ({
  ...reply,
  data: {
    ...reply.data,
    lead: { ...reply.data.lead, first_name: text, last_name: text, company: text },
    campaign: { ...reply.data.campaign, name: text },
    reply_text: text
  }
})
const injection = "<!channel> <@U1> <https://evil.example|click> & <b>bold</b>\n*bold*\n\n@someone"
const long = "😀 <&>\n".repeat(1400)

const message = (target: Target, payload: Payload, body: unknown = "ok") =>
  Effect.map(attempt(target, payload, [answer(200, body)]), ({ requests: [request], verdict }) => {
    assert.strictEqual(verdict._tag, "Delivered")
    return request === undefined ? assert.fail("nothing was sent") : { ...request, json: bodyOf(request) }
  })

describe("Slack", () => {
  it.effect("gets a message that a person likes to read", () =>
    Effect.gen(function* () {
      const { json, url } = yield* message(slack, reply)
      assert.strictEqual(url, `https://hooks.slack.com/services/T0123/B0123/${secret}`)
      assert.deepStrictEqual(json, {
        text: [
          "💬 Ada Lovelace (Analytical Engines) replied",
          "Yes, that sounds interesting.",
          "Could we talk on Thursday?",
          "Campaign: Spring launch",
          "E-mail: ada@analytical.example"
        ].join("\n"),
        blocks: [
          {
            type: "section",
            text: { type: "mrkdwn", text: "💬 *Ada Lovelace (Analytical Engines)* replied", verbatim: true }
          },
          {
            type: "section",
            text: {
              type: "mrkdwn",
              text: ">Yes, that sounds interesting.\n>Could we talk on Thursday?",
              verbatim: true
            }
          },
          {
            type: "context",
            elements: [
              { type: "mrkdwn", text: "Campaign: Spring launch  ·  E-mail: ada@analytical.example", verbatim: true }
            ]
          }
        ],
        unfurl_links: false,
        unfurl_media: false
      })
    })
  )

  it.effect("of a workflow gets one text", () =>
    Effect.gen(function* () {
      const { json } = yield* message(trigger, hostile("a & b"), { ok: true })
      assert.deepStrictEqual(json, {
        text: "💬 a & b a & b (a & b) replied\na & b\nCampaign: a & b\nE-mail: ada@analytical.example"
      })
    })
  )

  it.effect("gets no mention, no link and no text that is too long", () =>
    Effect.gen(function* () {
      for (const text of [injection, long]) {
        const { body, json } = yield* message(slack, hostile(text))
        assert.notMatch(body, /<[!@#h]/u)
        assert.isAtMost(json.text.length, 4000)
        assert.isAtMost(json.blocks.length, 50)
        for (const block of json.blocks) {
          for (const { text, verbatim } of block.elements ?? [block.text]) {
            assert.isTrue(verbatim)
            assert.isAtMost(text.length, 3000)
            assert.match(text, /^[^<]*$/u)
            assert.isTrue(text.isWellFormed())
          }
        }
      }
    })
  )

  const table: ReadonlyArray<readonly [status: number, body: unknown, tag: string, error: string]> = [
    [200, { ok: false, error: "invalid_payload" }, "Fail", "Slack rejected the message: invalid_payload"],
    [200, { ok: false, error: "something" }, "Retry", "Slack answered 400: something"],
    [400, "invalid_payload", "Fail", "Slack rejected the message: invalid_payload"],
    [400, "invalid_blocks\n", "Fail", "Slack rejected the message: invalid_blocks"],
    [400, "user_not_found", "Retry", "Slack answered 400: user_not_found"],
    [403, "action_prohibited", "Disable", "Slack does not let this webhook post: an administrator restricted it"],
    [403, "invalid_token", "Disable", "The Slack webhook URL is not valid any more"],
    [404, "channel_not_found", "Disable", "The Slack channel does not exist any more"],
    [404, "no_service", "Disable", "The Slack webhook was removed or turned off"],
    [404, `<html>/services/T0123/B0123/${secret}</html>`, "Retry", "Slack answered 404"],
    [410, "channel_is_archived", "Disable", "The Slack channel is archived"],
    [410, "", "Disable", "Slack answered 410"],
    [429, "rate_limited", "Wait", "Slack answered 429: rate_limited"],
    [500, "rollup_error", "ServerError", "Slack answered 500: rollup_error"],
    [503, "<html>", "ServerError", "Slack answered 503"]
  ]
  it.effect.each(table)("that answers %d %j: %s", ([status, body, tag, error]) =>
    Effect.gen(function* () {
      const { verdict } = yield* attempt(slack, reply, [answer(status, body, "30")])
      assert.deepInclude<unknown>(verdict, { _tag: tag, error })
      if (tag === "Wait" || tag === "ServerError") assert.deepInclude<unknown>(verdict, { retry_after: "30" })
    })
  )
})

describe("Telegram", () => {
  it.effect("gets a message that a person likes to read", () =>
    Effect.gen(function* () {
      const { json, url } = yield* message(telegram, reply, { ok: true, result: {} })
      assert.strictEqual(url, `https://api.telegram.org/bot${bot_token}/sendMessage`)
      assert.deepStrictEqual(json, {
        chat_id: "-1001234567890",
        text: [
          "💬 <b>Ada Lovelace (Analytical Engines)</b> replied",
          "<blockquote>Yes, that sounds interesting.",
          "Could we talk on Thursday?</blockquote>",
          "<i>Campaign:</i> Spring launch",
          "<i>E-mail:</i> ada@analytical.example"
        ].join("\n"),
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true }
      })
    })
  )

  it.effect("gets no markup of others, no mention and no text that is too long", () =>
    Effect.gen(function* () {
      for (const text of [injection, long]) {
        const { json } = yield* message(telegram, hostile(text), { ok: true })
        assert.isAtMost(json.text.length, 4096)
        assert.isTrue(json.text.isWellFormed())
        const rest = json.text.replaceAll(/<\/?(?:b|i|blockquote)>/gu, "")
        assert.notMatch(rest, /[<>]|&(?!(?:amp|lt|gt);)|(?<!\w)@\w/u)
        assert.strictEqual(json.text.match(/<b>/gu)?.length, 1)
      }
    })
  )

  const telegramError = (error_code: number, description: string, parameters?: unknown) => ({
    ok: false,
    error_code,
    description,
    ...(parameters === undefined ? {} : { parameters })
  })
  const table: ReadonlyArray<
    readonly [status: number, body: unknown, tag: string, error: string, retry_after?: string | null]
  > = [
    [
      200,
      telegramError(400, "Bad Request: message is too long"),
      "Retry",
      "Telegram answered 400: Bad Request: message is too long"
    ],
    [
      400,
      telegramError(400, "Bad Request: chat not found"),
      "Disable",
      "Telegram answered: Bad Request: chat not found"
    ],
    [
      400,
      telegramError(400, "Bad Request: group chat was upgraded to a supergroup chat", { migrate_to_chat_id: -100123 }),
      "Disable",
      "The Telegram group has a new id: set chat_id to -100123"
    ],
    [401, telegramError(401, "Unauthorized"), "Disable", "Telegram does not know this bot token"],
    [
      403,
      telegramError(403, "Forbidden: bot was blocked by the user"),
      "Disable",
      "Telegram answered: Forbidden: bot was blocked by the user"
    ],
    [404, telegramError(404, "Not Found"), "Disable", "Telegram does not know this bot token"],
    [404, "<html>no such host</html>", "Retry", "Telegram answered 404", null],
    [
      429,
      telegramError(429, "Too Many Requests: retry after 35", { retry_after: 35 }),
      "Wait",
      "Telegram answered 429: Too Many Requests: retry after 35",
      "35"
    ],
    [
      500,
      telegramError(500, "Internal Server Error"),
      "ServerError",
      "Telegram answered 500: Internal Server Error",
      null
    ],
    [502, "Bad Gateway", "ServerError", "Telegram answered 502", null],
    [400, telegramError(400, `no ${bot_token} here`), "Retry", "Telegram answered 400: no … here"]
  ]
  it.effect.each(table)("that answers %d %j: %s", ([status, body, tag, error, retry_after]) =>
    Effect.gen(function* () {
      const { verdict } = yield* attempt(telegram, reply, [answer(status, body)])
      assert.deepInclude<unknown>(verdict, { _tag: tag, error, ...(retry_after === undefined ? {} : { retry_after }) })
    })
  )
})

describe("every type", () => {
  const titles: Readonly<Record<NotificationType, string>> = {
    sent: "Ada Lovelace (Analytical Engines) was sent an e-mail",
    delivered: "Ada Lovelace (Analytical Engines) got an e-mail",
    opened: "Ada Lovelace (Analytical Engines) opened an e-mail",
    machine_opened: "Ada Lovelace (Analytical Engines) had an e-mail opened by a machine",
    clicked: "Ada Lovelace (Analytical Engines) clicked a link",
    replied: "Ada Lovelace (Analytical Engines) replied",
    auto_replied: "Ada Lovelace (Analytical Engines) sent an automatic reply",
    bounced: "Ada Lovelace (Analytical Engines) could not be reached: the e-mail bounced",
    soft_bounced: "Ada Lovelace (Analytical Engines) could not be reached for now: the e-mail bounced",
    unsubscribed: "Ada Lovelace (Analytical Engines) unsubscribed",
    complained: "Ada Lovelace (Analytical Engines) reported an e-mail as spam",
    lead_stopped: "Ada Lovelace (Analytical Engines) will not be sent e-mails any more (stopped by hand)",
    lead_resumed: "Ada Lovelace (Analytical Engines) will be sent e-mails again",
    lead_tagged: "Ada Lovelace (Analytical Engines) was tagged Interested",
    lead_moved: "Ada Lovelace (Analytical Engines) was moved to another campaign",
    blacklist_added: "1 domain was added to the blacklist",
    blacklist_removed: "1 address was removed from the blacklist",
    campaign_started: "Spring launch was started",
    campaign_paused: "Spring launch was paused",
    campaign_completed: "Spring launch is completed",
    account_failing: "grace@ours.example is failing",
    integration_disabled: "Sales channel is disabled: nothing could be delivered to it"
  }
  it.effect.each(NotificationType.literals)("%s has its sentence", (type) =>
    Effect.gen(function* () {
      const { json } = yield* message(trigger, sampleOf(type))
      const [title = "", ...rest] = json.text.split("\n")
      assert.strictEqual(title.replace(/^\S+ /u, ""), titles[type])
      if (type.startsWith("blacklist")) assert.match(rest.join(), /\.example,Leads (?:stopped|resumed): \d$/u)
      if (type === "campaign_paused") assert.deepStrictEqual(rest, ["Reason: too many mails bounced"])
      if (type === "bounced") assert.include(rest, "Reason: unknown address")
    })
  )

  it.effect("a long list is shortened", () =>
    Effect.gen(function* () {
      const added = sampleOf("blacklist_added") as PayloadOf<"blacklist_added">
      const values = Array.from({ length: 1000 }, (_, i) => `d${i}.example`)
      const { json } = yield* message(trigger, { ...added, data: { ...added.data, values } })
      assert.strictEqual(
        json.text,
        "🚫 1000 domains were added to the blacklist\nd0.example\nd1.example\nd2.example\nd3.example\nd4.example\nand 995 more\nLeads stopped: 3"
      )
    })
  )
})
