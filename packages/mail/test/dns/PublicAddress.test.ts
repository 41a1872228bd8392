import { assert, describe, it } from "@effect/vitest"
import { isPublicAddress as isPublic } from "../../src/dns/index.ts"

describe("isPublicAddress", () => {
  it("accepts what the Internet routes to", () => {
    for (const address of [
      "1.1.1.1",
      "8.8.8.8",
      "9.255.255.255",
      "11.0.0.0",
      "100.63.255.255",
      "100.128.0.0",
      "126.255.255.255",
      "128.0.0.0",
      "169.253.255.255",
      "172.15.255.255",
      "172.32.0.0",
      "192.167.255.255",
      "192.169.0.0",
      "198.17.255.255",
      "198.20.0.0",
      "223.255.255.255",
      "2606:4700:4700::1111",
      "2a00:1450:4001::1",
      "::ffff:8.8.8.8"
    ]) {
      assert.isTrue(isPublic(address), address)
    }
  })

  it("rejects both ends of every block that is not for the Internet", () => {
    for (const block of [
      ["0.0.0.0", "0.255.255.255"],
      ["10.0.0.0", "10.255.255.255"],
      ["100.64.0.0", "100.127.255.255"],
      ["127.0.0.0", "127.255.255.255"],
      ["169.254.0.0", "169.254.255.255"],
      ["172.16.0.0", "172.31.255.255"],
      ["192.0.0.0", "192.0.0.255"],
      ["192.0.2.0", "192.0.2.255"],
      ["192.88.99.0", "192.88.99.255"],
      ["192.168.0.0", "192.168.255.255"],
      ["198.18.0.0", "198.19.255.255"],
      ["198.51.100.0", "198.51.100.255"],
      ["203.0.113.0", "203.0.113.255"],
      ["224.0.0.0", "255.255.255.255"],
      ["::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
      ["::ffff:10.0.0.0", "::ffff:10.255.255.255"]
    ].flat()) {
      assert.isFalse(isPublic(block), block)
    }
  })

  it("rejects an invalid address", () => {
    for (const text of ["", "example.com", "8.8.8.8.8", "8.8.8.8/32", "[2606:4700::1]", " 8.8.8.8"]) {
      assert.isFalse(isPublic(text), text)
    }
  })
})
