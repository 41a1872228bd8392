/** The parts that several components of this page share. */
import type { CampaignStatus, Sequence } from "@mailroom/client"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { texts } from "./texts.ts"

const tones: Record<CampaignStatus, Tone> = { active: "good", completed: "accent", draft: "plain", paused: "warn" }

export const StatusBadge = ({ status }: { readonly status: CampaignStatus }) => (
  <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
)

/** Parts of the page of a campaign, as they are in the route. */
export const parts = ["overview", "steps", "rehearsal", "activity", "settings"] as const

export interface StepProps {
  readonly campaign_id: string
  readonly step: Sequence
}
