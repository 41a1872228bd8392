/** Input of the field: tags of other programs, and values as exports have them, in a campaign that sends. */
import { assert, describe, it } from "@effect/vitest"
import { Inbound, Sequences } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { smtpServer } from "../packages/host/test/SmtpServers.ts"
import { layer } from "./Inboxes.ts"
import { runningCampaign } from "./RunningCampaign.ts"

const step = { subject: "Question", body: "Hi {{first_name|there}}," } as const
const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.scoped, Effect.provide(Layer.provideMerge(layer, Layer.succeed(Inbound, "host")), { local: true }))

/** Texts of steps as people bring them from other programs. */
const tags: ReadonlyArray<string> = [
  'Hi {{ first_name | default: "there" }},',
  'Hi {{ first_name || "there" }},',
  'Hi {{first_name | fallback: "there"}},',
  "Hi {{first_name|upcase}},",
  "Hi {{ first_name | strip }},",
  "Hi {FIRST_NAME},",
  "Hi {contactfield=firstname},",
  "Hi {% if company %}{{company|}}{% endif %},",
  "Hi %FIRSTNAME%,",
  "Hi ${first_name},",
  "{Hi|Hello|{Hey|Yo}} there",
  "Hi {{first_name|default:'x'}},",
  'Hi {{ first_name ?? "x" }},',
  "Hi {{FIRST_NAME}},",
  "Hi {{lead.first_name}},",
  "Hi %first_name%,",
  "Hi <<first_name>>,",
  "Hi {{first_name|title_case}},"
]

describe("A step with a tag of another program", () => {
  it.effect("is refused, in its body and in its subject", () =>
    run(
      Effect.gen(function* () {
        const { port } = yield* smtpServer({})
        const { asTenant, campaign_id } = yield* runningCampaign({
          smtpPort: port,
          steps: [step],
          leads: [{ email: "ada@lead.example" }]
        })
        for (const text of tags) {
          for (const input of [
            { ...step, body: text },
            { ...step, subject: text }
          ]) {
            const fault = yield* Effect.flip(
              asTenant(Sequences.use((sequences) => sequences.create(campaign_id, input)))
            )
            assert.strictEqual(fault._tag, "InvalidInput", text)
          }
        }
      })
    )
  )
})

/** First names as exports have them, and the greeting. */
const names: ReadonlyArray<readonly [first_name: string, greeting: string]> = [
  [" Ada ", "Hi Ada,"],
  ["\u00A0Ada\u200B", "Hi Ada,"],
  ["\tAda\u3000", "Hi Ada,"],
  ["null", "Hi there,"],
  ["N/A", "Hi there,"],
  ["-", "Hi there,"],
  ["#N/A", "Hi there,"],
  ["(blank)", "Hi there,"],
  ["Null", "Hi Null,"],
  ["", "Hi there,"]
]

describe("A lead of an export", () => {
  it.effect("gets a mail with its name, or with the default, at its address in ASCII", () =>
    run(
      Effect.gen(function* () {
        const { port, sessions } = yield* smtpServer({})
        const leads = names.map(([first_name], i) => ({ email: `lead${i}@bücher.example`, first_name }))
        const { work } = yield* runningCampaign({ smtpPort: port, steps: [step], leads })
        yield* work
        assert.deepStrictEqual(
          sessions.map(({ body, commands }) => [
            commands.find((line) => line.startsWith("RCPT"))?.match(/<(.*?)>/u)?.[1],
            body.split("\r\n\r\n")[1]?.trim()
          ]),
          names.map(([, greeting], i) => [`lead${i}@xn--bcher-kva.example`, greeting])
        )
        for (const { body } of sessions) assert.match(body, /^[\0-\x7F]*$/u)
      })
    )
  )
})
