import { Integration, Integrations } from "@mailroom/core"
import { integrationPage, integrationWithSecret } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("integrations", Integrations, (integrations) => ({
  ...integrations,
  page: operation(integrations.page, { body: integrationPage }),
  create: operation(integrations.create, {
    body: integrationWithSecret,
    location: ({ integration }) => `/integrations/${integration.id}`
  }),
  find: operation(integrations.find, { body: Integration.toIntegration }),
  update: operation(integrations.update, { body: integrationWithSecret })
}))
