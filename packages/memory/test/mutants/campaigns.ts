/** Faults in campaigns, mainly in hiding and removing them. */
import { type Campaign, CampaignStore, Domain, LeadStore, Timestamp } from "@mailroom/core"
import { Effect } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

const hiding = "CampaignStore, a hidden campaign"
const removing = "CampaignStore, removing"

export const campaigns: ReadonlyArray<Mutant> = [
  mutant(
    "campaigns in the order in which they are asked for",
    CampaignStore,
    ({ findMany }) => ({
      findMany: (organization_id, ids) =>
        Effect.map(
          Effect.forEach(ids, (id) => findMany(organization_id, [id])),
          (found) => found.flat()
        )
    }),
    "CampaignStore.findMany: returns the campaigns that exist, once each, by ascending id, with their number of leads"
  ),
  mutant(
    "a page counts whether there were replies, not how many",
    CampaignStore,
    ({ page }) => ({
      page: (organization_id, query) =>
        Effect.map(page(organization_id, query), ({ data, total }) => ({
          total,
          data: data.map(({ counts, ...campaign }) => ({
            ...campaign,
            counts: { ...counts, replied: Math.min(counts.replied, 1) }
          }))
        }))
    }),
    "CampaignStore.page: shows the leads of each campaign by their state, and its sums of all time"
  ),
  mutant(
    "a setting that cannot be turned off",
    CampaignStore,
    ({ replace }) => ({
      replace: (organization_id, campaign) => replace(organization_id, { ...campaign, track_opens: true })
    }),
    "CampaignStore.replace: stores everything but the id, the number of leads and the creation; finds by the new name"
  ),
  mutant(
    "a hidden campaign without its name",
    CampaignStore,
    ({ findMany }) => ({ findMany: (organization_id, ids) => findMany(organization_id, ids) }),
    `${hiding}: is found by findMany with_hidden until it is removed`
  ),
  mutant(
    "a campaign that is hidden again keeps its first instant",
    CampaignStore,
    ({ hide }) => {
      const hidden = new Set<Campaign.CampaignId>()
      return {
        hide: (organization_id, id, at) =>
          Effect.suspend(() => {
            if (hidden.has(id)) return Effect.void
            hidden.add(id)
            return hide(organization_id, id, at)
          })
      }
    },
    `${hiding}: is found by findHidden as long as it is hidden, by the instant of its last hide`
  ),
  mutant(
    "hidden campaigns of one organization are found",
    CampaignStore,
    ({ findHidden }) => ({
      findHidden: (query) =>
        Effect.map(findHidden(query), (found) =>
          found.filter(({ organization_id }) => organization_id === found[0]?.organization_id)
        )
    }),
    `${hiding}: is found by findHidden as long as it is hidden, by the instant of its last hide`
  ),
  mutant(
    "a lead of a hidden campaign is found by its address",
    LeadStore,
    ({ lockOfCampaign }) => ({
      findByEmails: (organization_id, addresses) =>
        Effect.map(
          Effect.forEach(addresses, ({ address, campaign_id }) =>
            Effect.map(lockOfCampaign(organization_id, campaign_id, { limit: 200 }), (leads) =>
              leads.filter(({ email }) => Domain.normalizeEmail(email) === address)
            )
          ),
          (found) => found.flat().sort((a, b) => a.id - b.id)
        )
    }),
    `${hiding}: hides its leads from everything that reads leads`
  ),
  mutant(
    "the leads of a campaign always from the first one",
    LeadStore,
    ({ lockOfCampaign }) => ({
      lockOfCampaign: (organization_id, id, { limit }) => lockOfCampaign(organization_id, id, { limit })
    }),
    "LeadStore.lockOfCampaign: returns the campaign's first leads by ascending id, whole, beyond an id, hidden or not"
  ),
  mutant(
    "a campaign is taken off all threads at once",
    CampaignStore,
    ({ clearThreads }) => ({
      clearThreads: (organization_id, id) => clearThreads(organization_id, id, { limit: 200 })
    }),
    `${removing}: clearThreads takes it off threads, at most as many as the limit says`
  ),
  mutant(
    "a campaign is deleted that is not hidden",
    CampaignStore,
    ({ hide, remove }) => ({
      remove: (organization_id, id) =>
        Effect.andThen(hide(organization_id, id, Timestamp.fromMillis(0)), remove(organization_id, id))
    }),
    `${removing}: remove deletes a hidden campaign with all that belongs to it; its threads stay`
  )
]
