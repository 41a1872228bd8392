/** The addresses of hosts that customers name: checked, in every spelling. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { LookupAddress } from "node:dns"
import * as Addresses from "../src/internal/addresses.ts"
import type { Resolve } from "../src/internal/resolve.ts"

const addressesOf = (host: string, { resolve }: { readonly resolve: Resolve }) =>
  Addresses.addressesOf(host, { allowPrivateTargets: false, resolve })

const family = (address: string) => (address.includes(":") ? 6 : 4)
const resolveTo =
  (...addresses: ReadonlyArray<string>) =>
  async (): Promise<ReadonlyArray<LookupAddress>> =>
    addresses.map((address) => ({ address, family: family(address) }))

const reasonOf = <R>(effect: Effect.Effect<unknown, Addresses.NoAddress, R>) =>
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
