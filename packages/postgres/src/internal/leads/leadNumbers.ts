/** `LeadStore.countPaused` and `LeadStore.countByVerification`: numbers of a campaign's leads. */
import type { LeadStore } from "@mailroom/core"
import type { Database } from "../database/Database.ts"
import { int, type Row, text } from "../database/values.ts"
import { isShown } from "./hidden.ts"

export const leadNumbers = ({
  read,
  readLong,
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

  // It reads the whole campaign, so it must not keep short reads waiting.
  countByVerification: (organization_id, campaign_id, { after }) =>
    readLong(
      "LeadStore.countByVerification",
      sql<Row<"count" | "status">>`
        SELECT verification_status AS status, count(*) AS count FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid
          AND id > ${after}::bigint AND ${isShown(sql, organization_id)}
        GROUP BY verification_status`,
      (rows) => Object.fromEntries(rows.map(({ count, status }) => [text(status), int(count)]))
    )
})
