/** The steps of campaigns. They are stored with their campaign. */
import { type Campaign, type Sequence, SequenceStore } from "@mailroom/core"
import { Exit, Order } from "effect"
import { corrupt, type Database, type Mutable } from "./internal/Database.ts"
import { campaignIn, type CampaignRow, type Tenant } from "./internal/State.ts"

export const sequenceStore = ({ read, sequence, write }: Database): SequenceStore["Service"] => {
  const { next: nextId } = sequence<Sequence.SequenceId>("sequences")
  return SequenceStore.of({
    ofCampaigns: (organization_id, campaign_ids) =>
      read(organization_id, (tenant) =>
        [...new Set(campaign_ids)]
          .sort()
          .flatMap((campaign_id) =>
            (campaignIn(tenant, campaign_id)?.sequences ?? []).map((step) => ({ ...step, campaign_id }))
          )
      ),
    insert: (organization_id, campaign_id, sequence) =>
      write(organization_id, "SequenceStore.insert", (tenant) => {
        if (campaignIn(tenant, campaign_id) === undefined) {
          return corrupt("SequenceStore.insert", `There is no campaign ${campaign_id}`)
        }
        const step = Object.freeze({ ...sequence, id: nextId() })
        changeSequences(tenant, campaign_id, (sequences) => [...sequences, step])
        return Exit.succeed(step)
      }),
    replace: (organization_id, campaign_id, sequences) =>
      write(organization_id, "SequenceStore.replace", (tenant) => {
        const byId = new Map(sequences.map((step) => [step.id, Object.freeze({ ...step })]))
        changeSequences(tenant, campaign_id, (stored) => stored.map((step) => byId.get(step.id) ?? step))
        return Exit.void
      }),
    remove: (organization_id, campaign_id, id) =>
      write(organization_id, "SequenceStore.remove", (tenant) => {
        changeSequences(tenant, campaign_id, (sequences) => sequences.filter((step) => step.id !== id))
        return Exit.void
      }),
    findNamed: (organization_id, files) =>
      read(organization_id, ({ campaigns }) => {
        const named = new Set(
          [...campaigns.values()].flatMap(({ hiddenAt, sequences }) =>
            hiddenAt === null ? sequences.flatMap(({ attachments }) => attachments.map(({ id }) => id)) : []
          )
        )
        return [...new Set(files)].filter((id) => named.has(id)).sort((a, b) => a - b)
      }),
    findMany: (organization_id, ids) =>
      read(organization_id, ({ campaigns }) =>
        [...campaigns.values()]
          .filter(({ hiddenAt }) => hiddenAt === null)
          .flatMap(({ campaign, sequences }) =>
            sequences.map(({ id, step_id }) => ({ id, step_id, campaign_id: campaign.id }))
          )
          .filter(({ id }) => ids.includes(id))
          .sort((a, b) => a.id - b.id)
      )
  })
}

type Sequences = CampaignRow["sequences"]

/**
 * Replaces the campaign's steps by the result of `f`, ordered by position, variant and id. Does nothing if the campaign does not exist.
 */
export const changeSequences = (
  tenant: Mutable<Tenant>,
  id: Campaign.CampaignId,
  f: (sequences: Sequences) => Sequences
) => {
  const row = tenant.campaigns.get(id)
  if (row === undefined) return
  const sequences = Object.freeze(
    f(row.sequences).toSorted((a, b) => a.position - b.position || Order.String(a.variant, b.variant) || a.id - b.id)
  )
  tenant.campaigns = tenant.campaigns.set(id, { ...row, sequences })
}
