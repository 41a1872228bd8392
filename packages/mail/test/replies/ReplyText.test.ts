import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { replyText } from "../../src/replies/ReplyText.ts"

describe("replyText", () => {
  const replies: ReadonlyArray<readonly [program: string, text: string, expected: string]> = [
    ["Gmail", "Yes.\n\nOn Mon, Apr 2, 2012 at 6:26 PM, Ada <ada@x.test> wrote:\n\n> Hi\n> there\n", "Yes."],
    ["Gmail, folded", "Yes.\n\nOn Mon, Apr 2, 2012 at 6:26 PM, Ada Lovelace\n<ada@x.test> wrote:\n\n> Hi\n", "Yes."],
    ["Apple Mail", "Yes.\n\nOn Apr 3, 2012, at 4:19 PM, bob wrote:\n\n> Hi", "Yes."],
    ["Outlook", "Yes.\r\n\r\nFrom: Ada [mailto:ada@x.test]\r\nSent: Monday\r\nSubject: Hi\r\n\r\nHi\r\nthere", "Yes."],
    ["Yahoo", 'Yes.\n\n\n----- Original Message -----\nFrom: "Ada" <ada@x.test>\nCc: \n\nHi\n', "Yes."],
    ["Thunderbird, below", "On 04/02/2012 06:26 PM, Ada wrote:\n> Hi \nYes.", "Yes."],
    ["an iPhone", "Yes.\n\nSent from my iPhone\n\nOn Apr 3, 2012, at 4:19 PM, bob <b@x.test> wrote:\n\n> Hi", "Yes."],
    ["a German", "Ja.\n\nAm 02.04.2012 um 18:26 schrieb Ada <ada@x.test>:\n\n> Hallo", "Ja."],
    ["a French", "Oui.\n\nLe 2 avr. 2012 à 18:26, Ada <ada@x.test> a écrit :\n\n> Bonjour", "Oui."],
    ["one with a signature", "Yes.\n\n-- \nBob\nCEO", "Yes."],
    ["one who answers in between", "> One?\n\nYes.\n\n> Two?\n\nNo.", "Yes.\nNo."],
    ["a phone, without a blank line", "Yes.\nSent from my iPhone", "Yes."],
    ["a person's parcel", "Yes.\nSent from my own workshop by train.", "Yes.\nSent from my own workshop by train."],
    ["a person's wrapped sentence", "The list was\nsent from my desk", "The list was\nsent from my desk"],
    [
      "a Spaniard",
      "Sí.\n\nSaludos,\nAda\n\nP.D. Traiga el contrato",
      "Sí.\n\nSaludos,\nAda\n\nP.D. Traiga el contrato"
    ],
    ["no one", "", ""],
    ["one who writes nothing", "> Hi", ""],
    [
      "one who writes of money",
      "It is $1, $&, $' and $$.\n\nOn Mon, A $' $' <a@x.test>\nwrote:\n\n> x",
      "It is $1, $&, $' and $$."
    ]
  ]
  it.each(replies)("of %s", (_, text, expected) => {
    assert.strictEqual(replyText(text), expected)
  })

  it("is all of a long answer, whatever the length of its lines", () => {
    const answer = Array.from({ length: 40 }, (_, i) => `${i} ${"long word ".repeat(i * 2)}end.`).join("\n\n")
    assert.strictEqual(replyText(`${answer}\n\nOn Mon, Apr 2, Ada wrote:\n\n> Hi`), answer)
    const lines = answer.replaceAll("\n\n", "\n")
    assert.strictEqual(replyText(lines), lines)
  })

  it("ends where quoted mail begins, wherever that is, and is all below when it begins at once", () => {
    const quoted = "From: Ada [mailto:ada@x.test]\nSent: Monday\n\nHi"
    assert.strictEqual(replyText(quoted), "Hi")
    for (let length = 1_900; length <= 2_100; length++) {
      const answer = `${"x".repeat(150)}\n`.repeat(12) + "y".repeat(length - 12 * 151)
      assert.strictEqual(replyText(`${answer}\n\n${quoted}`), answer)
    }
  })

  it("has no half of a character where reading stops", () => {
    for (let length = 99_990; length <= 100_000; length++) {
      assert.match(replyText(`${"> ".padEnd(length, "x")}\n${"😀".repeat(9)}`), /^😀*$/u)
    }
  })

  it("does not count what is quoted, and ends somewhere", () => {
    assert.strictEqual(replyText(`${"> quoted\n".repeat(10_000)}\nYes.`), "Yes.")
    assert.isAtMost(replyText("word ".repeat(1_000_000)).length, 40_000)
  })

  const hostile: ReadonlyArray<readonly [name: string, unit: string]> = [
    ["digits and senders", `${"1111".repeat(25)}${"from<>".repeat(16)}\n\n`],
    ["times", `11:11${'2011"<'.repeat(32)}\n\n`],
    ["words of a Norwegian header", `${"abc. \n".repeat(150)}${" skrev ".repeat(150)}\n\n`],
    ["words of a Dutch header", `${"Op a\n".repeat(150)}${" schreef ".repeat(120)}\n\n`],
    ["patterns", `On Mon, x ${"$'".repeat(90)}\nwrote:\n\n`],
    ["blank lines", " \n"],
    ["spaces", " "],
    ["one line", "1111from<"],
    ["quotes", ">"]
  ]
  it.each(hostile)("ends in bounded time on nothing but %s", (_, unit) => {
    assert.isString(replyText(unit.repeat(Math.ceil(200_000 / unit.length))))
  })

  it.effect.prop("says nothing that the mail does not", { words: Schema.Array(Schema.String) }, ({ words }) =>
    Effect.gen(function* () {
      const text = words.join("\n").toWellFormed()
      const reply = replyText(text)
      let at = 0
      for (const letter of reply.replaceAll(/\s/gu, "")) {
        at = text.indexOf(letter, at) + 1
        assert.isAbove(at, 0)
      }
    })
  )
})
