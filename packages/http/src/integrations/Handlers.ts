import { Integration, Integrations, type Pagination, type StoredIntegration } from "@mailroom/core"
import { Redacted } from "effect"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const integrationPage = ({ data, ...page }: Pagination.OffsetPage<Integration.IntegrationRecord>) => ({
  ...page,
  data: data.map(Integration.toIntegration)
})

const integrationWithSecret = ({ integration, secret }: StoredIntegration) => ({
  ...Integration.toIntegration(integration),
  secret: secret && Redacted.value(secret)
})

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
