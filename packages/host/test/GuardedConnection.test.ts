/** Connections to hosts that customers name: to checked addresses only, with a certificate for the name. */
import { assert, describe, it } from "@effect/vitest"
import { GuardedConnection } from "@mailroom/host"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { execFile } from "node:child_process"
import type { LookupAddress } from "node:dns"
import { join } from "node:path"
import { promisify } from "node:util"
import { certificate, ok, receiver, tlsReceiver } from "./Receivers.ts"

const { addressesOf, connect } = GuardedConnection

const family = (address: string) => (address.includes(":") ? 6 : 4)
const resolveTo =
  (...addresses: ReadonlyArray<string>) =>
  async (): Promise<ReadonlyArray<LookupAddress>> =>
    addresses.map((address) => ({ address, family: family(address) }))

const reasonOf = <R>(effect: Effect.Effect<unknown, GuardedConnection.ConnectionFailed, R>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)

describe("addressesOf", () => {
  it.effect("answers the public addresses of a name, IPv4 first, and the name for the certificate", () =>
    Effect.gen(function* () {
      const resolve = resolveTo("2606:4700::1", "8.8.8.8", "2606:4700::2", "1.1.1.1")
      assert.deepStrictEqual(
        yield* addressesOf("SMTP.Example.com", { resolve }),
        ["8.8.8.8", "1.1.1.1", "2606:4700::1", "2606:4700::2"].map((address) => ({
          address,
          family: family(address),
          servername: "smtp.example.com"
        }))
      )
      for (const host of ["8.8.8.8", "2606:4700::1", "[2606:4700::1]"]) {
        const address = host.replaceAll(/[[\]]/gu, "")
        const wanted = { address, family: family(address), servername: undefined }
        assert.deepStrictEqual(yield* addressesOf(host, { resolve: resolveTo() }), [wanted])
      }
    })
  )

  it.effect("blocks private addresses in every spelling, also among public ones and at a second look", () =>
    Effect.gen(function* () {
      for (const host of [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "2130706433",
        "017700000001",
        "①②⑦.0.0.1",
        "127。0。0。1",
        "localhost",
        "::1",
        "[::1]",
        "::ffff:127.0.0.1",
        "[::ffff:7f00:1]",
        "a.localhost.",
        "10.0.0.1",
        "169.254.169.254",
        "0"
      ])
        assert.strictEqual(yield* reasonOf(addressesOf(host, { resolve: resolveTo("8.8.8.8") })), "blocked", host)
      for (const addresses of [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["8.8.8.8", "::ffff:10.0.0.1"]])
        assert.strictEqual(yield* reasonOf(addressesOf("x.test", { resolve: resolveTo(...addresses) })), "blocked")
      // The second resolution of a name is checked, too.
      let looks = 0
      const rebinding = () => resolveTo(looks++ === 0 ? "8.8.8.8" : "127.0.0.1")()
      assert.lengthOf(yield* addressesOf("x.test", { resolve: rebinding }), 1)
      assert.strictEqual(yield* reasonOf(addressesOf("x.test", { resolve: rebinding })), "blocked")
    })
  )

  it.effect("rejects what is no host, and a name without addresses", () =>
    Effect.gen(function* () {
      for (const host of [
        "",
        "a b",
        "a/b",
        "a@b",
        "x.test:25",
        "[::1]:25",
        "http://x.test",
        "a#b",
        "x\r\ny",
        "x.test:"
      ])
        assert.strictEqual(yield* reasonOf(addressesOf(host, { resolve: resolveTo("8.8.8.8") })), "invalid_host", host)
      assert.strictEqual(yield* reasonOf(addressesOf("x.test", { resolve: resolveTo() })), "dns")
      const failing = () => Promise.reject(new Error("SERVFAIL"))
      assert.strictEqual(yield* reasonOf(addressesOf("x.test", { resolve: failing })), "dns")
    })
  )
})

describe("connect", () => {
  const toLoopback = { allowPrivateTargets: true, resolve: resolveTo("127.0.0.1") }

  it.live("sends no byte to a private address", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* receiver(ok)
      const target = { host: "mail.test", port, tls: false }
      assert.strictEqual(yield* reasonOf(connect(target, { resolve: resolveTo("127.0.0.1") })), "blocked")
      assert.strictEqual(yield* reasonOf(connect({ ...target, host: "127.1" })), "blocked")
      assert.strictEqual(connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("connects, tries the next address, and destroys the socket with the scope", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver(ok)
      const target = { host: "mail.test", port, tls: false }
      const socket = yield* Effect.scoped(
        Effect.map(connect(target, toLoopback), (socket) => {
          assert.isFalse(socket.destroyed)
          return socket
        })
      )
      assert.isTrue(socket.destroyed)
      // Nothing listens on ::1 or on 127.0.0.2.
      const resolve = resolveTo("::1", "127.0.0.2", "127.0.0.1")
      const { remoteAddress } = yield* connect(target, { ...toLoopback, resolve })
      assert.strictEqual(remoteAddress, "127.0.0.1")
      const nothing = { ...toLoopback, resolve: resolveTo("127.0.0.2") }
      assert.strictEqual(yield* reasonOf(connect(target, nothing)), "connection_refused")
    }).pipe(Effect.scoped)
  )

  it.effect("gives up after ten seconds", () =>
    Effect.gen(function* () {
      const resolve = () => new Promise<never>(() => {})
      const fiber = yield* Effect.forkChild(reasonOf(connect({ host: "x.test", port: 25, tls: false }, { resolve })))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* Fiber.join(fiber), "timeout")
    }).pipe(Effect.scoped)
  )

  it.live("accepts only a trusted certificate for the name, unless any is accepted", () =>
    Effect.gen(function* () {
      const { port } = yield* tlsReceiver(ok)
      const target = { host: "receiver.test", port, tls: true }
      const error = yield* Effect.flip(connect(target, toLoopback))
      assert.deepInclude(error, { reason: "tls", code: "DEPTH_ZERO_SELF_SIGNED_CERT" })
      yield* connect(target, { ...toLoopback, acceptAnyCertificate: true })
      const script = join(import.meta.dirname, "trustingConnection.ts")
      const hosts = ["receiver.test", "other.test"].map((host) => `${host}:${port}`)
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)(process.execPath, ["--conditions=mailroom-source", script, ...hosts], {
          env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate }
        })
      )
      assert.deepStrictEqual(stdout.trim().split("\n"), ["connected", "tls ERR_TLS_CERT_ALTNAME_INVALID"])
    }).pipe(Effect.scoped)
  )
})
