/** The date that a note of absence names. */
import { assert, describe, it } from "@effect/vitest"
import { returnDate } from "../../src/notices/ReturnDate.ts"

const sent = "2026-11-24T09:30:00.000Z"
/** The day on which the author returns, by what the author writes on Tuesday, 24 November 2026. */
const notes: ReadonlyArray<readonly [text: string, right: string | null]> = [
  ["I am away and will be back on Monday.", "2026-11-30"],
  ["I am out of the office until 4 December with no access to email.", "2026-12-04"],
  ["I will be out from November 23 through December 2, 2026.", "2026-12-02"],
  ["I am on leave Nov 24-28 and return to the office on December 1st.", "2026-12-01"],
  ["Out of office until 12/4/2026", "2026-12-04"],
  ["Out of office till 30/11", "2026-11-30"],
  ["I'm away until the 5th of January.", "2027-01-05"],
  ["I am on parental leave. I will be back in the office on Thursday,\n26 November 2026.", "2026-11-26"],
  ["I was away until 20 November.", null],
  ["Thank you for your message, we received it on 24 November 2026.", null],
  ["I am away.", null],
  ["Ich bin vom 24.11. bis 4.12. nicht im Büro.", "2026-12-04"],
  ["Ab dem 30.11.2026 bin ich wieder für Sie da.", "2026-11-30"],
  ["Ich bin ab Montag, den 7. Dezember, wieder erreichbar. In dringenden Fällen: 030 1234567", "2026-12-07"],
  ["Ich bin bis einschliesslich Freitag im Urlaub.", "2026-11-27"],
  ["Je suis absente jusqu'au 4 décembre inclus.", "2026-12-04"],
  ["Je suis absent du 24 au 28 novembre.", "2026-11-28"],
  ["Je serai de retour le lundi 1er décembre.", "2026-12-01"],
  ["Estaré fuera de la oficina hasta el 4 de diciembre de 2026.", "2026-12-04"],
  ["Vuelvo el próximo lunes 30 de noviembre.", "2026-11-30"],
  ["Estarei ausente do escritório de 20/11/2026 a 04/12/2026. Regresso a 7 de dezembro de 2026.", "2026-12-07"],
  ["Estou de férias até 4 de dezembro.", "2026-12-04"],
  ["Sono assente fino al 4/12. Rientrerò il 7 dicembre.", "2026-12-07"],
  ["Sarò fuori ufficio dal 24 novembre al 2 dicembre 2026.", "2026-12-02"],
  ["Ik ben afwezig t/m 4 december en maandag 7 december weer aanwezig.", "2026-12-07"],
  ["Jag är på semester till och med 4 december.", "2026-12-04"],
  ["Jeg er tilbage mandag den 7. december.", "2026-12-07"],
  ["Jeg er bortreist til 4. desember 2026.", "2026-12-04"],
  ["Olen lomalla 4.12.2026 asti.", "2026-12-04"],
  ["Palaan töihin 7. joulukuuta.", "2026-12-07"],
  ["Jestem nieobecny do 4 grudnia. Wracam 7 grudnia 2026.", "2026-12-07"],
  ["Nepritomen od 24.11. do 4. 12. 2026", "2026-12-04"],
  ["Szabadságon vagyok december 4-ig.", "2026-12-04"],
  ["2026. december 7-én vagyok ismét az irodában.", "2026-12-07"],
  ["Sunt în concediu până la 4 decembrie 2026.", "2026-12-04"],
  ["4 Aralık tarihine kadar izindeyim, 7 Aralık'ta ofise dönüş yapacağım.", "2026-12-07"],
  ["Нахожусь в отпуске с 24 ноября по 4 декабря.", "2026-12-04"],
  ["Я в отпуске, вернусь 7 декабря 2026 года.", "2026-12-07"],
  ["Я у відпустці до 4 грудня.", "2026-12-04"],
  ["Θα λείπω έως τις 4 Δεκεμβρίου.", "2026-12-04"],
  ["12月4日まで不在にしております。", "2026-12-04"],
  ["本人休假至2026年12月4日。", "2026-12-04"],
  ["12월 4일까지 휴가입니다.", "2026-12-04"],
  ["2026-11-23 - 2026-12-04", "2026-12-04"],
  ["I am out of the office until 5 December. In urgent cases call Bob, who returns on 10 December.", "2026-12-05"],
  ["I am away until 5 December. Bob is my deputy. He will be back on 10 December.", "2026-12-05"],
  ["I am away. Please write to Bob, who is on leave until 10 December.", null],
  ["I am away until 5 December. Who needs help can call Bob until I return on 7 December.", "2026-12-07"],
  ["El 10 de diciembre vuelvo. On my return on 10 December I shall answer.", "2026-12-10"],
  ["Ich bin ab Montag, der 7. Dezember wieder da.", "2026-12-07"],
  ["Ich bin bis 5. Dezember im Urlaub. Fragen Sie Bob, der ab dem 10. Dezember wieder da ist.", "2026-12-05"],
  ["Je suis absente jusqu'au 5 décembre. Appelez Bob, qui sera de retour le 10 décembre.", "2026-12-05"],
  ["Estaré fuera hasta el 5 de diciembre. Llame a Bob, que vuelve el 10 de diciembre.", "2026-12-05"],
  ["Sono assente fino al 5 dicembre. Chiami Bob, che rientrerà il 10 dicembre.", "2026-12-05"],
  ["Ik ben afwezig t/m 5 december. Bel Bob, die vanaf 10 december weer aanwezig is.", "2026-12-05"],
  ["Jestem nieobecny do 5 grudnia. Proszę pisać do Boba, który wraca 10 grudnia.", "2026-12-05"],
  ["Я в отпуске до 5 декабря. Звоните Бобу, который вернется 10 декабря.", "2026-12-05"]
]

describe("a return date", () => {
  it.each(notes)("%s", (text, right) => assert.strictEqual(returnDate([text], sent), right))

  it("in the subject counts when the text names none", () => {
    assert.strictEqual(returnDate(["Abwesend 24.11.-4.12.", "Ich bin nicht da."], sent), "2026-12-04")
  })

  it("is judged by the date of the mail", () => {
    assert.strictEqual(returnDate(["back on Monday"], "2026-11-30T08:00:00.000Z"), "2026-12-07")
    assert.strictEqual(returnDate(["out until 3/4"], "2026-03-01T08:00:00.000Z"), "2026-03-04")
    assert.strictEqual(returnDate(["out until 3/4"], "2026-03-10T08:00:00.000Z"), "2026-04-03")
    assert.isNull(returnDate(["back on Monday"], null))
  })
})
