/** Mail goes out through a transport of the app, here the HTTP API of a provider. */
import { createMailroom, type Mailer } from "@mailroom/node"
import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"

/** Represents the provider. */
const arrived = Promise.withResolvers<string>()
const provider = createServer((request, response) => {
  arrived.resolve(text(request))
  response.end("queued as 42")
})
await once(provider.listen(0, "127.0.0.1"), "listening")
const address = provider.address()
const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mails`

// #region mailer
const mailer: Mailer = async (mail) => {
  const headers = { authorization: `Bearer ${process.env["PROVIDER_KEY"]}`, "content-type": "message/rfc822" }
  const response = await fetch(url, { method: "POST", headers, body: Buffer.from(await mail.raw()) })
  const reply = await response.text()
  if (response.ok) return { outcome: "sent", reply }
  if (response.status === 429) return { outcome: "unsent", reason: reply }
  if (response.status < 500) return { outcome: "refused", at: "data", code: 550, reply }
  throw new Error(`The provider failed: ${reply}`)
}

const mailroom = await createMailroom({ database: process.env["DATABASE_URL"] ?? "", mailer })
// #endregion mailer

console.log(/^Subject: .*$/mu.exec(await arrived.promise)?.[0])
await mailroom.close()
provider.close()
