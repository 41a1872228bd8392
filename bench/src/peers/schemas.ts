/** The schemas of the Fastify peer, for validating requests and serializing answers. */
import type { Ajv, ErrorObject } from "ajv"
import type { Fault } from "./domain.ts"

const id = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const
const uuid = { type: "string", pattern: "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$" } as const
const text = { type: "string" } as const
const integer = { type: "integer" } as const
const boolean = { type: "boolean" } as const
const textOrNull = { type: ["string", "null"] } as const
const integerOrNull = { type: ["integer", "null"] } as const
const numberOrNull = { type: ["number", "null"] } as const

const object = <P extends object>(properties: P, required: ReadonlyArray<keyof P> = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})
const query = object
const params = { campaignId: uuid }
const limit = (maximum: number) => ({ ...integer, minimum: 1, maximum, default: 50 })

const lead = object({
  id: integer,
  email: text,
  first_name: text,
  last_name: text,
  company: text,
  website: text,
  personalization: text,
  sender: textOrNull,
  verification_status: text,
  status: text,
  campaign_id: text,
  id_previous_sending_sequence: integerOrNull,
  amount_sequences_sent: integer,
  date_last_sequence_send: textOrNull,
  reply_text: textOrNull,
  reply_status: textOrNull,
  reply_status_tag_id: integerOrNull,
  stop_sending: boolean,
  stop_sending_type: textOrNull,
  chosen_sender: integerOrNull,
  provider: textOrNull
})

export const leadPage = {
  params: object(params),
  querystring: query({
    after_id: id,
    offset: { ...integer, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
    limit: limit(200),
    search: { type: "string", maxLength: 254 }
  }),
  response: {
    200: object({ total: integer, offset: integer, limit: integer, data: { type: "array", items: lead } })
  }
}

const message = object({
  id: integer,
  thread_id: integer,
  subject: text,
  body: text,
  date_sent: text,
  from_name: text,
  from_email: text,
  to_email: text,
  cc_email: text,
  is_new: boolean,
  is_our_email: boolean,
  kind: text,
  message_id: text,
  attachments: { type: "array", items: { type: "object", additionalProperties: true } }
})

export const threadPage = {
  querystring: query(
    { tab: { enum: ["replies", "other"] }, cursor: { type: "string", maxLength: 1000 }, limit: limit(100) },
    ["tab"]
  ),
  response: {
    200: object({
      data: {
        type: "array",
        items: object({
          id: integer,
          tab: text,
          state: text,
          thread_id: integer,
          lead_id: integer,
          campaign_id: text,
          last_message: message,
          message_count: integer,
          account_id: integer,
          lead: object({
            email: text,
            first_name: text,
            last_name: text,
            company: text,
            reply_status: textOrNull,
            reply_status_by: textOrNull
          }),
          campaign_name: text
        })
      },
      has_more: boolean,
      next_cursor: text
    })
  }
}

const counts = (...names: ReadonlyArray<string>) => object(Object.fromEntries(names.map((name) => [name, integer])))
const rates = (...names: ReadonlyArray<string>) => object(Object.fromEntries(names.map((name) => [name, numberOrNull])))

export const summary = {
  params: object(params),
  querystring: {
    ...query({
      period: { enum: ["all_time"] },
      start_date: { type: "string", format: "date" },
      end_date: { type: "string", format: "date" },
      timezone: text
    }),
    dependencies: { start_date: ["end_date"], end_date: ["start_date"] }
  },
  response: {
    200: object({
      campaign_id: text,
      period: object({ preset: textOrNull, start: textOrNull, end: textOrNull, timezone: text }),
      campaign_name: text,
      campaign_status: text,
      leads: counts("total", "not_contacted", "sent", "opened", "replied", "bounced", "stopped"),
      metrics: counts(
        "sent",
        "contacted",
        "opened",
        "unique_opened",
        "machine_opened",
        "clicked",
        "unique_clicked",
        "replied",
        "unique_replied",
        "auto_replied",
        "positive_replied",
        "bounced",
        "soft_bounced",
        "unsubscribed",
        "complained",
        "delivered"
      ),
      rates: rates(
        "open_rate",
        "click_rate",
        "reply_rate",
        "positive_reply_rate",
        "bounce_rate",
        "unsubscribe_rate",
        "delivery_rate"
      )
    })
  }
}

const line = (maximum: number) => ({ type: "string", maxLength: maximum, pattern: "^[^\\u0000]*$" }) as const
const email = {
  type: "string",
  maxLength: 254,
  pattern:
    '^(?!\\.)(?!.*\\.\\.)(?!.*\\.@)[^\\s@<>()\\[\\]\\\\,;:"\\p{C}]{1,64}@(?:[^.\\s@<>()\\[\\]\\\\,;:"\\p{C}]{1,63}\\.)*[^.\\s@<>()\\[\\]\\\\,;:"\\p{C}]{1,63}$'
} as const
const editable = {
  first_name: line(10_000),
  last_name: line(10_000),
  company: line(10_000),
  website: line(10_000),
  personalization: line(10_000)
}
const customFields = (...more: ReadonlyArray<object>) => ({
  type: "object",
  maxProperties: 100,
  propertyNames: { pattern: "^[a-z][a-z0-9_]{0,63}$" },
  additionalProperties: { anyOf: [line(4_096), { type: "number" }, boolean, ...more] }
})

export const patchLead = {
  params: object({ id }),
  headers: { type: "object", properties: { "if-match": text } },
  body: object({ email, ...editable, custom_fields: customFields({ type: "null" }), stop_sending: boolean }),
  response: { 200: lead }
}

const eventTypes =
  "sent delivered opened machine_opened clicked replied auto_replied bounced soft_bounced unsubscribed complained".split(
    " "
  )

const anything = (maxItems: number) => ({ type: "array", minItems: 1, maxItems, items: {} })

const results = {
  type: "array",
  items: object({
    index: integer,
    id: integerOrNull,
    status: text,
    errors: { type: "array", items: object({ pointer: text, message: text }) }
  })
}

/** Each lead is validated separately, so that an invalid lead does not affect the others. */
export const newLead = object({ email, ...editable, custom_fields: customFields() }, ["email"])

export const createLeads = {
  body: object({ campaign_id: uuid, leads: anything(1000), on_duplicate: { enum: ["skip"] } }, [
    "campaign_id",
    "leads"
  ]),
  response: {
    200: object({
      created: integer,
      updated: integer,
      skipped: integer,
      data: results
    })
  }
}

/** Each event is validated separately, too. */
export const newEvent = {
  ...object(
    {
      type: { enum: eventTypes },
      occurred_at: {
        type: "string",
        format: "date-time",
        pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$"
      },
      lead_id: id,
      campaign_id: uuid,
      email,
      account_id: id,
      sequence_id: id,
      message_id: line(800),
      idempotency_key: { ...line(200), minLength: 1 },
      data: object({
        reply_text: line(10_000),
        status: { type: "string", pattern: "^[245]\\.\\d{1,3}\\.\\d{1,3}$" },
        hard: boolean,
        reason: line(500),
        url: line(2_000)
      })
    },
    ["type", "occurred_at"]
  ),
  oneOf: [
    { required: ["lead_id"], not: { anyOf: [{ required: ["campaign_id"] }, { required: ["email"] }] } },
    { required: ["campaign_id", "email"], not: { required: ["lead_id"] } }
  ]
}

export const recordEvents = {
  body: object({ events: anything(1000) }, ["events"]),
  response: {
    200: object({ recorded: integer, duplicate: integer, rejected: integer, data: results })
  }
}

/** The faults of one value. For alternatives, reports only the value itself, not why each alternative fails. */
const faultsOf = (errors: ReadonlyArray<ErrorObject>): ReadonlyArray<Fault> =>
  errors.flatMap(({ instancePath, message = "is not valid", params, schemaPath }) => {
    if (/^#\/(?:anyOf|oneOf)\//u.test(schemaPath)) return []
    const name = params["missingProperty"] ?? params["additionalProperty"]
    return [{ pointer: name === undefined ? instancePath : `${instancePath}/${name}`, message }]
  })

/** Creates a function that returns a valid input, or the faults of an invalid one. */
export const checker = <A>(ajv: Ajv, schema: object) => {
  const isValid = ajv.compile<A>(schema)
  return (input: unknown): { readonly value: A } | { readonly errors: ReadonlyArray<Fault> } =>
    isValid(input) ? { value: input } : { errors: faultsOf(isValid.errors ?? []) }
}
