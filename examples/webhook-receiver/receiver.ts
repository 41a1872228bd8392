/** A receiver of webhooks over `node:http`. */
import { createServer } from "node:http"
import { text } from "node:stream/consumers"

type Verify = (secret: string, body: string, headers: Record<string, string>) => unknown

// #region receiver
export const receiver = (verify: Verify, secret: string, handle: (payload: unknown) => Promise<void>) => {
  // In production, use a database: store the id in the transaction that processes the payload.
  const handled = new Set<string>()
  return createServer(async (request, response) => {
    const body = await text(request) // unchanged: parsing and serializing it again could change it
    const headers = request.headers as Record<string, string>
    let payload
    try {
      payload = verify(secret, body, headers)
    } catch {
      return response.writeHead(401).end()
    }
    const id = headers["webhook-id"] ?? ""
    if (!handled.has(id)) await handle(payload)
    handled.add(id)
    return response.writeHead(204).end()
  })
}
// #endregion receiver
