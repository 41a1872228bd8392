/** What the Fastify peer checks of requests, and how it writes answers. */
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
          thread_id: integer,
          lead_id: integer,
          campaign_id: text,
          last_message: message
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
        "complained"
      ),
      rates: rates("open_rate", "click_rate", "reply_rate", "positive_reply_rate", "bounce_rate", "unsubscribe_rate")
    })
  }
}
