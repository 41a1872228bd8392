/** Mailroom in memory, as an app embeds it, and HTTP servers of apps. Both end with their use. */
import { createMailroom, type Mailroom, type Options } from "@mailroom/node"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** Uses a new Mailroom with one organization, and a key of the organization. */
export const withMailroom = async (
  options: Partial<Options>,
  use: (mailroom: Mailroom, key: string) => Promise<void>
): Promise<void> => {
  const mailroom = await createMailroom({ database: "memory", ...options })
  try {
    const { id } = await mailroom.organizations.create({ name: "Acme" })
    await use(mailroom, (await mailroom.organization(id).keys.create({ name: "test" })).secret)
  } finally {
    await mailroom.close()
  }
}

/** Uses a server on loopback, by its origin. */
export const withServer = async (listener: RequestListener, use: (origin: string) => Promise<void>): Promise<void> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
