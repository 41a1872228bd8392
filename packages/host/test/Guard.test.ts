import { assert, describe, it } from "@effect/vitest"
import { DeliveryTransport, type FailureReason } from "@mailroom/core"
import { UndiciTransport } from "@mailroom/host"
import { Effect } from "effect"
import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import { guardedLookup } from "../src/internal/connect.ts"
import { ok, post, type Receiver, receiver } from "./Receivers.ts"

/** Spellings of 127.0.0.1, on which a receiver listens. */
const ipv4Loopback = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.0.0.1.",
  "127.000.000.001",
  "0177.0.0.1",
  "0177.0.0.01",
  "017700000001",
  "0x7f.0.0.1",
  "0x7f.1",
  "0x7f000001",
  "0X7F000001",
  "2130706433",
  "127.0.0.0x1",
  "0x7f.0.0x0.01",
  "①②⑦.⓪.⓪.①",
  "１２７.０.０.１",
  "127。0。0。1",
  "127．0．0．1",
  "%31%32%37.0.0.1",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:7f00:0001]",
  "[::FFFF:127.0.0.1]"
]
/** Spellings of ::1, on which another receiver listens. */
const ipv6Loopback = ["[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0.0.0.1]"]
/** Other addresses without public routes. */
const elsewhere = [
  "127.255.255.254",
  "0.0.0.0",
  "0",
  "0.1.2.3",
  "10.0.0.1",
  "10.1",
  "0xa000001",
  "012.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "192.168.257",
  "100.64.0.1",
  "100.100.100.200",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "[::ffff:a9fe:a9fe]",
  "168.63.129.16",
  "192.0.0.192",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
  "198.18.0.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::10.0.0.1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[2001:0:7f00:1::1]",
  "[2001::80ff:fffe]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fd20:ce::254]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[100::1]",
  "[100:0:0:1::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[2001:2::1]",
  "[2001:20::1]",
  "[5f00::1]",
  "[4000::1]"
]
/** Names that mean this machine. */
const localhosts = [
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "a.b.localhost.",
  "LocalHost.",
  "ｌｏｃａｌｈｏｓｔ"
]
/** Hosts that make a URL invalid, or that cannot be connected to. */
const unparsable = [
  "[fe80::1%25lo]",
  "[fe80::1%lo]",
  "127.0.0.0.1",
  "256.0.0.1",
  "0x100000000",
  "[::1",
  "[127.0.0.1]",
  "1.2.3.4.5"
]
/** Addresses that a resolver may return for a name, next to public addresses or alone. */
const privateAnswers = [
  "127.0.0.1",
  "10.0.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::127.0.0.1",
  "fe80::1",
  "fe80::1%lo",
  "fd00::1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "not an address"
]

const answersOf = (...addresses: ReadonlyArray<string>): ReadonlyArray<LookupAddress> =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))

/** Two receivers that must not get a delivery, and a function that makes URLs to both. */
const receivers = Effect.gen(function* () {
  const all = [yield* receiver(ok), yield* receiver(ok, { host: "::1" })]
  return {
    count: () => all.reduce((sum, { connections }) => sum + connections(), 0),
    urls: (host: string) =>
      all.flatMap(({ port }: Receiver) => ["http", "https"].map((scheme) => `${scheme}://${host}:${port}/hook`))
  }
})

/** The result of looking up a name for a connection: the addresses, or the reason for its rejection. */
const lookUp = (lookup: LookupFunction) =>
  new Promise((resolve) => lookup("rebinding.test", { all: true }, (error, found) => resolve(error ?? found)))

const failsWith = Effect.fnUntraced(function* (url: string, expected: FailureReason) {
  const { reason } = yield* Effect.flip(post(url))
  assert.strictEqual(reason, expected, url)
})

describe("UndiciTransport, guarded", () => {
  it.live("connects to no spelling of a private address or of this machine", () =>
    Effect.gen(function* () {
      const { count, urls } = yield* receivers
      const hosts = [...ipv4Loopback, ...ipv6Loopback, ...elsewhere, ...localhosts]
      assert.isAtLeast(hosts.length, 60)
      for (const url of hosts.flatMap(urls)) {
        yield* failsWith(url, "blocked")
        const error = yield* Effect.flip(DeliveryTransport.use(({ check }) => check(url)))
        assert.strictEqual(error.reason, "blocked", url)
      }
      for (const url of unparsable.flatMap(urls)) yield* failsWith(url, "invalid_url")
      assert.strictEqual(count(), 0)
    }).pipe(Effect.provide(UndiciTransport.layer({ resolve: () => Promise.reject(new Error("no name")) })))
  )

  it.live("connects to no name with a private address, also among public ones", () =>
    Effect.gen(function* () {
      const { count, urls } = yield* receivers
      const blocks = (host: string, ...addresses: ReadonlyArray<string>) =>
        Effect.provide(
          Effect.forEach(urls(host), (url) => failsWith(url, "blocked")),
          UndiciTransport.layer({ resolve: () => Promise.resolve(answersOf(...addresses)) })
        )
      for (const host of ["rebinding.test", "rebinding.test.", "127.0.0.1.nip.test", "127.0.0.1.."]) {
        yield* blocks(host, "127.0.0.1")
      }
      for (const address of privateAnswers) {
        yield* blocks("rebinding.test", address)
        // The private address comes first: if the guard lets it pass, a receiver on loopback counts the connection.
        yield* blocks("rebinding.test", address, "8.8.8.8", "2606:4700::1")
      }
      assert.strictEqual(count(), 0)
    })
  )

  it("blocks a name whatever the order of its addresses", async () => {
    for (const address of privateAnswers) {
      const resolve = () => Promise.resolve(answersOf("8.8.8.8", "2606:4700::1", address))
      assert.include(await lookUp(guardedLookup({ allowPrivateTargets: false, resolve })), { reason: "blocked" })
    }
  })

  it("connects to the addresses that were checked: a name is resolved once, and again for the next connection", async () => {
    const answers = [answersOf("8.8.8.8", "2606:4700::1"), answersOf("127.0.0.1")]
    const rest = [...answers]
    const lookup = guardedLookup({
      allowPrivateTargets: false,
      resolve: () => Promise.resolve(rest.shift() ?? [])
    })
    assert.deepStrictEqual(await lookUp(lookup), answers[0])
    assert.strictEqual(rest.length, 1)
    assert.include(await lookUp(lookup), { reason: "blocked" })
    assert.include(await lookUp(lookup), { reason: "dns" })
  })

  it.live("rejects URLs of other schemes, and with a user name or a password", () =>
    Effect.gen(function* () {
      const { count, urls } = yield* receivers
      for (const url of [
        "ftp://example.com/",
        "file:///etc/passwd",
        "unix:/run/docker.sock",
        "data:,a",
        "//a",
        "",
        "http://"
      ]) {
        yield* failsWith(url, "invalid_url")
      }
      for (const url of ["a@127.0.0.1", "a:b@127.0.0.1", ":b@example.com"].flatMap(urls)) {
        yield* failsWith(url, "url_with_password")
      }
      assert.strictEqual(count(), 0)
    }).pipe(Effect.provide(UndiciTransport.layer()))
  )
})

describe("UndiciTransport, with private targets", () => {
  it.live("reaches this machine by every spelling", () =>
    Effect.gen(function* () {
      for (const [host, spellings] of [
        ["127.0.0.1", ipv4Loopback],
        ["::1", ipv6Loopback]
      ] as const) {
        const { connections, port } = yield* receiver(ok, { host })
        for (const spelling of spellings) {
          const { status } = yield* Effect.provide(
            post(`http://${spelling}:${port}/`),
            UndiciTransport.layer({ allowPrivateTargets: true })
          )
          assert.strictEqual(status, 200, spelling)
        }
        assert.strictEqual(connections(), spellings.length)
      }
    })
  )

  it.live("reaches this machine by a name", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* receiver(ok)
      const resolve = () => Promise.resolve(answersOf("127.0.0.1"))
      const layer = UndiciTransport.layer({ allowPrivateTargets: true, resolve })
      yield* Effect.provide(post(`http://rebinding.test:${port}/`), layer)
      yield* Effect.provide(post(`http://localhost:${port}/`), layer)
      assert.strictEqual(connections(), 2)
    })
  )
})
