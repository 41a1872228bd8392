/** The steps of campaigns. */
import { type Attachment, Sequence, type SequencePlace, SequenceStore } from "@mailroom/core"
import { Effect, Struct } from "effect"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { identified, inserting, insertInto } from "./internal/database/insertion.ts"
import { isShown } from "./internal/leads/hidden.ts"
import { ids, int, type Row } from "./internal/database/values.ts"

const stepColumns = Column.of(Sequence.table, { variant: Column.Key })
const columns = Struct.omit(stepColumns, ["campaign_id"])
const readSequence = Column.readerOf<Sequence.SequenceRecord>(columns)
const written = Struct.omit(columns, ["id"])
const readStep = Column.readerOf<Sequence.CampaignStep>(stepColumns)
const placeColumns = Struct.pick(stepColumns, ["campaign_id", "id", "step_id"])
const readPlace = Column.readerOf<SequencePlace>(placeColumns)

export const sequenceStore = (database: Database): SequenceStore["Service"] => {
  const { read, sql, write } = database
  return SequenceStore.of({
    ofCampaigns: (organization_id, campaign_ids) =>
      read(
        "SequenceStore.ofCampaigns",
        sql`
          SELECT campaign_id, ${sql.literal(Column.selectionOf(columns))} FROM mailroom.sequences
          WHERE organization_id = ${organization_id}::bigint AND campaign_id = ANY(${campaign_ids}::text[]::uuid[])
            AND ${isShown(sql, organization_id)}
          ORDER BY campaign_id, position, variant, id`,
        (rows) => rows.map(readStep)
      ),

    insert: Effect.fnUntraced(function* (organization_id, campaign_id, sequence) {
      const withIds = yield* identified(database, "SequenceStore.insert", "sequences", {
        columns: { campaign_id: Column.Uuid, ...written },
        rows: [{ campaign_id, ...sequence }]
      })
      const [inserted] = yield* inserting(database)(
        "SequenceStore.insert",
        organization_id,
        sql`
          ${insertInto(sql, "sequences", organization_id, withIds)}
          RETURNING ${sql.literal(Column.selectionOf(columns))}`,
        (rows) => rows.map(readSequence)
      )
      // Without its organization, `inserting` fails; else the one row was inserted.
      return inserted!
    }),

    replace: (organization_id, campaign_id, sequences) =>
      write(
        "SequenceStore.replace",
        sql`
          UPDATE mailroom.sequences sequence SET ${sql.literal(Column.assignmentsOf(written))}
          FROM ${Column.rowsOf(sql, columns, sequences)}
          WHERE sequence.organization_id = ${organization_id}::bigint AND sequence.id = new.id
            AND sequence.campaign_id = ${campaign_id}::uuid`
      ),

    remove: (organization_id, campaign_id, id) =>
      write(
        "SequenceStore.remove",
        sql`
          DELETE FROM mailroom.sequences
          WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
            AND campaign_id = ${campaign_id}::uuid`
      ),

    findNamed: (organization_id, files) =>
      read(
        "SequenceStore.findNamed",
        sql<Row<"id">>`
          SELECT DISTINCT (file ->> 'id')::bigint AS id
          FROM mailroom.sequences CROSS JOIN LATERAL json_array_elements(attachments) AS file
          WHERE organization_id = ${organization_id}::bigint AND json_array_length(attachments) > 0
            AND (file ->> 'id')::bigint = ANY(${ids(files)}::bigint[]) AND ${isShown(sql, organization_id)}
          ORDER BY id`,
        (rows) => rows.map(({ id }) => int<Attachment.AttachmentId>(id))
      ),

    findMany: (organization_id, sequences) =>
      read(
        "SequenceStore.findMany",
        sql`
          SELECT ${sql.literal(Column.selectionOf(placeColumns))} FROM mailroom.sequences
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(sequences)}::bigint[])
            AND ${isShown(sql, organization_id)}
          ORDER BY id`,
        (rows) => rows.map(readPlace)
      )
  })
}
