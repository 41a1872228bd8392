import { assert, describe, it } from "@effect/vitest"
import { defaults } from "../../src/accounts/Account.ts"
import { composeTest } from "../../src/sends/TestMail.ts"

const lead = {
  email: "ada@x.test",
  first_name: "Ada",
  last_name: "",
  company: "",
  website: "",
  personalization: "",
  custom_fields: { seats: 3 }
}
const sender = { email: "grace@ours.test", settings: { ...defaults, first_name: "Grace", signature: "Grace" } }
const step = (position: number, subject: string | null, body = "Hi") => ({ position, subject, body })
const compose = (tried: ReturnType<typeof step>, others: ReadonlyArray<ReturnType<typeof step>> = []) =>
  composeTest(tried, [...others, tried], lead, sender)

describe("the subject of a test", () => {
  it("is that of the step, or of the last step before it that has one", () => {
    const earlier = [step(3, "Third"), step(1, "First"), step(2, null), step(5, "Fifth")]
    assert.deepStrictEqual(
      [
        compose(step(4, "Own for {{first_name}}"), earlier).subject,
        compose(step(4, null), earlier).subject,
        compose(step(2, null), [step(1, "Re: First"), step(3, "Third")]).subject,
        compose(step(1, null), [step(2, "Second")]).subject
      ],
      ["[Test] Own for Ada", "[Test] Re: Third", "[Test] Re: First", "[Test]"]
    )
  })

  it("is one line", () => {
    assert.strictEqual(compose(step(1, "a\r\nBcc: b@x.test")).subject, "[Test] a Bcc: b@x.test")
  })
})

describe("the text of a test", () => {
  it("has the values of the lead and the sender, and the signature once", () => {
    assert.strictEqual(
      compose(step(1, "", "{{first_name}} {{custom.seats}} {{sender.email}}")).body_text,
      "Ada 3 grace@ours.test\n\nGrace\n"
    )
    assert.strictEqual(compose(step(1, "", "{{signature}}, PS")).body_text, "Grace, PS")
  })

  it("has an unsubscribe link that goes nowhere", () => {
    assert.match(compose(step(1, "", "{{unsubscribe_link}}")).body_text, /^https:\/\/\w+\.invalid\/\n/u)
  })

  it("has a default where there is no value, and otherwise a fault that names the variable and the cure", () => {
    assert.deepStrictEqual(compose(step(1, "", "{{company|you}}")).faults, [])
    const { faults } = compose(step(2, null, "{{company}} {{nonsense}} {{sender.last_name}}"), [step(1, "{{company}}")])
    assert.deepStrictEqual(
      faults.map(({ pointer }) => pointer),
      ["/sequence_id", "/lead_id", "/account_id"]
    )
    assert.match(faults[1]?.message ?? "", /no value for \{\{company\}\}.*\{\{company\|…\}\}/u)
  })
})
