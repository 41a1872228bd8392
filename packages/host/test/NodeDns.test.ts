/** The resolver over Node's, against a name server on loopback. */
import { assert, describe, it } from "@effect/vitest"
import { type DnsAnswer, DnsResolver, type RecordType } from "@mailroom/core"
import { NodeDns } from "@mailroom/host"
import { Effect } from "effect"
import { type NameAnswer, nameOf, nameServer, mxOf, textOf } from "./NameServer.ts"

/** Asks a server with one answer to everything. */
const ask = (type: RecordType, answer: NameAnswer) =>
  Effect.gen(function* () {
    const { asked, resolver } = yield* nameServer(
      (question) => {
        assert.deepStrictEqual(question, { name: "x.test", type })
        return answer
      },
      answer === "silence" ? 100 : undefined
    )
    const found = yield* DnsResolver.use(({ query }) => query("x.test", type)).pipe(
      Effect.provide(NodeDns.layer(NodeDns.resolveBy(resolver)))
    )
    return { ...found, asked }
  }).pipe(Effect.scoped)

describe("NodeDns", () => {
  it.live("returns the records of each type as texts", () =>
    Effect.gen(function* () {
      const wanted: ReadonlyArray<readonly [RecordType, ReadonlyArray<Buffer>, ReadonlyArray<string>]> = [
        ["A", [Buffer.of(192, 0, 2, 1)], ["192.0.2.1"]],
        ["AAAA", [Buffer.of(0x20, 1, 0xd, 0xb8, ...Array.from({ length: 11 }, () => 0), 1)], ["2001:db8::1"]],
        ["CNAME", [nameOf("a.test")], ["a.test"]],
        ["MX", [mxOf(20, "b.test"), mxOf(5, "a.test")], ["5 a.test", "20 b.test"]],
        ["PTR", [nameOf("mail.x.test")], ["mail.x.test"]],
        ["TXT", [textOf("v=spf1 a", " -all"), textOf("other")], ["v=spf1 a -all", "other"]]
      ]
      for (const [type, records, texts] of wanted)
        assert.deepInclude(yield* ask(type, records), { status: "found", records: texts })
      // A record without a host, `0 .`, says that the domain takes no mail.
      const none = yield* ask("MX", [Buffer.of(0, 0, 0)])
      assert.match(none.status === "found" ? (none.records[0] ?? "") : "", /^0 \.?$/u)
    })
  )

  it.live("tells apart NXDOMAIN, no records, SERVFAIL, REFUSED and silence", () =>
    Effect.gen(function* () {
      const wanted: ReadonlyArray<readonly [NameAnswer, DnsAnswer["status"]]> = [
        ["no_such_name", "no_such_name"],
        ["ok", "no_records"],
        ["server_failed", "server_failed"],
        ["refused", "server_failed"],
        ["silence", "timed_out"]
      ]
      for (const [answer, status] of wanted) assert.strictEqual((yield* ask("TXT", answer)).status, status)
    })
  )

  it.live("asks over TCP for an answer that does not fit into a datagram", () =>
    Effect.gen(function* () {
      const texts = Array.from({ length: 40 }, (_, i) => `v=spf1 ip4:192.0.2.${i} -all`)
      const found = yield* ask(
        "TXT",
        texts.map((text) => textOf(text))
      )
      assert.deepStrictEqual(found, { status: "found", records: texts, asked: ["udp TXT x.test", "tcp TXT x.test"] })
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
