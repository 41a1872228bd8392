/** Subjects of the log: each entry names what was changed, and to whom or to what. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "./Fixtures.ts"
import { signedIn } from "./Roles.ts"
import { conversation, inHours } from "./SentMail.ts"
import { onEveryStorage, TestServer } from "./TestServer.ts"

const later = { body_text: "Later", send_at: inHours(24) }

const given = Effect.gen(function* () {
  const { call } = yield* TestServer
  const talk = yield* conversation
  const { json: found } = yield* call("GET", talk.thread)
  const { id: step } = (yield* call("POST", `/campaigns/${talk.campaign_id}/sequences`, {
    body: { subject: "Hello", body: "Hello" }
  })).json
  const { id: note } = (yield* call("POST", `${talk.thread}/notes`, { body: { body: "A note" } })).json
  const { id: tag } = (yield* call("POST", "/tags", {
    body: { name: Fixtures.unique("Warm "), sentiment: "positive" }
  })).json
  const { id: scheduled } = (yield* call("POST", `${talk.thread}/reply`, { body: later })).json
  const person = (yield* signedIn("member")).id
  return { ...talk, message: found.data.at(-1).id as number, step, note, tag, scheduled, person }
})
type Given = Effect.Success<typeof given>
type Answer = { readonly json: any }

type Row = readonly [
  what: string,
  method: string,
  path: (given: Given) => string,
  body: object | ((given: Given) => object) | undefined,
  subjects: (given: Given, answer: Answer) => ReadonlyArray<string>
]
/** Ids of conversations that do not exist: with one more, as many as an entry can name. */
const missing = Array.from({ length: 199 }, (_, i) => 900_000 + i)

const rows: ReadonlyArray<Row> = [
  [
    "whom a conversation is assigned to",
    "PATCH",
    ({ thread }) => thread,
    ({ person }) => ({ assigned_to: person }),
    ({ person, thread_id }) => [`threads/${thread_id}`, `people/${person}`]
  ],
  [
    "that a conversation is assigned to nobody",
    "PATCH",
    ({ thread }) => thread,
    { assigned_to: null },
    ({ thread_id }) => [`threads/${thread_id}`, "people/none"]
  ],
  [
    "nobody, where a conversation is only ended",
    "PATCH",
    ({ thread }) => thread,
    { state: "done" },
    ({ thread_id }) => [`threads/${thread_id}`]
  ],
  [
    "whom several conversations are assigned to",
    "PATCH",
    () => "/unibox/threads",
    ({ person, thread_id }) => ({ ids: [thread_id], assigned_to: person }),
    ({ person, thread_id }) => [`people/${person}`, `threads/${thread_id}`]
  ],
  [
    "whom more conversations than an entry can name are assigned to",
    "PATCH",
    () => "/unibox/threads",
    ({ person, thread_id }) => ({ ids: [thread_id, ...missing], assigned_to: person }),
    ({ person, thread_id }) => [
      `people/${person}`,
      `threads/${thread_id}`,
      ...missing.slice(0, -1).map((id) => `threads/${id}`)
    ]
  ],
  [
    "the mail of an answer",
    "POST",
    ({ thread }) => `${thread}/reply`,
    later,
    ({ thread_id }, { json }) => [`threads/${thread_id}`, `sends/${json.id}`]
  ],
  [
    "the conversation of an answer that is moved",
    "PATCH",
    ({ scheduled }) => `/sends/${scheduled}`,
    { send_at: inHours(48) },
    ({ scheduled, thread_id }) => [`sends/${scheduled}`, `threads/${thread_id}`]
  ],
  [
    "the conversation of an answer that is cancelled",
    "POST",
    ({ scheduled }) => `/sends/${scheduled}/cancel`,
    undefined,
    ({ scheduled, thread_id }) => [`sends/${scheduled}`, `threads/${thread_id}`]
  ],
  [
    "the conversation of a text that is discarded",
    "POST",
    ({ scheduled }) => `/sends/${scheduled}/discard`,
    undefined,
    ({ scheduled, thread_id }) => [`sends/${scheduled}`, `threads/${thread_id}`]
  ],
  [
    "the mail of a forwarded message",
    "POST",
    ({ message, thread }) => `${thread}/messages/${message}/forward`,
    { to: ["charles@house.example"] },
    ({ message, thread_id }, { json }) => [`threads/${thread_id}`, `messages/${message}`, `sends/${json.id}`]
  ],
  [
    "the conversation of a new note",
    "POST",
    ({ thread }) => `${thread}/notes`,
    { body: "Call" },
    ({ thread_id }, { json }) => [`threads/${thread_id}`, `notes/${json.id}`]
  ],
  [
    "the conversation of a note that is changed",
    "PATCH",
    ({ note }) => `/unibox/notes/${note}`,
    { body: "b" },
    ({ note, thread_id }) => [`notes/${note}`, `threads/${thread_id}`]
  ],
  [
    "the tag of a lead",
    "PUT",
    ({ lead_id }) => `/leads/${lead_id}/tag`,
    ({ tag }) => ({ tag_id: tag }),
    ({ lead_id, tag }) => [`leads/${lead_id}`, `tags/${tag}`]
  ],
  [
    "that a lead has no tag any more",
    "PUT",
    ({ lead_id }) => `/leads/${lead_id}/tag`,
    { tag_id: null },
    ({ lead_id }) => [`leads/${lead_id}`, "tags/none"]
  ],
  [
    "a lead that is stopped",
    "PATCH",
    ({ lead_id }) => `/leads/${lead_id}`,
    { stop_sending: true },
    ({ lead_id }) => [`leads/${lead_id}`]
  ],
  [
    "the leads that were added, and not those that were there",
    "POST",
    () => "/leads",
    ({ campaign_id, theirs }) => ({
      campaign_id,
      leads: [{ email: theirs }, { email: `${Fixtures.unique("new")}@theirs.example` }]
    }),
    ({ campaign_id }, { json }) => [
      `campaigns/${campaign_id}`,
      ...json.data.filter(({ status }: any) => status === "created").map(({ id }: any) => `leads/${id}`)
    ]
  ],
  [
    "the campaign whose leads were changed by a filter",
    "POST",
    () => "/leads/matching",
    ({ campaign_id }) => ({ filter: { campaign_id }, action: "stop" }),
    ({ campaign_id }) => [`campaigns/${campaign_id}`]
  ],
  [
    "the tag that leads got by a filter, and not the tag that they had",
    "POST",
    () => "/leads/matching",
    ({ campaign_id, tag }) => ({ filter: { campaign_id, tag_id: tag }, action: "tag", tag_id: null }),
    ({ campaign_id }) => ["tags/none", `campaigns/${campaign_id}`]
  ],
  [
    "no tag, where it only chose the leads",
    "POST",
    () => "/leads/matching",
    ({ tag }) => ({ filter: { tag_id: tag }, action: "stop" }),
    () => []
  ],
  [
    "the leads that are paused",
    "POST",
    () => "/leads/pause",
    ({ lead_id }) => ({ ids: [lead_id], until: null }),
    ({ lead_id }) => [`leads/${lead_id}`]
  ],
  [
    "the entry of an address that is blocked",
    "POST",
    () => "/blacklist/emails",
    { emails: ["leave@log.example"] },
    (_, { json }) => [`blacklist/emails/${json.data[0].id}`]
  ],
  ["no entry that was there", "POST", () => "/blacklist/emails", { emails: ["leave@log.example"] }, () => []],
  [
    "the entry of an address that is taken off",
    "DELETE",
    () => "/blacklist/emails",
    { emails: ["leave@log.example"] },
    (_, { json }) => [`blacklist/emails/${json.data[0].id}`]
  ],
  [
    "the entry of a domain that is blocked",
    "POST",
    () => "/blacklist/domains",
    { domains: ["log.example"] },
    (_, { json }) => [`blacklist/domains/${json.data[0].id}`]
  ],
  [
    "the mail, the lead, the step and the account of a test",
    "POST",
    ({ campaign_id }) => `/campaigns/${campaign_id}/test`,
    ({ account_id, lead_id, step }) => ({ lead_id, sequence_id: step, account_id }),
    ({ account_id, campaign_id, lead_id, step }, { json }) => [
      `campaigns/${campaign_id}`,
      `leads/${lead_id}`,
      `campaigns/${campaign_id}/sequences/${step}`,
      `accounts/${account_id}`,
      `sends/${json.id}`
    ]
  ],
  [
    "a step that is changed, with its campaign",
    "PATCH",
    ({ campaign_id, step }) => `/campaigns/${campaign_id}/sequences/${step}`,
    { subject: "Good day" },
    ({ campaign_id, step }) => [`campaigns/${campaign_id}`, `campaigns/${campaign_id}/sequences/${step}`]
  ],
  [
    "a person whose role is changed",
    "PATCH",
    ({ person }) => `/people/${person}`,
    { role: "viewer" },
    ({ person }) => [`people/${person}`]
  ]
]

onEveryStorage("the log", (it) => {
  it.effect("names what each entry is about", () =>
    Effect.gen(function* () {
      const { call } = yield* TestServer
      const here = yield* given
      const wrong: Array<string> = []
      for (const [what, method, path, body, subjects] of rows) {
        const sent = typeof body === "function" ? body(here) : body
        const answer = yield* call(method, path(here), sent === undefined ? {} : { body: sent })
        if (answer.status >= 300) assert.fail(`${what}: ${answer.text}`)
        const { json } = yield* call("GET", "/log?limit=1")
        const [found, expected] = [json.data[0].subjects, subjects(here, answer)].map((all) => all.join(" "))
        if (found !== expected) wrong.push(`${what}: ${found} instead of ${expected}`)
      }
      assert.deepStrictEqual(wrong, [])
    })
  )
})
