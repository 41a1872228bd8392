/**
 * The `webhooks` of the OpenAPI document: the requests that Mailroom sends to a webhook, one operation for each type.
 */
import { SchemaAST } from "effect"
import { deliveryTimeout, Payload, sampleOf, Signature, Subscription } from "@mailroom/core"
import type { Schemas } from "./Schemas.ts"

const header = (name: string, description: string, schema: object) => ({
  name,
  in: "header",
  required: true,
  description,
  schema
})

const parameters = [
  header("webhook-id", "Identifies the delivery: the same on every try.", { type: "string", examples: ["msg_4711"] }),
  header("webhook-timestamp", "When this try was made, in seconds since 1970.", {
    type: "string",
    examples: ["1786095000"]
  }),
  header(
    "webhook-signature",
    `\`v1,\` and base64 of HMAC-SHA-256 over \`webhook-id.webhook-timestamp.body\`. Two, with a space between them, for ${
      Signature.rotationTime / 3_600_000
    } hours after a rotation of the secret.`,
    { type: "string", examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="] }
  )
]

const responses = {
  "2XX": { description: "The delivery was received. The body is ignored." },
  "4XX": { description: "The delivery was rejected: it is retried automatically. 410 disables the integration." },
  "5XX": { description: "The integration waits, then the delivery is retried." }
}

export const webhooksTag = {
  name: "Webhooks",
  description: "The requests that are sent to integrations of the type `webhook`.",
  "x-guides": ["webhooks.md", "notifications.md"]
}

/** The operations by type. */
export const webhooks = ({ answer }: Schemas) =>
  Object.fromEntries(
    Subscription.NotificationType.literals.map((type) => {
      const payload = Payload.payloads[type]
      return [
        type,
        {
          post: {
            tags: [webhooksTag.name],
            operationId: `webhooks.${type}`,
            // A summary is plain text.
            summary: String(SchemaAST.resolveDescription(payload.ast)).replaceAll("`", ""),
            description: `Answer with any 2xx within ${deliveryTimeout} seconds. A delivery may arrive more than once, with the same \`webhook-id\`.`,
            parameters,
            security: [],
            requestBody: {
              required: true,
              content: { "application/json": { schema: answer(payload), example: sampleOf(type) } }
            },
            responses
          }
        }
      ]
    })
  )
