/** Automatic replies, with the header fields of RFC 3834 and without them. */
import { assert, describe, it } from "@effect/vitest"
import { kindOf } from "./Mails.ts"

describe("an automatic reply", () => {
  const headers: ReadonlyArray<Record<string, string>> = [
    { "auto-submitted": "auto-replied" },
    { "auto-submitted": "Auto-Replied; owner-email=ada@lead.test" },
    { "auto-submitted": " auto-generated (vacation)" },
    { "auto-submitted": "auto-notified" },
    { precedence: "auto_reply" },
    { precedence: "auto-reply" },
    { "x-autoreply": "yes" },
    { "x-autoreply": "" },
    { "x-autorespond": "Re: Hello" },
    { "x-autoresponder": "1" },
    { "x-auto-reply": "true" },
    { "x-mail-autoreply": "1" },
    { "x-autoreply-from": "ada@lead.test" },
    { "x-auto-response-suppress": "All", "auto-submitted": "auto-generated" },
    { "return-path": "<>" },
    { "return-path": "< >" }
  ]
  it.each(headers)("says so: %j", (header) => {
    assert.strictEqual(kindOf({ headers: header, subject: "Re: Hello" }), "auto_reply")
  })

  const subjects = [
    "Automatic reply: Hello",
    "Auto-Reply: Hello",
    "Autoreply: Hello",
    "Auto Response: Hello",
    "AutoReply",
    "Automated reply: Hello",
    "Out of office: Hello",
    "Out of Office Re: Hello",
    "Out of the office until Monday",
    "Automatische Antwort: Hello",
    "Abwesenheitsnotiz: Hello",
    "Réponse automatique : Hello",
    "Respuesta automática: Hello",
    "Risposta automatica: Hello",
    "Resposta automática: Hello",
    "Automatisch antwoord: Hello",
    "Autosvar: Hello",
    "Automatiskt svar: Hello",
    "Automaattinen vastaus: Hello",
    "Odpowiedź automatyczna: Hello",
    "Автоматический ответ: Hello",
    "自動応答: Hello",
    "自动回复: Hello",
    "自動回覆: Hello"
  ]
  it.each(subjects)("begins like this: %s", (subject) => assert.strictEqual(kindOf({ subject }), "auto_reply"))

  it("is from no one", () => {
    assert.strictEqual(kindOf({ from: null }), "auto_reply")
    assert.strictEqual(kindOf({ from: { name: "Ada", email: "" } }), "auto_reply")
    assert.strictEqual(
      kindOf({ from: null, subject: "Hello", text: "I am away, not delivering anything" }),
      "auto_reply"
    )
  })

  it("is none that a person wrote", () => {
    const mails: ReadonlyArray<readonly [subject: string, header: Record<string, string>]> = [
      ["Re: Hello", {}],
      ["Re: Hello", { "auto-submitted": "no" }],
      ["Re: Hello", { "auto-submitted": "No (auto-replied)" }],
      ["Re: Hello", { "x-auto-response-suppress": "All" }],
      ["Re: Hello", { "x-auto-response-suppress": "DR, OOF, AutoReply" }],
      ["Re: Hello", { "x-autoreply": "no" }],
      ["Re: Hello", { "x-auto-reply": "False" }],
      ["Re: Hello", { "return-path": "<ada@lead.test>" }],
      ["Re: Hello", { precedence: "normal" }],
      ["Re: Automatic reply: Hello", {}],
      ["Re: Out of office", {}],
      ["Fwd: Abwesenheitsnotiz", {}],
      ["Automatic replies are annoying", { "auto-submitted": "no" }],
      ["Are you out of office?", {}],
      ["Hello", { subject: "Auto-Submitted: auto-replied" }]
    ]
    for (const [subject, headers] of mails) assert.strictEqual(kindOf({ subject, headers }), "person", subject)
  })
})
