/** The use cases as promises, and their writes in a transaction of the app, here of Drizzle. */
import { createMailroom } from "@mailroom/node"
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"

const db = drizzle(process.env["DATABASE_URL"] ?? "")
const mailroom = await createMailroom({ database: db, migrate: true })
await db.execute(sql`CREATE TABLE IF NOT EXISTS orders (id int)`)

const { id } = await mailroom.organizations.create({ name: "Acme" })
const { campaigns, leads } = mailroom.organization(id)
const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
await leads.create({ campaign_id, leads: [{ email: "ada@example.com" }] })
for await (const lead of leads.list({ campaign_id })) await leads.update(lead.id, { stop_sending: true })

await db.transaction(async (tx) => {
  await tx.execute(sql`INSERT INTO orders VALUES (1)`)
  await mailroom.within(tx).organization(id).campaigns.create({ name: "Winter" })
})

const [lead] = (await leads.list({ campaign_id })).data
console.log(lead?.stop_sending_type, (await campaigns.list()).total)
await mailroom.close()
await db.$client.end()
