/** The fake server, as integration tests of an app use it. */
import { assert, describe, it } from "@effect/vitest"
import { MailroomError } from "@mailroom/node"
import { FakeServer } from "@mailroom/node/testing"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

describe("the fake server", () => {
  it("delivers webhooks to this machine, and nothing to others", async () => {
    const server = await FakeServer.start()
    const { promise: delivered, resolve } = Promise.withResolvers<string>()
    const receiver = createServer((request, response) => {
      void text(request).then(resolve)
      response.end()
    })
    await once(receiver.listen(0, "127.0.0.1"), "listening")
    const { port } = receiver.address() as AddressInfo
    const { campaigns, integrations, leads } = server.useCases
    await integrations.create({ type: "webhook", name: "Mine", config: { url: `http://localhost:${port}/` } })
    const created = await integrations.create({
      type: "webhook",
      name: "Another machine",
      config: { url: "http://192.0.2.1/" }
    })
    const { id } = await campaigns.create({ name: "Autumn" })
    const { data } = await leads.create({ campaign_id: id, leads: [{ email: "ada@example.com" }] })
    await leads.update(data[0]?.id ?? 0, { stop_sending: true })
    assert.deepInclude(JSON.parse(await delivered), { type: "lead_stopped" })
    assert.deepInclude(await integrations.test(created.id), { success: true })
    await server.settled()
    assert.deepStrictEqual(server.webhooks.map(({ status, url }) => `${new URL(url).hostname} ${status}`).toSorted(), [
      "192.0.2.1 200",
      "192.0.2.1 200",
      "localhost 200"
    ])
    receiver.close()
    await server.stop()
  })

  it("fails with the error of the package", async () => {
    const server = await FakeServer.start()
    const error = await server.useCases.leads.find(1).catch((error: unknown) => error)
    assert.instanceOf(error, MailroomError)
    await server.stop()
  })
})
