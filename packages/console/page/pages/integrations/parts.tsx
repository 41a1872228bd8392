/** The parts of an integration that the list and the page of one integration share. */
import type { Integration } from "@mailroom/client"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { texts } from "./texts.ts"

const tones: Record<Integration["status"], Tone> = { active: "good", failing: "bad", disabled: "plain" }

/** The state of an integration. One that has delivered nothing has not shown that it works. */
export const StateBadge = ({
  integration: { last_delivery_at, status }
}: {
  readonly integration: Pick<Integration, "last_delivery_at" | "status">
}) =>
  status === "active" && last_delivery_at === null ? (
    <Badge tone="plain">{texts.unproven}</Badge>
  ) : (
    <Badge tone={tones[status]}>{texts.states[status]}</Badge>
  )
