/** An app that calls a Mailroom service. Here the service runs in the same process, in memory. */
import { createClient, MailroomError } from "@mailroom/client"
import { FakeServer } from "@mailroom/node/testing"

const { apiKey: key, baseUrl, stop } = await FakeServer.start()

const { campaigns, leads } = createClient({ baseUrl, key })
const { id: campaign_id } = await campaigns.create({ name: "Autumn" })
await leads.create({ campaign_id, leads: [{ email: "ada@example.com" }] })
for await (const lead of leads.list({ campaign_id })) await leads.update(lead.id, { stop_sending: true })

const start = async () => {
  try {
    return (await campaigns.start(campaign_id)).status
  } catch (error) {
    if (error instanceof MailroomError && error.reason === "campaign_not_ready") return error.issues
    throw error
  }
}

console.log(await start())
await stop()
