/** The parts of an integration that the list and the page of one integration share. */
import type { Integration } from "@mailroom/client"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { texts } from "./texts.ts"

const tones: Record<Integration["status"], Tone> = { active: "good", failing: "bad", disabled: "plain" }

export const StateBadge = ({ status }: { readonly status: Integration["status"] }) => (
  <Badge tone={tones[status]}>{texts.states[status]}</Badge>
)
