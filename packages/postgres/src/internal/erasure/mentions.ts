/** Finds rows by the people that they mention. */
import type { Mentions } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"

/** The condition that a row mentions one of these people, as the partial index on `mentions` needs it. */
export const mentionsAny = (sql: Database["sql"], mentions: ReadonlyArray<Mentions.Mention>): Statement.Fragment =>
  sql`cardinality(mentions) > 0 AND mentions && ${mentions}::text[]`
