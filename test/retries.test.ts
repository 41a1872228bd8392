/** The code of docs/retries.md: a repeated request has the same key. */
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { post } from "../examples/retries/post.ts"

/** Sends a request to a server that gives these answers; `null` breaks the connection. */
const sent = async (answers: ReadonlyArray<readonly [status: number, body: object] | null>, attempts?: number) => {
  const keys: Array<unknown> = []
  const server = createServer((request, response) => {
    const answer = answers[keys.length]
    keys.push(request.headers["idempotency-key"])
    if (answer == null) request.socket.destroy()
    else response.writeHead(answer[0], { "retry-after": "0" }).end(JSON.stringify(answer[1]))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  try {
    const status = await post(`http://127.0.0.1:${port}/`, "mr_1", {}, attempts).then((answer) => answer.status, String)
    assert.strictEqual(new Set(keys).size, 1)
    return { status, requests: keys.length }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe("examples/retries", () => {
  it("sends a request until it is answered, with one key", async () => {
    const inProgress = [409, { code: "idempotency_in_progress" }] as const
    assert.deepStrictEqual(await sent([null, [503, {}], [429, {}], inProgress, [201, {}]]), {
      status: 201,
      requests: 5
    })
    assert.deepStrictEqual(await sent([[409, { code: "conflict" }]]), { status: 409, requests: 1 })
    assert.deepStrictEqual(
      await sent(
        [
          [503, {}],
          [503, {}]
        ],
        2
      ),
      { status: 503, requests: 2 }
    )
    assert.deepStrictEqual(await sent([null, null], 2), { status: "TypeError: fetch failed", requests: 2 })
  })
})
