import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { defaults } from "../../src/accounts/Account.ts"
import { AccountId, LeadId, OrganizationId, SequenceId } from "../../src/ids.ts"
import { composeTest, type TestMailInput } from "../../src/sending/TestMail.ts"
import { parse } from "../../src/unsubscribes/Token.ts"

const lead = {
  id: LeadId.make(1),
  email: "ada@x.test",
  first_name: "Ada",
  last_name: "",
  company: "",
  website: "",
  personalization: "",
  custom_fields: { seats: 3 }
}
const account = {
  id: AccountId.make(1),
  email: "grace@ours.test",
  provider: "smtp" as const,
  settings: { ...defaults, first_name: "Grace", signature: "Grace" }
}
const step = (position: number, subject: string | null, body = "Hi", body_html: string | null = null) => ({
  id: SequenceId.make(position),
  position,
  subject,
  body,
  body_html
})
const compose = (
  tried: ReturnType<typeof step>,
  others: ReadonlyArray<ReturnType<typeof step>> = [],
  options: Partial<TestMailInput> = {}
) =>
  composeTest({
    organization_id: OrganizationId.make(1),
    account,
    lead,
    step: tried,
    steps: [...others, tried],
    publicUrl: undefined,
    campaign: { unsubscribe_header: true },
    ...options
  })

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
      compose(step(1, "", "{{first_name}} {{custom.seats}} {{sender.email}}")).text,
      "Ada 3 grace@ours.test\n\nGrace\n"
    )
    assert.strictEqual(compose(step(1, "", "{{signature}}, PS")).text, "Grace, PS")
  })

  it("has an unsubscribe link that goes nowhere", () => {
    assert.match(compose(step(1, "", "{{unsubscribe_link}}")).text, /^https:\/\/\w+\.invalid\/u\/0\n/u)
  })

  it("is that of the mail that a lead would get, also as HTML, with links that unsubscribe nobody", () => {
    const html = '<p>{{first_name}}, <a href="{{unsubscribe_link}}">stop</a></p>'
    const mail = compose(step(1, "", "Hi", html), [], { publicUrl: "https://mail.example" })
    assert.strictEqual(mail.html, '<p>Ada, <a href="https://mail.example/u/0">stop</a></p>\n<p>Grace</p>\n')
    assert.deepStrictEqual(mail.headers, {
      "List-Unsubscribe": "<https://mail.example/u/0>, <mailto:grace@ours.test?subject=unsubscribe%200>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
    })
    assert.deepStrictEqual(compose(step(1, ""), [], { campaign: { unsubscribe_header: false } }).headers, {})
    assert.isTrue(Option.isNone(parse("0")))
  })

  it("has a default where there is no value, and otherwise a fault that names the variable and the cure", () => {
    assert.deepStrictEqual(compose(step(1, "", "{{company|you}}")).faults, [])
    assert.deepStrictEqual(
      compose(step(1, "", "Hi", "{{website}} {{nothing}}")).faults.map(({ pointer }) => pointer),
      ["/sequence_id", "/lead_id"]
    )
    const { faults } = compose(step(2, null, "{{company}} {{nonsense}} {{sender.last_name}}"), [step(1, "{{company}}")])
    assert.deepStrictEqual(
      faults.map(({ pointer }) => pointer),
      ["/sequence_id", "/lead_id", "/account_id"]
    )
    assert.match(faults[1]?.message ?? "", /no value for \{\{company\}\}.*\{\{company\|…\}\}/u)
  })
})
