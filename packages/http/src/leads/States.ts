/** Leads with their effective state: whether each may be mailed. */
import {
  type CurrentOrganization,
  type EffectiveState,
  Lead,
  type LeadWithState,
  type ListedLeadWithState,
  type Sending,
  type StorageError
} from "@mailroom/core"
import { Effect } from "effect"
import { etagOf } from "../contract/EntityTag.ts"

/** A stored lead and its effective state. */
interface StatedLead {
  readonly lead: Lead.LeadRecord
  readonly effective_state: EffectiveState
}

/** Adds the effective state to a lead. */
export const stated = ({ effectiveState }: Sending["Service"], lead: Lead.LeadRecord) =>
  Effect.map(effectiveState(lead), (effective_state): StatedLead => ({ lead, effective_state }))

export const leadWithState = ({ effective_state, lead }: StatedLead): LeadWithState => ({
  ...Lead.toLead(lead),
  custom_fields: lead.custom_fields,
  timezone: lead.timezone,
  verification: lead.verification,
  reply_status_by: lead.reply_status_by,
  moved_to: lead.moved_to,
  moved_from: lead.moved_from,
  effective_state
})

export const etagWithState = ({ effective_state, lead }: StatedLead): string => etagOf(lead.version, effective_state)

/** Adds the effective states to the leads of a page if the caller asks for them. */
export const statedPage = <Page extends { readonly data: ReadonlyArray<Lead.ListedLead> }>(
  { effectiveStates }: Sending["Service"],
  { include = [] }: Pick<Lead.LeadListQuery, "include">,
  page: Page
): Effect.Effect<
  Omit<Page, "data"> & { readonly data: ReadonlyArray<ListedLeadWithState> },
  StorageError,
  CurrentOrganization
> =>
  include.includes("effective_state")
    ? Effect.map(effectiveStates(page.data.map(({ id }) => id)), (states) => ({
        ...page,
        data: page.data.map((lead) => {
          const effective_state = states.get(lead.id)
          return effective_state === undefined ? lead : { ...lead, effective_state }
        })
      }))
    : Effect.succeed(page)
