import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import dgram from "node:dgram"
import { once } from "node:events"
import { Resolver } from "node:dns/promises"
import { addresses } from "../src/internal/budgets.ts"
import { checkedAddresses } from "../src/internal/guard.ts"
import { resolveBy, resolveLocally } from "../src/internal/resolve.ts"
import { nameServer } from "./NameServer.ts"

const types: Record<number, "A" | "AAAA"> = { 1: "A", 28: "AAAA" }
const noSuchName = 3

/** The answer of a name server (RFC 1035, section 4) with one address, or with an error. */
const reply = (query: Buffer, address: Uint8Array | undefined) => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (address === undefined ? noSuchName : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(address === undefined ? 0 : 1, 6)
  if (address === undefined) return Buffer.concat([header, question])
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  question.copy(record, 2, question.length - 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(address.length, 10)
  return Buffer.concat([header, question, record, address])
}

/** A resolver that asks a name server on loopback, which knows one name. */
const resolverOf = (known: Partial<Record<"A" | "AAAA", Uint8Array>>) =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const server = dgram.createSocket("udp4")
        server.on("message", (query, { address, port }) => {
          const type = types[query.readUInt16BE(query.indexOf(0, 12) + 1)]
          server.send(reply(query, type && known[type]), port, address)
        })
        server.bind(0, "127.0.0.1")
        await once(server, "listening")
        return server
      }),
      (server) => Effect.sync(() => server.close())
    )
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${server.address().port}`])
    return resolveBy(resolver)
  })

const ipv4 = Uint8Array.of(192, 0, 2, 1)
const ipv6 = Uint8Array.of(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)

describe("resolveBy", () => {
  it.live("answers the addresses of both families, or of the one that has some", () =>
    Effect.gen(function* () {
      const over4 = { address: "192.0.2.1", family: 4 }
      const over6 = { address: "2001:db8::1", family: 6 }
      for (const [known, addresses] of [
        [{ A: ipv4, AAAA: ipv6 }, [over6, over4]],
        [{ A: ipv4 }, [over4]],
        [{ AAAA: ipv6 }, [over6]]
      ] as const) {
        const resolve = yield* resolverOf(known)
        assert.deepStrictEqual(yield* Effect.promise(() => resolve("receiver.test")), [...addresses])
      }
    })
  )

  it.live("rejects a name that has none", () =>
    Effect.gen(function* () {
      const resolve = yield* resolverOf({})
      const error = yield* Effect.flip(Effect.tryPromise({ try: () => resolve("receiver.test"), catch: String }))
      assert.include(error, "ENOTFOUND")
    })
  )
})

describe("resolveLocally", () => {
  it("knows the names of the machine", async () => {
    for (const { address } of await resolveLocally("localhost")) assert.include(["127.0.0.1", "::1"], address)
  })
})

describe("checkedAddresses", () => {
  it.live("uses few of the addresses that a name server answers, the first of each family", () =>
    Effect.gen(function* () {
      const numbers = Array.from({ length: 2_000 }, (_, i) => [i >> 8, i & 0xff] as const)
      const { resolver } = yield* nameServer(({ type }) =>
        numbers.map(([a, b]) => (type === "A" ? Buffer.of(8, 8, a, b) : Buffer.of(0x26, 6, ...ipv6.slice(2, 14), a, b)))
      )
      const found = yield* Effect.promise(() =>
        checkedAddresses("x.test", { allowPrivateTargets: false, resolve: resolveBy(resolver) })
      )
      assert.lengthOf(found, 2 * addresses.most)
      assert.includeMembers(
        found.map(({ address }) => address),
        ["8.8.0.0", `8.8.0.${addresses.most - 1}`]
      )
    }).pipe(Effect.scoped)
  )
})
