/** Mailroom over postgres.js, and its writes in a transaction of the app. */
import { createMailroom } from "@mailroom/node"
import postgres from "postgres"

const sql = postgres(process.env["DATABASE_URL"] ?? "", { onnotice: () => {} })
const mailroom = await createMailroom({ database: sql, migrate: true })
const { id } = await mailroom.organizations.create({ name: "Acme" })
await sql`CREATE TABLE orders (id int)`

// #region transaction
const order = (number: number, name: string) =>
  sql.begin(async (tx) => {
    await tx`INSERT INTO orders VALUES (${number})`
    await mailroom.within(tx).organization(id).campaigns.create({ name })
  })
// #endregion transaction

await order(1, "Winter")
const failure: unknown = await order(2, "").catch((error) => error)
const { length } = await sql`SELECT id FROM orders`
const { total } = await mailroom.organization(id).campaigns.list()
console.log(length, total, failure instanceof Error ? failure.message : failure)
await mailroom.close()
await sql.end()
