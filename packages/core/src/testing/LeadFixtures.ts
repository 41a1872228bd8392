/** Fixtures: leads with every kind of value that a field can have. */
import { Effect } from "effect"
import type { CustomFields } from "../leads/CustomFields.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { Timestamp } from "../Timestamp.ts"
import { at, leadRow, newAccount } from "./Fixtures.ts"
import { type OrganizationId, TagId } from "../ids.ts"

const unicode = "Zoë Ünal-Łuk 😀👩‍👩‍👧 ΟΔΥΣΣΕΥΣ ﷽ \\ % _ ' \" \n\t \u0001 \u2028 𝒳"

/** Values of every type, at the limits of their ranges, and field names that have a meaning in JavaScript. */
const values: CustomFields = {
  empty: "",
  text: unicode,
  long: "ñ".repeat(4096),
  numeric_text: "1.50",
  json_text: '{"a": [1, null]}',
  word: "null",
  yes: true,
  no: false,
  zero: 0,
  negative: -1.5,
  tenth: 0.1,
  sum: 0.1 + 0.2,
  huge: Number.MAX_VALUE,
  tiny: Number.MIN_VALUE,
  safe: Number.MAX_SAFE_INTEGER,
  unsafe: 2 ** 63,
  constructor: "not a function",
  valueof: 1,
  tostring: true
}
const hundred: CustomFields = Object.fromEntries(
  Array.from({ length: 100 }, (_, i) => [`field_${i}`, i % 3 === 0 ? i / 7 : i % 3 === 1 ? `value ${i}` : i % 2 === 0])
)
const first = Timestamp.make("0001-01-01T00:00:00.001Z")
const last = Timestamp.make("9999-12-31T23:59:59.999Z")

/** Leads whose fields all differ from the defaults and from each other. */
export const fullLeadRow = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const account = yield* newAccount(organization_id)
  const full = leadRow("Full.Lead+tag@Example.test", {
    first_name: "First",
    last_name: unicode,
    company: "x".repeat(10_000),
    website: "😀".repeat(5000),
    personalization: "  kept as it is \r\n",
    sender: "Sender@x.test",
    verification_status: "accept_all",
    status: "Replied",
    id_previous_sending_sequence: 3,
    amount_sequences_sent: 7,
    date_last_sequence_send: at(0.123),
    reply_text: unicode,
    reply_status: "Interested",
    reply_status_tag_id: TagId.make(9),
    stop_sending: true,
    stop_sending_type: "unsubscribe",
    stop_decided_at: last,
    stops: { unsubscribe: first, blacklist: last },
    chosen_sender: account.id,
    provider: "google",
    custom_fields: values,
    activity: {
      firsts: { replied: { occurred_at: first, identity: unicode, account_id: account.id, sequence_id: null } },
      last_sent: { occurred_at: last, identity: "x" },
      bounced: true,
      positive: true
    },
    version: 41,
    created_at: first,
    updated_at: last
  })
  return [
    full,
    leadRow("empty.fields@x.test", { reply_text: "", reply_status: "", sender: "", provider: "" }),
    leadRow("élan.😀@x.test", { custom_fields: hundred, status: "Bounce", created_at: last, updated_at: first })
  ]
})

/** The leads of any campaign with this normalized address, by ascending id. */
export const leadsWithAddress = Effect.fnUntraced(function* (organization_id: OrganizationId, address: string) {
  const store = yield* LeadStore
  const found = yield* store.findMatching(organization_id, { addresses: [address], domains: [] }, { limit: 1_000 })
  return yield* store.findMany(
    organization_id,
    found.map(({ id }) => id)
  )
})
