/** The cases of what several ports, or a use case over them, promise. A new suite is added here only. */
export { cases as accountRemoval } from "./AccountRemovalSuite.ts"
export { cases as billingRules } from "./BillingRulesSuite.ts"
export { cases as blacklistRules } from "./BlacklistRulesSuite.ts"
export { cases as campaignRemoval } from "./CampaignRemovalSuite.ts"
export { cases as campaignReopening } from "./CampaignReopeningSuite.ts"
export { cases as erasure } from "./ErasureSuite.ts"
export { cases as everyStore } from "./EveryStoreSuite.ts"
export { cases as spellings } from "./SpellingSuite.ts"
