/** The use cases of an organization, by the names that they have here. */
import {
  Accounts,
  Activity,
  Analytics,
  ApiKeys,
  Attachments,
  Billing,
  Blacklist,
  Campaigns,
  Intake,
  Integrations,
  Leads,
  type Mailroom,
  Overview,
  Sequences,
  Tags,
  Unibox
} from "@mailroom/core"
import { Effect, Redacted } from "effect"
import { promised, type Promised, type Run } from "./Promised.ts"

export const useCases = {
  accounts: Accounts,
  activity: Activity,
  analytics: Analytics,
  attachments: Attachments,
  billing: Billing,
  blacklist: Blacklist,
  campaigns: Campaigns,
  intake: Intake,
  integrations: Integrations,
  keys: ApiKeys,
  leads: Leads,
  overview: Overview,
  sequences: Sequences,
  tags: Tags,
  unibox: Unibox
}

type Services = { readonly [K in keyof typeof useCases]: (typeof useCases)[K]["Service"] }
type KeyStore = ApiKeys["Service"]
type LeadPage = Leads["Service"]["page"]

/** Keys are text. */
interface Keys extends Omit<KeyStore, "adopt" | "authenticate"> {
  readonly adopt: (secret: string, input: Parameters<KeyStore["adopt"]>[1]) => ReturnType<KeyStore["adopt"]>
  readonly authenticate: (credential: string) => ReturnType<KeyStore["authenticate"]>
}

/** A list takes one object. */
interface ListedLeads extends Omit<Leads["Service"], "page"> {
  readonly page: (
    query: Parameters<LeadPage>[1] & { readonly campaign_id: Parameters<LeadPage>[0] }
  ) => ReturnType<LeadPage>
}

/** The services, with other arguments where those of a use case would be awkward without Effect. */
export interface UseCases extends Omit<Services, "keys" | "leads"> {
  readonly keys: Keys
  readonly leads: ListedLeads
}

export const services: Effect.Effect<UseCases, never, Mailroom.UseCases> = Effect.map(
  Effect.all(useCases),
  ({ keys, leads, ...others }) => ({
    ...others,
    keys: {
      ...keys,
      adopt: (secret, input) => keys.adopt(Redacted.make(secret), input),
      authenticate: (credential) => keys.authenticate(Redacted.make(credential))
    },
    leads: { ...leads, page: ({ campaign_id, ...query }) => leads.page(campaign_id, query) }
  })
)

/** The use cases of one organization. */
export type OrganizationUseCases = { readonly [K in keyof UseCases]: Promised<UseCases[K]> }

/** Use cases as promises; `run` runs them for their organization. */
export const promisedUseCases = (all: UseCases, run: Run): OrganizationUseCases =>
  Object.fromEntries(
    Object.entries(all).map(([name, service]) => [name, promised(service, run)])
  ) as OrganizationUseCases
