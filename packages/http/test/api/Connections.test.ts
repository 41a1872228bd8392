/** Connections on which the client sends more bytes while an answer is being written. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import * as Fixtures from "./Fixtures.ts"
import { onMemory, TestServer } from "./TestServer.ts"

/**
 * More than a connection buffers when the client does not read, so that the server is still answering when the next
 * bytes arrive.
 */
const large = 12 * 2 ** 20

const withLargeFile = [
  "--b",
  "Content-Type: application/octet-stream",
  'Content-Disposition: attachment; filename="large.bin"',
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.alloc(large).toString("base64").replaceAll(/.{76}/gu, "$&\r\n"),
  "--b--",
  ""
].join("\r\n")

onMemory("connections", (it) => {
  it.effect("writes nothing into an answer that has begun", () =>
    Effect.gen(function* () {
      const { call, origin } = yield* TestServer
      const headers = { "Content-Type": 'multipart/mixed; boundary="b"', "MIME-Version": "1.0" }
      const mail = { from: "large@else.example", to: "us@ours.example", headers, body: withLargeFile }
      const { json } = yield* Fixtures.receive(mail)
      const { json: thread } = yield* call("GET", `/unibox/threads/${json.thread_id}`)
      const { href, hostname, port } = new URL(thread.data[0].attachments[0].url)
      const received = yield* Effect.promise(
        () =>
          new Promise<Buffer>((resolve) => {
            const chunks: Array<Buffer> = []
            const socket = connect(Number(port), hostname)
            socket.write(`GET ${href.slice(origin.length)} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
            socket.once("data", (first) => {
              chunks.push(first)
              socket.pause()
              socket.write("this is no request\r\n\r\n", () => {
                socket.on("data", (chunk) => chunks.push(chunk))
                socket.resume()
              })
            })
            // The answer may be complete or cut off. The received bytes are a prefix of the file.
            socket.on("error", () => {})
            socket.on("close", () => resolve(Buffer.concat(chunks)))
          })
      )
      const body = received.subarray(received.indexOf("\r\n\r\n") + 4)
      assert.isAbove(body.length, 0)
      assert.isTrue(body.equals(Buffer.alloc(body.length)))
    })
  )
})
