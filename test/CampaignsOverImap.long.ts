/** Campaigns over SMTP and IMAP servers in process. The same over Dovecot: `CampaignsOverDovecot.long.ts`. */
import { describe, it } from "@effect/vitest"
import { campaignCases } from "./CampaignCases.ts"
import { hoodiecrowServers } from "./MailServers.ts"

describe("A campaign over SMTP and IMAP", () => {
  for (const [name, run] of Object.entries(campaignCases)) it.effect(name, () => run(hoodiecrowServers))
})
