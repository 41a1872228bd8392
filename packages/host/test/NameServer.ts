/** A name server on loopback, over UDP and TCP (RFC 1035). */
import { assert } from "@effect/vitest"
import type { RecordType } from "@mailroom/core"
import { Effect, type Scope } from "effect"
import dgram from "node:dgram"
import { Resolver } from "node:dns/promises"
import { once } from "node:events"
import net, { type AddressInfo, type Socket } from "node:net"

const types: Record<RecordType, number> = { A: 1, CNAME: 5, PTR: 12, MX: 15, TXT: 16, AAAA: 28 }
const codes = { ok: 0, server_failed: 2, no_such_name: 3, refused: 5 }

/** A name as labels (RFC 1035, section 3.1). */
export const nameOf = (name: string): Buffer =>
  Buffer.concat([...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)])

/** The strings of a TXT record. */
export const textOf = (...strings: ReadonlyArray<string>): Buffer =>
  Buffer.concat(strings.map((text) => Buffer.from([text.length, ...Buffer.from(text)])))

export const mxOf = (priority: number, host: string): Buffer => Buffer.concat([Buffer.of(0, priority), nameOf(host)])

/** The data of records, an error, or no answer at all. */
export type NameAnswer = ReadonlyArray<Buffer> | keyof typeof codes | "silence"

interface Question {
  /** In lower case, without the last dot. */
  readonly name: string
  readonly type: RecordType
}

const questionOf = (query: Buffer): Question => {
  const labels: Array<string> = []
  let at = 12
  while ((query[at] ?? 0) > 0) {
    const end = at + 1 + (query[at] ?? 0)
    labels.push(query.toString("latin1", at + 1, end))
    at = end
  }
  const code = query.readUInt16BE(at + 1)
  const type = (Object.keys(types) as ReadonlyArray<RecordType>).find((type) => types[type] === code)
  return { name: labels.join(".").toLowerCase(), type: type ?? assert.fail(`A question of type ${code}`) }
}

/** The answer of a server to a query. */
const reply = (query: Buffer, answer: Exclude<NameAnswer, "silence">, isTruncated = false) => {
  const records = typeof answer === "string" || isTruncated ? [] : answer
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (isTruncated ? 0x200 : 0) | (typeof answer === "string" ? codes[answer] : codes.ok), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  const answers = records.map((data) => {
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    question.copy(record, 2, question.length - 4)
    record.writeUInt32BE(60, 6)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  return Buffer.concat([header, question, ...answers])
}

/** The largest answer over UDP. */
const maximumDatagram = 512

export interface NameServer {
  /** Asks this server, once, and waits for a second. */
  readonly resolver: Resolver
  /** The questions so far, each with its transport, such as `udp TXT x.test`. */
  readonly asked: ReadonlyArray<string>
}

/** Listens until the scope closes. Answers that do not fit into a datagram are truncated, and complete over TCP. */
export const nameServer = (
  answerTo: (question: Question) => NameAnswer,
  /** How long the resolver waits, in milliseconds. Shorter for a server that is silent. */
  timeout = 60_000
): Effect.Effect<NameServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const answerOf = (transport: "tcp" | "udp", query: Buffer) => {
      const question = questionOf(query)
      asked.push(`${transport} ${question.type} ${question.name}`)
      return answerTo(question)
    }
    const sockets = new Set<Socket>()
    const overTcp = net.createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      let bytes = Buffer.alloc(0)
      socket.on("data", (chunk) => {
        bytes = Buffer.concat([bytes, chunk])
        while (bytes.length >= 2 && bytes.length >= 2 + bytes.readUInt16BE(0)) {
          const end = 2 + bytes.readUInt16BE(0)
          const query = bytes.subarray(2, end)
          bytes = bytes.subarray(end)
          const answer = answerOf("tcp", query)
          if (answer === "silence") continue
          const whole = reply(query, answer)
          socket.write(Buffer.concat([Buffer.of(whole.length >> 8, whole.length & 0xff), whole]))
        }
      })
    })
    const overUdp = dgram.createSocket("udp4")
    overUdp.on("message", (query, { address, port }) => {
      const answer = answerOf("udp", query)
      if (answer === "silence") return
      const whole = reply(query, answer)
      overUdp.send(whole.length > maximumDatagram ? reply(query, answer, true) : whole, port, address)
    })
    yield* Effect.acquireRelease(
      Effect.promise(async () => {
        await once(overTcp.listen(0, "127.0.0.1"), "listening")
        await once(overUdp.bind((overTcp.address() as AddressInfo).port, "127.0.0.1"), "listening")
      }),
      () =>
        Effect.promise(async () => {
          for (const socket of sockets) socket.destroy()
          overUdp.close()
          await new Promise((done) => overTcp.close(done))
        })
    )
    const resolver = new Resolver({ timeout, tries: 1 })
    resolver.setServers([`127.0.0.1:${overUdp.address().port}`])
    return { resolver, asked }
  })

/** Answers by a zone: the records of each name and type, such as `x.test TXT`. Other names do not exist. */
export const byZone =
  (zone: Readonly<Record<string, NameAnswer>>) =>
  ({ name, type }: Question): NameAnswer => {
    const found = zone[`${name} ${type}`]
    if (found !== undefined) return found
    return Object.keys(zone).some((key) => key.startsWith(`${name} `)) ? [] : "no_such_name"
  }
