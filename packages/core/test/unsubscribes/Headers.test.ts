import { assert, describe, it } from "@effect/vitest"
import { unsubscribeHeaders, unsubscribeLink } from "../../src/unsubscribes/Headers.ts"

const token = "1.a.QQ.q0c3kzG2wSPQk4N0uXc1pA"
const publicUrl = "https://mail.example.com/mailroom"
const accountEmail = "grace@ours.example"

describe("the header of a mail that can be unsubscribed", () => {
  it("has the page, the mailbox, and one click", () => {
    assert.strictEqual(unsubscribeLink(publicUrl, token), `https://mail.example.com/mailroom/u/${token}`)
    assert.deepStrictEqual(unsubscribeHeaders({ token, publicUrl, accountEmail }), {
      "List-Unsubscribe": `<${publicUrl}/u/${token}>, <mailto:grace@ours.example?subject=unsubscribe%20${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
    })
  })

  it("offers one click only by https (RFC 8058, section 3.1)", () => {
    assert.deepStrictEqual(unsubscribeHeaders({ token, publicUrl: "http://mail.example.com", accountEmail }), {
      "List-Unsubscribe": `<http://mail.example.com/u/${token}>, <mailto:grace@ours.example?subject=unsubscribe%20${token}>`
    })
  })

  it("has the mailbox alone without a public URL", () => {
    assert.deepStrictEqual(unsubscribeHeaders({ token, publicUrl: undefined, accountEmail }), {
      "List-Unsubscribe": `<mailto:grace@ours.example?subject=unsubscribe%20${token}>`
    })
  })

  it("is ASCII, and an address cannot add a part", () => {
    for (const accountEmail of ["zoë&cc=eve@münchen.example", "a?bcc=b@x.test", "a%40b@x.test", "a+b/c#d@x.test"]) {
      const { "List-Unsubscribe": field = "" } = unsubscribeHeaders({ token, publicUrl: undefined, accountEmail })
      assert.match(field, /^<mailto:[!-;=-~]+>$/u)
      const { hash, pathname, searchParams } = new URL(field.slice(1, -1))
      assert.strictEqual(decodeURIComponent(pathname), accountEmail.replace("münchen", "xn--mnchen-3ya"))
      assert.deepStrictEqual([...searchParams], [["subject", `unsubscribe ${token}`]])
      assert.strictEqual(hash, "")
    }
  })

  it("leaves out what does not fit into a line", () => {
    const long = "a".repeat(1_000)
    assert.deepStrictEqual(Object.keys(unsubscribeHeaders({ token: long, publicUrl, accountEmail })), [])
    assert.deepStrictEqual(unsubscribeHeaders({ token, publicUrl: `https://x.test/${long}`, accountEmail }), {
      "List-Unsubscribe": `<mailto:grace@ours.example?subject=unsubscribe%20${token}>`
    })
  })
})
