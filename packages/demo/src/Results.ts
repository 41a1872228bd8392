/** Results of campaigns and conversations: a winner that is decided, leads that move, and a message that was forwarded. */
import {
  Accounts,
  Activity,
  Campaigns,
  type Lead,
  Leads,
  type ReplyLabel,
  Replies,
  Sequences,
  Tags,
  Timestamp,
  Unibox
} from "@mailroom/core"
import { Clock, Effect } from "effect"
import { asOf } from "./AsOf.ts"
import { complete } from "./Completed.ts"
import { at, person } from "./People.ts"

const day = 86_400_000
const leads = 60
/** The number of leads that answer each variant. */
const answers = [1, 19] as const

const mail = (text: string) => `Hi {{first_name}},\n\n${text}\n\nBest,\n{{sender.first_name}}\n`

/** Creates a campaign whose second variant has won, and the campaigns to which its leads move. Returns its id, the ids of the leads, and their events. */
const fillDecided = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const [campaigns, sequences] = yield* Effect.all([Campaigns, Sequences])
  const targets = yield* Effect.forEach(["Details for those who are interested", "Another try"], (name) =>
    Effect.gen(function* () {
      const { id } = yield* campaigns.create({ name })
      yield* sequences.create(id, {
        subject: "What we can do for {{company|you}}",
        body: mail("here is more about it.")
      })
      return id
    })
  )
  const { data: accounts } = yield* Accounts.use((accounts) => accounts.page({ offset: 0, limit: 1 }))
  const { id } = yield* campaigns.create({ name: "Two subjects", account_ids: accounts.map(({ id }) => id) })
  const first = yield* sequences.create(id, { subject: "Your calendar", body: mail("does it keep itself?") })
  const variant_of = first.id
  const second = yield* sequences.create(id, { subject: "Four free hours", body: mail("what for?"), variant_of })
  yield* sequences.update(id, first.id, { winner_rule: { goal: "replied", minimum_contacted: 20 } })
  const moves = [
    { when: "labelled", label: "interested", campaign_id: at(targets, 0), after_days: 0 },
    { when: "labelled", label: "not_now", campaign_id: at(targets, 1), after_days: 30 }
  ] as const
  yield* campaigns.update(id, { moves })
  const input = Array.from({ length: leads }, (_, lead) => person(3, 400 + lead))
  const { data } = yield* Leads.use((leads) => leads.create({ campaign_id: id, leads: input }))
  const ids = data.flatMap(({ id }) => id ?? [])
  const inHours = (hours: number) => Timestamp.fromMillis(now + hours * 3_600_000)
  const variants = [first.id, second.id]
  const eventsOf = (type: "replied" | "sent", hours: number) =>
    ids.flatMap((lead_id, lead) => {
      const sequence_id = at(variants, lead % 2)
      const isMeant = type === "sent" || Math.floor(lead / 2) < at(answers, lead % 2)
      return isMeant
        ? [{ type, lead_id, sequence_id, occurred_at: inHours(hours), idempotency_key: `decided-${type}-${lead}` }]
        : []
    })
  return { id, ids, sent: eventsOf("sent", 1), replied: eventsOf("replied", 5) }
})

/** Tags a lead with the first tag that has the label. */
const label = Effect.fnUntraced(function* (lead_id: Lead.LeadId | undefined, label: ReplyLabel.ReplyLabel) {
  const tags = yield* Tags
  const { data } = yield* tags.page({ offset: 0, limit: 200 })
  const tag = data.find((tag) => tag.label === label)
  if (lead_id !== undefined && tag !== undefined) yield* tags.assign(lead_id, tag.id)
})

/** Forwards the last message of a lead in a conversation whose account can send. */
const fillForwarded = Effect.gen(function* () {
  const replies = yield* Replies
  const unibox = yield* Unibox
  const { data } = yield* unibox.threads({ tab: "replies", limit: 20 })
  for (const { id } of data.toReversed()) {
    if (!(yield* replies.stateOf(id)).allowed) continue
    const { data: messages } = yield* unibox.thread(id, { order: "desc", limit: 20 })
    const message = messages.find(({ is_our_email }) => !is_our_email)
    if (message === undefined) continue
    const to = ["charles.almeida@quillmark.example"]
    yield* replies.forward(id, message.id, { to, body_text: "Charles, can you answer this? You know them." })
    return
  }
})

export const fill = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const { id, ids, replied, sent } = yield* asOf(now - 3 * day)(fillDecided)
  yield* Activity.use((activity) => activity.record(sent))
  yield* Activity.use((activity) => activity.record(replied))
  // Each lead got its mail.
  yield* complete(id)
  yield* label(ids[1], "interested")
  yield* label(ids[3], "not_now")
  yield* fillForwarded
}).pipe(
  // The data is part of this program, so its errors are defects.
  Effect.orDie
)
