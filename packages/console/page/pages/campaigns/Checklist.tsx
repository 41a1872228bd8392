/** The checklist of a campaign before its start. A draft always has it; each line ticks itself off. */
import type { Campaign, CampaignIssue, Sequence } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { Circle, CircleCheck } from "lucide-preact"
import { hrefOf } from "../../base/route.ts"
import { numbersQuery, stepsQuery } from "../../data/campaigns.ts"
import { QueryFailed } from "../../kit/States.tsx"
import { showAccounts, showTracking } from "./Overview.tsx"
import { texts } from "./texts.ts"

/** The parts that the page itself can look for; a start finds the other issues. */
const parts = ["no_account", "no_sequence", "no_lead"] as const
type Part = (typeof parts)[number]
const isPart = (issue: CampaignIssue): issue is Part => parts.some((part) => part === issue)

/** Where each issue is cured. */
const hrefOfCure = (issue: CampaignIssue, id: string): string => {
  switch (issue) {
    case "no_account":
    case "untracked_condition":
      return hrefOf(["campaigns", id])
    case "no_lead":
      return hrefOf(["import", id])
    case "no_inbound":
      return hrefOf(["accounts"])
    case "files_too_large":
    case "invalid_step":
    case "missing_file":
    case "no_public_url":
    case "no_sequence":
      return hrefOf(["campaigns", id, "steps"])
  }
}

/** The cures that are parts of the overview. */
const showers: Partial<Record<CampaignIssue, () => void>> = {
  no_account: showAccounts,
  untracked_condition: showTracking
}

/** Whether a step depends on opens or clicks that the campaign does not track. The first step depends on none. */
const isUntracked = (steps: ReadonlyArray<Sequence>, { track_clicks, track_opens }: Campaign): boolean =>
  steps.some(
    ({ condition, position }) =>
      condition !== null && position > 1 && !(condition.kind.endsWith("opened") ? track_opens : track_clicks)
  )

const Line = ({
  id,
  isOpen,
  issue
}: {
  readonly id: string
  readonly issue: CampaignIssue
  readonly isOpen: boolean
}) => {
  const Icon = isOpen ? Circle : CircleCheck
  return (
    <li class={isOpen ? undefined : "check-done"} data-open={isOpen}>
      <Icon size={16} aria-hidden="true" />
      {isPart(issue) && !isOpen ? texts.ready[issue] : texts.issues[issue]}
      {isOpen && (
        <a href={hrefOfCure(issue, id)} onClick={showers[issue]}>
          {texts.cures[issue]}
        </a>
      )}
    </li>
  )
}

export const Checklist = ({ campaign, issues }: ChecklistProps) => {
  const { account_ids, id, status } = campaign
  const isDraft = status === "draft"
  const isShown = isDraft || issues.length > 0
  // Other pages add leads and steps, too.
  const steps = useQuery({ ...stepsQuery(id), enabled: isShown, staleTime: 0 })
  const numbers = useQuery({ ...numbersQuery(id), enabled: isShown, staleTime: 0 })
  if (!isShown) return null
  const isOpen = {
    no_account: account_ids.length === 0,
    no_sequence: steps.data?.data.length === 0,
    no_lead: numbers.data?.leads.total === 0
  } satisfies Record<Part, boolean>
  if (steps.data === undefined || numbers.data === undefined) {
    return (
      <>
        <QueryFailed query={steps} />
        <QueryFailed query={numbers} />
      </>
    )
  }
  const shown = parts.filter((part) => isDraft || issues.includes(part))
  const found = new Set(issues.filter((issue) => !isPart(issue)))
  // A start would find this fault. The list has it from the beginning.
  if (isDraft && isUntracked(steps.data.data, campaign)) found.add("untracked_condition")
  const others = [...found]
  const isStopped = issues.length > 0 && (issues.some((issue) => !isPart(issue)) || shown.some((part) => isOpen[part]))
  return (
    <section class="sheet-section" aria-label={texts.checklist}>
      <div role={isStopped ? "alert" : undefined}>
        <h2>{isStopped ? texts.issuesTitle : texts.checklist}</h2>
        <ul class="checklist">
          {shown.map((part) => (
            <Line id={id} issue={part} isOpen={isOpen[part]} key={part} />
          ))}
          {others.map((issue) => (
            <Line id={id} issue={issue} isOpen key={issue} />
          ))}
        </ul>
      </div>
    </section>
  )
}

interface ChecklistProps {
  readonly campaign: Campaign
  /** The issues that the last start found, unless the campaign has changed since. */
  readonly issues: ReadonlyArray<CampaignIssue>
}
