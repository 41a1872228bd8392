/** The resolver over Node's, against a name server on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { type DnsAnswer, DnsResolver, type RecordType } from "@mailroom/core"
import { NodeDns } from "@mailroom/host"
import { Effect } from "effect"
import dgram from "node:dgram"
import { Resolver } from "node:dns/promises"
import { once } from "node:events"

const types: Record<RecordType, number> = { A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 }
const codes = { ok: 0, server_failed: 2, no_such_name: 3, refused: 5 }

/** A name as labels (RFC 1035, section 3.1). */
const nameOf = (name: string) =>
  Buffer.concat([...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)])

const textOf = (...strings: ReadonlyArray<string>) =>
  Buffer.concat(strings.map((text) => Buffer.from([text.length, ...Buffer.from(text)])))

/** The answer of a name server (RFC 1035, section 4) with these records, or with an error. */
const reply = (query: Buffer, code: number, records: ReadonlyArray<Buffer>) => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code, 2)
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

/** Asks a server with one answer to everything: records, an error, or silence. */
const ask = (type: RecordType, answer: ReadonlyArray<Buffer> | keyof typeof codes | "silence") =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const server = dgram.createSocket("udp4")
        server.on("message", (query, { address, port }) => {
          assert.strictEqual(query.readUInt16BE(query.indexOf(0, 12) + 1), types[type])
          if (answer === "silence") return
          const code = typeof answer === "string" ? codes[answer] : codes.ok
          server.send(reply(query, code, typeof answer === "string" ? [] : answer), port, address)
        })
        await once(server.bind(0, "127.0.0.1"), "listening")
        return server
      }),
      (server) => Effect.sync(() => server.close())
    )
    const resolver = new Resolver({ timeout: 100, tries: 1 })
    resolver.setServers([`127.0.0.1:${server.address().port}`])
    return yield* DnsResolver.use(({ query }) => query("x.test", type)).pipe(
      Effect.provide(NodeDns.layer(NodeDns.resolveBy(resolver)))
    )
  }).pipe(Effect.scoped)

describe("NodeDns", () => {
  it.live("returns the records of each type as texts", () =>
    Effect.gen(function* () {
      const mx = (priority: number, host: string) => Buffer.concat([Buffer.of(0, priority), nameOf(host)])
      const wanted: ReadonlyArray<readonly [RecordType, ReadonlyArray<Buffer>, ReadonlyArray<string>]> = [
        ["A", [Buffer.of(192, 0, 2, 1)], ["192.0.2.1"]],
        ["AAAA", [Buffer.of(0x20, 1, 0xd, 0xb8, ...Array.from({ length: 11 }, () => 0), 1)], ["2001:db8::1"]],
        ["MX", [mx(20, "b.test"), mx(5, "a.test")], ["5 a.test", "20 b.test"]],
        ["PTR", [nameOf("mail.x.test")], ["mail.x.test"]],
        ["TXT", [textOf("v=spf1 a", " -all"), textOf("other")], ["v=spf1 a -all", "other"]]
      ]
      for (const [type, records, texts] of wanted)
        assert.deepStrictEqual(yield* ask(type, records), { status: "found", records: texts })
      // A record without a host, `0 .`, says that the domain takes no mail.
      const none = yield* ask("MX", [Buffer.of(0, 0, 0)])
      assert.match(none.status === "found" ? (none.records[0] ?? "") : "", /^0 \.?$/u)
    })
  )

  it.live("tells apart NXDOMAIN, no records, SERVFAIL, REFUSED and silence", () =>
    Effect.gen(function* () {
      const wanted: ReadonlyArray<readonly [Parameters<typeof ask>[1], DnsAnswer["status"]]> = [
        ["no_such_name", "no_such_name"],
        ["ok", "no_records"],
        ["server_failed", "server_failed"],
        ["refused", "server_failed"],
        ["silence", "timed_out"]
      ]
      for (const [answer, status] of wanted) assert.strictEqual((yield* ask("TXT", answer)).status, status)
    })
  )

  it.effect("takes the answers and errors of a resolver that the host brings", () =>
    Effect.gen(function* () {
      const errors: Record<string, Error> = {
        "a.test": Object.assign(new Error(), { code: "ENOTFOUND" }),
        "b.test": Object.assign(new Error(), { code: "ENODATA" }),
        "c.test": Object.assign(new Error(), { code: "ETIMEOUT" }),
        "d.test": new Error("anything")
      }
      const resolver = NodeDns.layer(async (name, type) => {
        if (errors[name] !== undefined) throw errors[name]
        return name === "none.test" ? [] : [`${type} of ${name}`]
      })
      const { query } = yield* DnsResolver.pipe(Effect.provide(resolver))
      const answers = yield* Effect.forEach(["a", "b", "c", "d", "none"], (name) => query(`${name}.test`, "TXT"))
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        ["no_such_name", "no_records", "timed_out", "server_failed", "no_records"]
      )
      assert.deepStrictEqual(yield* query("x.test", "PTR"), { status: "found", records: ["PTR of x.test"] })
    })
  )
})
