/** Configs of integrations: their validation, their secrets, and the parts that are shown. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Config, configs, hide, masked, patched, secretsOf } from "../../src/integrations/Config.ts"
import type { IntegrationType } from "../../src/integrations/Subscription.ts"
import { decode } from "../../src/InvalidInput.ts"

const bot_token = "123456789:AAF-abcdefghijklmnopqrstuvwxyz_1234"
const access_token = "pat-na1-01234567-89ab-cdef-0123-456789abcdef"

const accepted: ReadonlyArray<readonly [type: IntegrationType, config: unknown]> = [
  ["webhook", { url: "https://example.com/hooks?source=mailroom" }],
  ["webhook", { url: "http://localhost:3000" }],
  ["webhook", { url: "https://[2001:db8::1]:8443/", headers: {} }],
  ["webhook", { url: "https://example.com", headers: { Authorization: "Bearer a b", "X-Trace.Id": "~" } }],
  ["slack", { url: "https://hooks.slack.com/services/T0123/B0123/abcDEF123" }],
  ["slack", { url: "https://hooks.slack.com/triggers/T0123/456/abcdef" }],
  ["telegram", { bot_token, chat_id: "-1001234567890" }],
  ["telegram", { bot_token, chat_id: "@our_channel" }],
  ["hubspot", { access_token }]
]

const headers = (value: unknown) => ({ url: "https://example.com", headers: value })
const rejected: ReadonlyArray<readonly [type: IntegrationType, config: unknown, ...faults: ReadonlyArray<string>]> = [
  ["webhook", {}, "/url: is required"],
  ["webhook", { url: "" }, "/url: must be a URL that begins with https:// or http://"],
  ["webhook", { url: "example.com/secret-path" }, "/url: must be a URL that begins with https:// or http://"],
  ["webhook", { url: "ftp://example.com" }, "/url: must be a URL that begins with https:// or http://"],
  ["webhook", { url: "javascript:alert(1)" }, "/url: must be a URL that begins with https:// or http://"],
  ["webhook", { url: "https://exam\nple.com" }, "/url: must be a URL that begins with https:// or http://"],
  ["webhook", { url: " https://example.com" }, "/url: must be a URL that begins with https:// or http://"],
  ["webhook", { url: "https://me:secret@example.com" }, "/url: must not contain a user name or password: use headers"],
  ["webhook", { url: "https://example.com/#a" }, "/url: must not have a fragment (#)"],
  ["webhook", { url: "https://example.com", method: "secret" }, "/method: is an unknown field"],
  ["webhook", headers({ "Webhook-Id": "secret" }), "/headers/Webhook-Id: must not be set: it is set by the delivery"],
  ...["host", "Content-Type", "content-length", "Connection", "Keep-Alive", "Transfer-Encoding", "TE", "Upgrade"].map(
    (name) =>
      [
        "webhook",
        headers({ [name]: "secret" }),
        `/headers/${name}: must not be set: it is set by the delivery`
      ] as const
  ),
  [
    "webhook",
    headers({ "X-A": "secret", "x-a": "secret", "": "secret" }),
    "/headers/x-a: is given more than once",
    "/headers/: must be named as a header field: letters, digits and -, at most 100"
  ],
  ...["a b", "a:", "ä", "a\r\nb"].map(
    (name) =>
      [
        "webhook",
        headers({ [name]: "secret" }),
        `/headers/${name}: must be named as a header field: letters, digits and -, at most 100`
      ] as const
  ),
  ...["", " secret", "secret ", "secret\r\nHost: x", "sécret", "secret\u0000", "s".repeat(2001)].map(
    (value) =>
      [
        "webhook",
        headers({ a: value }),
        "/headers/a: must have 1 to 2000 visible ASCII characters, with spaces only between them"
      ] as const
  ),
  ["webhook", headers({ a: "…cret" }), "/headers/a: is masked, as in an answer: give the whole value"],
  [
    "webhook",
    headers(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}`, "secret"]))),
    "/headers: must have at most 20 headers"
  ],
  ...[
    "http://hooks.slack.com/services/T0/B0/secret",
    "https://hooks.slack.com.evil.example/services/T0/B0/secret",
    "https://hooks.slack.com@evil.example/services/T0/B0/secret",
    "https://hooks.slack.com:444/services/T0/B0/secret",
    "https://hooks.slack.com/services/T0/B0/secret?x=1",
    "https://hooks.slack.com/services/../api/secret",
    "https://hooks.slack.com/…",
    "https://slack.com/api/secret"
  ].map(
    (url) =>
      [
        "slack",
        { url },
        "/url: must be a webhook URL of Slack: https://hooks.slack.com/services/… or https://hooks.slack.com/triggers/…"
      ] as const
  ),
  ...["secret", "123456789:secret", `${bot_token}/../x`, "123456789:…1234"].map(
    (token) =>
      [
        "telegram",
        { bot_token: token, chat_id: "1" },
        "/bot_token: must be a bot token as BotFather shows it: digits, a colon, letters and digits"
      ] as const
  ),
  ...["", "0", "channel", "@a", "-", "1 2"].map(
    (chat_id) =>
      [
        "telegram",
        { bot_token, chat_id },
        "/chat_id: must be the id of a chat, such as -1001234567890, or the name of a public channel, such as @channel"
      ] as const
  ),
  ...["secret", "pat-na1-secret secret secret", "…cdef"].map(
    (token) =>
      ["hubspot", { access_token: token }, "/access_token: must be the access token of a HubSpot private app"] as const
  ),
  ["hubspot", { access_token: ["secret"] }, "/access_token: must be a string"]
]

describe("a config", () => {
  it.effect.each(accepted)("of %s is accepted: %o", ([type, config]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* decode(configs[type])(config), config)
    })
  )

  it.effect.each(rejected)("of %s is rejected: %o", ([type, config, ...faults]) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(decode(configs[type])(config))
      assert.strictEqual(message, faults.join("; "))
      assert.notInclude(message, "secret")
    })
  )
})

describe("a patch of a config", () => {
  const webhook: Config = { type: "webhook", config: { url: "https://a.example/x", headers: { a: "secret" } } }
  const telegram: Config = { type: "telegram", config: { bot_token, chat_id: "1" } }
  const moved: ReadonlyArray<readonly [url: string, isSameOrigin: boolean]> = [
    ["https://a.example/y?z=1", true],
    ["https://A.EXAMPLE:443/", true],
    ["http://a.example/x", false],
    ["https://a.example:8443/x", false],
    ["https://a.example.evil.example/x", false],
    ["https://b.example/x", false],
    ["https://a.example@b.example/x", false],
    ["no URL", false]
  ]
  it.each(moved)("with the URL %s keeps the secret headers: %s", (url, isSameOrigin) => {
    const { config } = webhook
    assert.deepStrictEqual<unknown>(patched(webhook, { url }), isSameOrigin ? { ...config, url } : { url })
    // Headers that are sent together with the URL belong to that URL, so they are kept.
    const headers = { b: "other" }
    assert.deepStrictEqual<unknown>(patched(webhook, { headers, url }), { url, headers })
  })

  it("replaces the given fields, and keeps secrets while the target stays", () => {
    assert.deepStrictEqual<unknown>(patched(webhook, { headers: {} }), { url: "https://a.example/x", headers: {} })
    assert.deepStrictEqual<unknown>(patched(telegram, { chat_id: "2" }), { bot_token, chat_id: "2" })
    assert.deepStrictEqual<unknown>(patched(telegram, { unknown: 1 }), { bot_token, chat_id: "1", unknown: 1 })
  })
})

describe("secrets of a config", () => {
  const full: ReadonlyArray<readonly [config: Config, shown: unknown]> = [
    [
      {
        type: "webhook",
        config: { url: "https://example.com", headers: { a: "Bearer 0123456789abcdef", b: "short" } }
      },
      { url: "https://example.com", headers: { a: "…cdef", b: "…" } }
    ],
    [{ type: "webhook", config: { url: "https://example.com" } }, { url: "https://example.com" }],
    [
      { type: "slack", config: { url: "https://hooks.slack.com/services/T0123/B0123/abcDEF123" } },
      { url: "https://hooks.slack.com/…" }
    ],
    [
      { type: "telegram", config: { bot_token, chat_id: "@our_channel" } },
      { bot_token: "123456789:…1234", chat_id: "@our_channel" }
    ],
    [{ type: "hubspot", config: { access_token } }, { access_token: "…cdef" }]
  ]

  it.effect.each(full)("are masked: %o", ([config, shown]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(masked(config), shown)
      for (const secret of secretsOf(config)) assert.notInclude(JSON.stringify(shown), secret)
      // A masked config is rejected, so a mask is never stored in place of a secret.
      if (JSON.stringify(shown).includes("…")) yield* Effect.flip(decode(configs[config.type])(shown))
    })
  )

  it("are hidden in the answers of others", () => {
    for (const [config] of full) {
      const echoed = JSON.stringify(config.config).replaceAll("/", "\\/") + JSON.stringify(config.config)
      const hidden = hide(echoed, secretsOf(config))
      for (const secret of secretsOf(config).filter(({ length }) => length >= 8)) assert.notInclude(hidden, secret)
    }
    const slack = { type: "slack", config: { url: "https://hooks.slack.com/services/T0123/B0123/abcDEF123" } } as const
    assert.notInclude(
      hide(String.raw`https:\/\/hooks.slack.com\/services\/T0123\/B0123\/abcDEF123`, secretsOf(slack)),
      "abcDEF123"
    )
    assert.strictEqual(hide("the true secret", ["true", "true secret"]), "the …")
  })
})
