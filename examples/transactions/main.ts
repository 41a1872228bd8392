/** Mailroom's writes in a transaction of the app, over a pool of `pg`. */
import { createMailroom } from "@mailroom/node"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] })
const mailroom = await createMailroom({ database: pool, migrate: true })
const { id } = await mailroom.organizations.create({ name: "Acme" })
await pool.query("CREATE TABLE orders (id int)")

// #region transaction
const order = async (number: number, name: string) => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    await client.query("INSERT INTO orders VALUES ($1)", [number])
    await mailroom.within(client).organization(id).campaigns.create({ name })
    await client.query("COMMIT")
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}
// #endregion transaction

await order(1, "Winter")
const failure: unknown = await order(2, "").catch((error) => error)
const { rows } = await pool.query("SELECT id FROM orders")
const { total } = await mailroom.organization(id).campaigns.list()
console.log(rows.length, total, failure instanceof Error ? failure.message : failure)
await mailroom.close()
await pool.end()
