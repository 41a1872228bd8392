/**
 * The world around the running demo: a mailer that opens no socket, and recipients who answer, refuse and unsubscribe, each
 * the same way at every start.
 */
import {
  AddressVerifier,
  CurrentOrganization,
  Intake,
  type MailOutcome,
  Mailer,
  type OutgoingMail,
  Unsubscribes,
  type Verification
} from "@mailroom/core"
import { Clock, Context, Effect, Layer, Option, Queue } from "effect"
import { deliveryReport } from "./Parts.ts"
import { type RawMail, rawMail } from "./RawMail.ts"

/** The behavior of a recipient. */
type Behavior = "auto_reply" | "bounce" | "nothing" | "refuse" | "reply" | "unsubscribe"

/** The behaviors of ten recipients, one after the other. */
const behaviors: ReadonlyArray<Behavior> = [
  "reply",
  "nothing",
  "auto_reply",
  "nothing",
  "refuse",
  "unsubscribe",
  "reply",
  "bounce",
  "nothing",
  "nothing"
]

const answers = [
  "Yes, that sounds interesting. Could we talk on Thursday at 10?",
  "Who else of your size works with you?",
  "Thanks, but we signed with somebody else last month.",
  "Please send me your prices."
]

/** The mails that were accepted, and whose recipients have not reacted yet. */
class Accepted extends Context.Service<Accepted, Queue.Queue<OutgoingMail>>()("@mailroom/demo/Accepted") {}

/** The number in an address such as `ada.7@lead.example`; other addresses have one, too. */
const numberOf = (email: string): number => {
  const written = /\.(\d+)@/u.exec(email)?.[1]
  return written === undefined ? [...email].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) : Number(written)
}

const behaviorOf = ({ to, in_reply_to }: OutgoingMail): Behavior =>
  in_reply_to === null ? (behaviors[numberOf(to.email) % behaviors.length] ?? "nothing") : "nothing"

/** Whether an address cannot exist (RFC 2606). The demo sends to no other address: it must not "send" mails of a real organization. */
const isExample = ({ email }: OutgoingMail["to"]) => email.endsWith(".example")

const send = Effect.fnUntraced(function* (mail: OutgoingMail): Effect.fn.Return<MailOutcome, never, Accepted> {
  if (!mail.from.email.endsWith("quillmark.example")) {
    return { outcome: "unsent", reason: "The demo sends only from its example accounts" }
  }
  // A refusal of the recipient: an account whose mail is unsent counts as failing.
  if (!isExample(mail.to)) {
    const reply = "550 5.7.1 The demo sends only to addresses that end in .example"
    return { outcome: "refused", at: "recipient", code: 550, reply }
  }
  // A server takes 5 to 10 seconds.
  yield* Effect.sleep(5_000 + ((numberOf(mail.to.email) * 1_237) % 5_000))
  if (behaviorOf(mail) === "refuse") {
    const reply = `550 5.1.1 <${mail.to.email}>: Recipient address rejected: User unknown`
    return { outcome: "refused", at: "recipient", code: 550, reply }
  }
  yield* Queue.offer(yield* Accepted, mail)
  return { outcome: "sent", reply: "250 2.0.0 Ok" }
})

/** Sends the mails of all example accounts, without a network. */
export const layer: Layer.Layer<Accepted | Mailer> = Layer.effect(
  Mailer,
  Effect.map(Accepted, (accepted) => ({
    sendsWithoutCredentials: true,
    allowPrivateTargets: false,
    send: (mail) => Effect.provideService(send(mail), Accepted, accepted),
    test: () => Effect.succeed({ success: false, error: "The demo connects to no mail server", response_time_ms: 0 })
  }))
).pipe(Layer.provideMerge(Layer.effect(Accepted, Queue.unbounded<OutgoingMail>())))

const rawOf = ({ from, message_id, references, subject, text, to }: OutgoingMail, date: number): RawMail => ({
  from,
  to,
  subject,
  date,
  message_id,
  references,
  text
})

/** The answer of a recipient, with the mail quoted below it. */
const answerTo = (mail: OutgoingMail, text: string, date: number, headers: ReadonlyArray<string> = []): RawMail => ({
  from: mail.to,
  to: mail.from,
  subject: mail.subject.startsWith("Re: ") ? mail.subject : `Re: ${mail.subject}`,
  date,
  message_id: `<${date.toString(36)}.${numberOf(mail.to.email)}@${mail.to.email.slice(mail.to.email.indexOf("@") + 1)}>`,
  references: [...mail.references, mail.message_id],
  headers,
  text: `${text}\n\n${mail.from.name} wrote:\n${mail.text.trim().replaceAll(/^/gmu, "> ")}\n`
})

/** The results of ten addresses, one after the other: recipients who bounce show what a verification prevents. */
const verified: Readonly<Record<number, Pick<Verification.Verdict, "reasons" | "status">>> = {
  3: { status: "unknown", reasons: ["server_unanswered"] },
  4: { status: "invalid", reasons: ["mailbox_missing"] },
  7: { status: "invalid", reasons: ["mailbox_missing"] },
  8: { status: "accept_all", reasons: ["accepts_all"] }
}

/** Verifies addresses as a service would, at one credit each, and asks nobody. */
export const layerVerifier = Layer.succeed(AddressVerifier, {
  name: "host",
  price: 1,
  verify: (email) =>
    Effect.as(Effect.sleep(400), {
      status: "valid" as const,
      reasons: [],
      ...verified[numberOf(email) % behaviors.length],
      decided_by: "host" as const,
      cost: 1
    })
})

/** The token of the mail's unsubscribe header. */
const tokenOf = ({ headers }: OutgoingMail) =>
  /(?:\/u\/|unsubscribe%20)([\w.-]+)/u.exec(headers["List-Unsubscribe"] ?? "")?.[1]

/** Lets the recipient of a mail do what it does, after 20 to 60 seconds. */
const react = Effect.fnUntraced(function* (mail: OutgoingMail) {
  const number = numberOf(mail.to.email)
  const intake = yield* Intake
  yield* Effect.sleep(20_000 + ((number * 7_919) % 40_000))
  const now = yield* Clock.currentTimeMillis
  switch (behaviorOf(mail)) {
    case "reply":
      yield* intake.receive(rawMail(answerTo(mail, answers[number % answers.length] ?? "", now)))
      return
    case "auto_reply":
      yield* intake.receive(
        rawMail(answerTo(mail, "I am out of the office until Monday.", now, ["Auto-Submitted: auto-replied"]))
      )
      return
    case "bounce":
      yield* intake.receive(
        rawMail(deliveryReport(rawOf(mail, now), `550 5.1.1 <${mail.to.email}>: user unknown`, now))
      )
      return
    case "unsubscribe": {
      const token = tokenOf(mail)
      if (token !== undefined) yield* Unsubscribes.use((unsubscribes) => unsubscribes.unsubscribe(token))
    }
  }
})

/** Lets recipients react to what was sent, until it is interrupted. Without the mailer of the demo, nothing happens. */
export const run = Effect.gen(function* () {
  const accepted = yield* Effect.serviceOption(Accepted)
  while (Option.isSome(accepted)) {
    const mail = yield* Queue.take(accepted.value)
    yield* react(mail).pipe(
      Effect.catchCause((cause) => Effect.logWarning("A recipient of the demo could not react", cause)),
      Effect.provideService(CurrentOrganization, { id: mail.organization_id }),
      Effect.forkScoped
    )
  }
})
