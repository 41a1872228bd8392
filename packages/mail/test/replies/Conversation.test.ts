/** Quoted mail without marks is cut only where it names the conversation; what a person writes in its form stays. */
import { assert, describe, it } from "@effect/vitest"
import { replyText } from "../../src/replies/ReplyText.ts"

const about = {
  from: { name: "Ada Byron", email: "ada@lead.test" },
  recipients: [{ name: "Grace Hopper", email: "grace@own.test" }],
  subject: "[EXTERNAL] AW: Lifts in Bonn"
}
const read = (text: string) => replyText(text, about)
const answer = "Friday at noon suits me."
const quoted = "On Wed, Dec 2, 2026 at 4:15 PM Grace Hopper <grace@own.test> wrote:\n> Hello"

describe("quoted mail without marks", () => {
  const cut = [
    "Von: Grace Hopper <grace@own.test>\nGesendet: Mittwoch, 2. Dezember 2026 16:15\nAn: Ada\nBetreff: Lifts in Bonn\n\nHello",
    "From: G. Hopper\nSent: Wednesday\nTo: Ada\nSubject: Re: Lifts in Bonn\n\nHello",
    "On Wed, Dec 2, 2026 at 4:15 PM Grace Hopper <grace@own.test> wrote:\n\nHello",
    ">>> Grace Hopper <grace@own.test> 02/12/2026 16:15 >>>\nHello",
    "Grace Hopper <grace@own.test>\n02.12.2026 16:15\n\nAn\nAda Byron <ada@lead.test>\nKopie\n\nThema\nLifts in Bonn\n\nHello"
  ]
  it.each(cut)("is cut where it names us or our subject: %j", (text) =>
    assert.strictEqual(read(`${answer}\n\n${text}`), answer)
  )

  it("is cut where it begins on the line of the answer", () => {
    for (const text of [
      `${answer} ${quoted}`,
      "Friday at noon suits me. Am 02.12.2026 um 16:15 schrieb Grace Hopper <grace@own.test>:\n> Hallo",
      "Friday at noon suits me. On Wed, Dec 2, 2026 at 4:15 PM, Grace\nHopper <grace@own.test> wrote:\n> Hello",
      "Friday at noon suits me. On Wed, Dec 2, 2026 at 4:15 PM Grace Hopper <grace@own.test> wrote:\n\nHello"
    ]) {
      assert.strictEqual(read(text), answer)
    }
    assert.strictEqual(read(`Yes. ${quoted}`), "Yes.")
    assert.strictEqual(read("On Wed. Dec 2, 2026 at 4:15 PM Grace Hopper <grace@own.test> wrote:\n> Hello"), "")
  })
})

describe("words of a person stay", () => {
  const texts = [
    "Please take this tour:\n\nFrom: Bonn\nTo: Mainz\nDate: 4 December 2026\nContact: bob@lead.test\n\nCan you?",
    "Change the invoice:\n\nTo: Byron Ltd\nSubject: Lifts 2027\nFrom: 1 Jan 2027\n\nThen I pay.",
    "On Monday, 30 November 2026 at 9:00 our board wrote:\n\nno lifts before May.\n\nSo ask again.",
    "The 02.12.2026 at 09:00 works, write to grace@own.test:\n\nRoom 5 is free.",
    "Countries:\n\nDE\nBR\nKR\nUS",
    "Two things:\n\nBest\nprice wins.",
    "a) yes\nb) no\n\n---\n\nc) maybe"
  ]
  it.each(texts)("%j", (text) => assert.strictEqual(read(`${text}\n\n${quoted}`), text))

  it("behind the mark that a mail store writes before From", () => {
    for (const above of ["", "Hello,\n\n"]) {
      assert.strictEqual(read(`${above}>From June on we have time.\n\n${quoted}`), `${above}From June on we have time.`)
    }
    assert.strictEqual(read(`${answer}\n\nOn Wed, Dec 2, 2026 at 4:15 PM Grace wrote:\n>From June on?`), answer)
    assert.strictEqual(read(`${answer}\n\n>When?\n>From June on?\n>Or July?`), answer)
  })
})

describe("what trails an answer is cut", () => {
  it("with a short sign-off above the name or the initials of the author", () => {
    for (const signature of [
      "BR\nAda",
      "LG,\nada b.",
      "Best\nA.B.",
      "Mit freundlichen Grüßen Ada Byron",
      "--- \nAda Byron\nLifts",
      "---\nwww.lead.test"
    ]) {
      assert.strictEqual(read(`${answer}\n\n${signature}`), answer)
    }
  })

  it("with the line of a mail program", () => {
    for (const line of [
      "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
      "Sent from Mail<https://mail.test/?LinkId=1> for Windows 10",
      "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
      "ส่งจาก iPad ของฉัน"
    ]) {
      assert.strictEqual(read(`${answer}\n\n${line}\n\n${quoted}`), answer)
    }
  })

  it("with what OpenPGP adds", () => {
    const signature = "-----BEGIN PGP SIGNATURE-----\n\niQEz\n=ab\n-----END PGP SIGNATURE-----"
    assert.strictEqual(read(`-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${answer}\n${signature}`), answer)
  })
})
