/** The campaign of the demo that runs: its leads get their mails while one watches. */
import { Accounts, Campaigns, Leads, Sequences } from "@mailroom/core"
import { Effect } from "effect"
import { firstNames, lastNames } from "./Data.ts"
import { at } from "./People.ts"
import { upload } from "./Steps.ts"

const senders = [
  { email: "lena@live-quillmark.example", settings: { first_name: "Lena", last_name: "Brandt" } },
  { email: "omar@live-quillmark.example", settings: { first_name: "Omar", last_name: "Said" } }
] as const

/** No pace, so that something happens every few seconds. */
const eager = { min_delay_minutes: 0, daily_limit: 200 }

const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }

const steps = [
  {
    subject: "Records at {{company|your company}}",
    body: "Hi {{first_name}},\n\nhow do you keep your records today? We make a small tool that files them by itself.\n\nBest,\n{{sender.first_name}}\n"
  },
  { body: "Hi {{first_name}},\n\ndid you have a chance to read my mail?\n\n{{sender.first_name}}\n", delay_days: 3 }
]

/** Another mail of the first step: every second lead gets it. */
const variant = {
  subject: "A paper-free week for {{company|you}}",
  body: "Hi {{first_name}},\n\nwhat if your records filed themselves? A week is enough to see it. May I show you?\n\nBest,\n{{sender.first_name}}\n"
}

const people = Array.from({ length: 60 }, (_, number) => {
  const first_name = at(firstNames, number % firstNames.length)
  const last_name = at(lastNames, (number * 11) % lastNames.length)
  const local = first_name
    .normalize("NFKD")
    .replaceAll(/[^a-z]/giu, "")
    .toLowerCase()
  return { email: `${local}.${number}@lead.example`, first_name, last_name, company: `${last_name} & Co.` }
})

/** Creates and starts the campaign. Its mails stay in this process (`World.ts`). */
export const fill = Effect.gen(function* () {
  const account_ids = yield* Effect.forEach(senders, ({ email, settings }) =>
    Effect.map(
      Accounts.use((accounts) => accounts.create({ email, provider: "smtp", settings: { ...settings, ...eager } })),
      ({ id }) => id
    )
  )
  const { id } = yield* Campaigns.use((campaigns) =>
    campaigns.create({ name: "Live: records", account_ids, send_window: always, daily_limit: 200, bounce_limit: null })
  )
  const attachments = yield* upload("numbers")
  for (const [i, step] of steps.entries()) {
    yield* Sequences.use((sequences) => sequences.create(id, i === 0 ? { ...step, attachments } : step))
  }
  const [first] = yield* Sequences.use((sequences) => sequences.list(id))
  if (first !== undefined)
    yield* Sequences.use((sequences) => sequences.create(id, { ...variant, variant_of: first.id }))
  yield* Leads.use((leads) => leads.create({ campaign_id: id, leads: people }))
  yield* Campaigns.use((campaigns) => campaigns.start(id))
  return id
}).pipe(
  // The data is part of this program, so these errors are defects.
  Effect.catchTag(
    [
      "CampaignChanged",
      "CampaignNotFound",
      "CampaignNotReady",
      "DuplicateAccount",
      "InvalidInput",
      "TooManySequences",
      "TooManyVariants"
    ],
    Effect.die
  )
)
