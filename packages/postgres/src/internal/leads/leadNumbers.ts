/** `LeadStore.countPaused` and `LeadStore.countByVerification`: numbers of a campaign's leads, each by an index. */
import { type LeadStore, Verification } from "@mailroom/core"
import type { Database } from "../database/Database.ts"
import { int, type Row, text } from "../database/values.ts"
import { isShown } from "./hidden.ts"

export const leadNumbers = ({
  read,
  sql
}: Database): Pick<LeadStore["Service"], "countByVerification" | "countPaused"> => ({
  countPaused: (organization_id, campaign_id, now) =>
    read(
      "LeadStore.countPaused",
      sql<Row<"count">>`
        SELECT count(*) AS count FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid
          AND paused_until > ${now}::timestamptz AND ${isShown(sql, organization_id)}`,
      ([row]) => int(row?.count)
    ),

  // A range of the index for each status. For a condition on the campaign alone, Postgres might read the whole table.
  countByVerification: (organization_id, campaign_id, { after }) =>
    read(
      "LeadStore.countByVerification",
      sql<Row<"count" | "status">>`
        SELECT state.status, found.count FROM mailroom.campaigns campaign
        CROSS JOIN unnest(${Verification.VerificationStatus.literals}::text[]) AS state (status)
        CROSS JOIN LATERAL (
          SELECT count(*) AS count FROM mailroom.leads
          WHERE organization_id = ${organization_id}::bigint
            AND campaign_id = campaign.id AND verification_status = state.status AND id > ${after}::bigint
        ) found
        WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid
          AND campaign.deleted_at IS NULL AND found.count > 0`,
      (rows) => Object.fromEntries(rows.map(({ count, status }) => [text(status), int(count)]))
    )
})
