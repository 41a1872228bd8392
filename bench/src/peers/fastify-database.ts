/** Database access of the Fastify peer: statements that each connection prepares once, and transactions. */
import type pg from "pg"
import { createHash } from "node:crypto"

export type Run = <Row extends pg.QueryResultRow>(
  text: string,
  ...values: ReadonlyArray<unknown>
) => Promise<Array<Row>>

/** Runs statements on a connection or, given a pool, each on any connection of the pool. */
export const runOn =
  (client: Pick<pg.PoolClient, "query">): Run =>
  async <Row extends pg.QueryResultRow>(text: string, ...values: ReadonlyArray<unknown>) =>
    (await client.query<Row>({ name: nameOf(text), text, values: [...values] })).rows

/** Commits the writes of `use`, or rolls them back when `use` throws. */
export const transaction = async <A>(pool: pg.Pool, use: (run: Run) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const result = await use(runOn(client))
    await client.query("COMMIT")
    return result
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}

const names = new Map<string, string>()
/** A name for a statement. Postgres prepares a named statement once for each connection. */
const nameOf = (text: string): string => {
  const name = names.get(text) ?? createHash("md5").update(text).digest("hex")
  names.set(text, name)
  return name
}
