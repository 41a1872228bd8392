/** The rules label an answer in the transaction that stores its mail. No worker runs here. */
import { assert, describe } from "@effect/vitest"
import { Leads, Settings, Tags } from "@mailroom/core"
import { Effect } from "effect"
import { date, type Desk, mail, me, ours, test, theirs } from "./Desk.ts"

const interested = "Yes, I'm interested. Please send me more information."
const notNow = "Not right now, please ask me again next year."
const answerOf = (hour: number, ...header: ReadonlyArray<string>) => [
  date(hour),
  "In-Reply-To: <first@sender.test>",
  "Subject: Re: Hello",
  ...header
]
const answer = (text: string, hour = 10) => theirs(answerOf(hour, `Message-ID: <${hour}@lead.test>`), text)

const setLabellers = (reply_labels: ReadonlyArray<"function" | "model" | "rule">) => (desk: Desk) =>
  desk.here(Settings.use((settings) => settings.update({ reply_labels })))
const newTag = (desk: Desk) =>
  desk.here(Tags.use((tags) => tags.create({ name: "Hot", sentiment: "positive", label: "interested" })))
const decide = (desk: Desk) =>
  Effect.flatMap(newTag(desk), ({ id }) => desk.here(Tags.use((tags) => tags.assign(desk.lead_id, id))))

interface Situation {
  readonly before?: (desk: Desk) => Effect.Effect<unknown, unknown, any>
  readonly mails: ReadonlyArray<Uint8Array>
  /** The tag of the lead, and who decided it. */
  readonly expected: readonly [tag: string | null, by: string | null]
}

const situations: Readonly<Record<string, Situation>> = {
  "a clear answer": { mails: [answer(interested)], expected: ["Interested", "rule"] },
  "an unclear answer": { mails: [answer("I will think about it.")], expected: [null, null] },
  "a clear answer and an unclear one": {
    mails: [answer(interested, 10), answer("I will think about it.", 11)],
    expected: ["Interested", "rule"]
  },
  "a later answer": { mails: [answer(notNow, 10), answer(interested, 11)], expected: ["Interested", "rule"] },
  "an older answer that comes later": {
    mails: [answer(notNow, 11), answer(interested, 10)],
    expected: ["Not now", "rule"]
  },
  "the same mail twice": { mails: [answer(interested), answer(interested)], expected: ["Interested", "rule"] },
  "a request to stop": { mails: [answer("Please remove me from your list.")], expected: ["Unsubscribe", "rule"] },
  "an answer without a Message-ID": { mails: [theirs(answerOf(10), interested)], expected: ["Interested", "rule"] },
  "only our words": { mails: [answer(`Hm.\n\nOn Monday, ${me} wrote:\n> ${interested}`)], expected: [null, null] },
  "an automatic answer, which the worker labels": {
    mails: [theirs(answerOf(10, "Auto-Submitted: auto-replied", "Message-ID: <auto@lead.test>"), interested)],
    expected: [null, null]
  },
  "a stranger": { mails: [mail("eve@stranger.test", me, [date(10)], interested)], expected: [null, null] },
  "an organization without rules": {
    before: setLabellers(["function"]),
    mails: [answer(interested)],
    expected: [null, null]
  },
  "an organization without labels": { before: setLabellers([]), mails: [answer(interested)], expected: [null, null] },
  "a tag of the organization": { before: newTag, mails: [answer(interested)], expected: ["Hot", "rule"] },
  "a decision of a person": { before: decide, mails: [answer(notNow)], expected: ["Hot", "person"] }
}

describe("The tag of a lead after", () => {
  for (const [name, { before, expected, mails }] of Object.entries(situations)) {
    test(name, (desk) =>
      Effect.gen(function* () {
        yield* desk.receive(ours([date(9), "Message-ID: <first@sender.test>"]))
        if (before !== undefined) yield* before(desk) as Effect.Effect<unknown>
        for (const raw of mails) yield* desk.receive(raw)
        const lead = yield* desk.here(Leads.use((leads) => leads.find(desk.lead_id)))
        assert.deepStrictEqual([lead.reply_status, lead.reply_status_by], expected)
      })
    )
  }
})
