/** The rules by which leads move to other campaigns, and whether such rules lead in a circle. Pure functions. */
import { replyLabels } from "@mailroom/mail/reply-label"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { CampaignIdInput, type CampaignId } from "../ids.ts"

const MoveLabel = Schema.Literals(replyLabels.filter((label) => label !== "unsubscribe")).annotate({
  identifier: "MoveLabel",
  description: "A label by which leads move: there is none for leads that ask for no more mail."
})

const MoveWhen = Schema.Literals(["labelled", "finished", "opened", "clicked"]).annotate({
  identifier: "MoveWhen",
  description:
    "`labelled`: the lead has a reply tag with the `label` of the rule. `finished`: it got its last step and did not answer. " +
    "`opened`, `clicked`: the same, and it opened a mail of the campaign, or clicked a link in one."
})

export const MoveRule = Schema.Struct({
  when: described(MoveWhen, "What has to happen.", "labelled"),
  label: described(
    Schema.optionalKey(MoveLabel),
    "The label of the reply tag: required for `labelled`, and not allowed otherwise.",
    "interested"
  ),
  campaign_id: described(CampaignIdInput, "The campaign to which the lead moves: another one of the organization."),
  after_days: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 })),
    "The number of days between that and the move, by the clock that the delays of steps follow.",
    3
  )
})
  .check(
    Schema.makeFilter(({ label, when }) => {
      if ((when === "labelled") === (label !== undefined)) return undefined
      const issue = when === "labelled" ? "is required with when: labelled" : "is only allowed with when: labelled"
      return { path: ["label"], issue }
    })
  )
  .annotate({
    identifier: "MoveRule",
    description: "When leads of a campaign that may be mailed move to another campaign."
  })
export type MoveRule = typeof MoveRule.Type

/** Whether two rules are the same except for `after_days`: then the one with more days moves nobody. */
const sameRule = (a: MoveRule, b: MoveRule): boolean =>
  a.when === b.when && a.label === b.label && a.campaign_id === b.campaign_id

export const MoveRules = Schema.Array(MoveRule).check(
  Schema.isMaxLength(20),
  Schema.makeFilter((rules) => {
    const index = rules.findIndex((rule, i) => rules.slice(0, i).some((former) => sameRule(former, rule)))
    if (index === -1) return undefined
    const issue = "is the same rule as one before it: a lead moves once, so leave one of them out"
    return { path: [index], issue }
  })
)

/**
 * The shortest way by which these rules of a campaign would lead a lead back to it: the campaigns on the way, with this one at both ends;
 * `undefined`: there is none. `targetsOf`: the campaigns to which the rules of another campaign lead.
 */
export const circleOf = (
  id: CampaignId,
  rules: ReadonlyArray<Pick<MoveRule, "campaign_id">>,
  targetsOf: (id: CampaignId) => ReadonlyArray<CampaignId>
): ReadonlyArray<CampaignId> | undefined => {
  const seen = new Set<CampaignId>()
  const ways = rules.map(({ campaign_id }) => [id, campaign_id])
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? id
    if (last === id) return way
    if (seen.has(last)) continue
    seen.add(last)
    ways.push(...targetsOf(last).map((next) => [...way, next]))
  }
  return undefined
}
