/** Campaigns over SMTP and Dovecot: the cases of `CampaignsOverImap.long.ts`. */
import { describe, it } from "@effect/vitest"
import { isSkipped, note } from "../packages/host/test/Dovecot.ts"
import { campaignCases } from "./CampaignCases.ts"
import { dovecotServers } from "./MailServers.ts"

describe("A campaign over SMTP and Dovecot", () => {
  for (const [name, run] of Object.entries(campaignCases)) {
    it.effect.skipIf(isSkipped)(name + note, () => run(dovecotServers))
  }
})
