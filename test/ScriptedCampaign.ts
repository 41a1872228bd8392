/** A running campaign whose account has a real SMTP server with a script: what it was asked to send, and what became of it. */
import { it } from "@effect/vitest"
import { Inbound } from "@mailroom/core"
import { Effect, Layer, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, smtpServer, type Step } from "../packages/host/test/SmtpServers.ts"
import { layer, type Services } from "./Inboxes.ts"
import { runningCampaign } from "./RunningCampaign.ts"

const question = { subject: "Question", body: "One" } as const
const steps = [question, { body: "Two", delay_days: 3 }] as const

/** A campaign whose account has an SMTP server with a script. */
const given = Effect.fnUntraced(function* (script: Partial<Record<Step, Answer>>, leads: number) {
  const smtp = yield* smtpServer(script)
  const names = Array.from({ length: leads }, (_, i) => `lead${i}@lead.example`)
  const campaign = yield* runningCampaign({ smtpPort: smtp.port, steps, leads: names.map((email) => ({ email })) })
  /** Lets time pass, and does what is due, minute by minute or in larger parts. */
  const pass = Effect.fnUntraced(function* (hours: number, minutes = 60) {
    for (let i = 0; i < (hours * 60) / minutes; i++) {
      yield* TestClock.adjust(`${minutes} minutes`)
      yield* campaign.work
    }
  })
  /** The recipient and the subject of each mail of these sessions. */
  const mailsOf = (sessions: typeof smtp.sessions) =>
    sessions.flatMap(({ body, commands }) => {
      const to = commands.find((line) => line.startsWith("RCPT"))?.match(/lead\d+/u)?.[0]
      if (to === undefined) return []
      return [`${to} ${/^Subject: (.*)$/mu.exec(body)?.[1]?.trim() ?? ""}`]
    })
  const tries = () => mailsOf(smtp.sessions)
  /** The mails that the server accepted, in order. */
  const accepted = () => mailsOf(smtp.sessions.filter(({ isAccepted }) => isAccepted))
  const ends = Effect.map(campaign.sends, (sends) => sends.map(({ outcome }) => outcome))
  return { ...campaign, smtp, pass, tries, accepted, ends }
})

type Given = Effect.Success<ReturnType<typeof given>>

export const test = (
  name: string,
  script: Partial<Record<Step, Answer>>,
  leads: number,
  body: (known: Given) => Generator<Effect.Effect<unknown, unknown, Scope.Scope | Services>, void, never>
) =>
  it.effect(name, () =>
    Effect.flatMap(given(script, leads), (known) => Effect.gen(() => body(known))).pipe(
      Effect.scoped,
      Effect.provide(Layer.provideMerge(layer, Layer.succeed(Inbound, "host")), { local: true })
    )
  )

/** Accepts `count` mails, then answers with the reply. */
export const acceptsFirst = (count: number, reply: string) => {
  let seen = 0
  return () => (seen++ < count ? "250 2.0.0 Ok" : reply)
}

export const works = { mail: "250 Ok", rcpt: "250 Ok", body: "250 2.0.0 Ok" }

/** Refuses some leads, and accepts all others. */
export const refuses = (smtp: Given["smtp"], names: ReadonlyArray<string>, reply: string) => {
  smtp.change({
    rcpt: () => {
      const line = smtp.sessions.at(-1)?.commands.findLast((line) => line.startsWith("RCPT")) ?? ""
      return names.some((name) => line.includes(`${name}@`)) ? reply : "250 Ok"
    }
  })
}
