/** The steps of campaigns. */
import { type Sequence, SequenceStore } from "@mailroom/core"
import { Option } from "effect"
import type { Database } from "./internal/Database.ts"
import { isShown } from "./internal/hidden.ts"
import { ids, int, type Row, text, textOrNull } from "./internal/values.ts"

const readSequence = (row: Row<keyof Sequence.Sequence>): Sequence.Sequence => ({
  id: int(row.id),
  position: int(row.position),
  subject: textOrNull(row.subject),
  body: text(row.body),
  delay_days: int(row.delay_days)
})

export const sequenceStore = ({ query, sql, write }: Database): SequenceStore["Service"] => {
  return SequenceStore.of({
    list: (organization_id, campaign_id) =>
      query(
        "SequenceStore.list",
        sql<Row<keyof Sequence.Sequence>>`
          SELECT sequence.id, sequence.position, sequence.subject, sequence.body, sequence.delay_days
          FROM mailroom.campaigns campaign
          LEFT JOIN mailroom.sequences sequence ON sequence.organization_id = ${organization_id}::bigint
            AND sequence.campaign_id = campaign.id
          WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid
            AND campaign.deleted_at IS NULL
          ORDER BY sequence.position, sequence.id`,
        (rows) => (rows.length === 0 ? Option.none() : Option.some(rows[0]?.id === null ? [] : rows.map(readSequence)))
      ),

    insert: (organization_id, campaign_id, { body, delay_days, position, subject }) =>
      write(
        "SequenceStore.insert",
        sql<Row<"id">>`
          INSERT INTO mailroom.sequences (organization_id, campaign_id, position, subject, body, delay_days)
          VALUES (${organization_id}::bigint, ${campaign_id}::uuid, ${position}::integer, ${subject}::text,
            ${body}::text, ${delay_days}::integer)
          RETURNING id`,
        ([row]) => ({ id: int(row?.id), position, subject, body, delay_days })
      ),

    replace: (organization_id, campaign_id, sequences) =>
      write(
        "SequenceStore.replace",
        sql`
          UPDATE mailroom.sequences sequence
          SET position = new.position, subject = new.subject, body = new.body, delay_days = new.delay_days
          FROM json_to_recordset(${JSON.stringify(sequences)}::json)
            AS new (id bigint, position integer, subject text, body text, delay_days integer)
          WHERE sequence.organization_id = ${organization_id}::bigint AND sequence.id = new.id
            AND sequence.campaign_id = ${campaign_id}::uuid`,
        () => undefined
      ),

    remove: (organization_id, campaign_id, id) =>
      write(
        "SequenceStore.remove",
        sql`
          DELETE FROM mailroom.sequences
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
            AND campaign_id = ${campaign_id}::uuid`,
        () => undefined
      ),

    findMany: (organization_id, sequences) =>
      query(
        "SequenceStore.findMany",
        sql<Row<"campaign_id" | "id">>`
          SELECT id, campaign_id FROM mailroom.sequences
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(sequences)}::bigint[])
            AND ${isShown(sql, organization_id)}
          ORDER BY id`,
        (rows) => rows.map((row) => ({ id: int(row.id), campaign_id: text(row.campaign_id) }))
      )
  })
}
