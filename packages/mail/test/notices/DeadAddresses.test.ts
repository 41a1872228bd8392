/** Dead addresses that a notice names in an unusual place, or at an unusual command. */
import { assert, describe, it } from "@effect/vitest"
import { machineMail } from "../../src/notices/Classification.ts"
import { diagnose } from "../../src/notices/Diagnosis.ts"
import { daemon, failuresOf, mail, report, verdictsOf } from "./Mails.ts"

const ada = "ada@lead.test"

describe("a statement about the mailbox", () => {
  const replies = [
    "550 Message was not accepted -- invalid mailbox. Local mailbox ada@lead.test is unavailable: user not found (in reply to end of DATA command)",
    "550 5.0.0 unknown user (in reply to end of DATA command)",
    "554 5.7.1 <ada@lead.test>: Recipient address rejected: user does not exist",
    "550 5.5.0 Adresse destinataire invalide. Invalid recipient. >>> DATA",
    "SMTP error from remote mail server after end of data: 554 No such mailbox ada@lead.test"
  ]
  it.each(replies)("outranks the command and the code: %s", (reply) => {
    assert.deepInclude(diagnose(reply, "", ""), { hard: true, reason: "unknown_address" })
  })

  it("outranks a code that says nothing", () => {
    for (const status of ["5.0.0", "5.3.0", "5.5.0"]) {
      assert.isTrue(
        diagnose("", status, "mail.local: unknown user: ada\n554 ada@lead.test... Service unavailable").hard
      )
    }
  })

  const vague = [
    "550 5.0.0 mailbox unavailable (in reply to end of DATA command)",
    "550 5.6.0 <ada@lead.test>: Recipient address rejected: Media error",
    "550 5.0.0 <ada@lead.test>: Recipient address rejected: On hold",
    "554 5.7.1 recipient rejected"
  ]
  it.each(vague)("has to be explicit: %s", (reply) => assert.isFalse(diagnose(reply, "", "").hard))
})

describe("the name of the system that replies", () => {
  const replies = ["mx3.hoster.test Mailbox does not exist. [mx3.hoster.test; Z_7]", "mx3.hoster.test no such user"]
  it.each(replies)("is not what is missing: %s", (reply) => {
    const parties = { recipients: [ada], sender: "me@sender.test" }
    assert.deepInclude(diagnose(`550 ${reply}`, "5.0.0", "", parties), { hard: true, reason: "unknown_address" })
    assert.isFalse(diagnose("550 mx3.hoster.test does not exist", "5.0.0", "", parties).hard)
  })
})

describe("a statement in another language", () => {
  const replies = [
    "Der Empfänger ist hier nicht bekannt",
    "Deze gebruiker bestaat niet",
    "L'utilisateur n'existe pas",
    "La boîte aux lettres est introuvable",
    "Buzón inexistente",
    "La casella è inesistente",
    "O destinatário é desconhecido",
    "Nieznany użytkownik",
    "Taková schránka neexistuje",
    "A felhasználó nem létezik",
    "Utilizatorul nu există",
    "Användaren finns inte",
    "Brugeren findes ikke",
    "Mottakeren finnes ikke",
    "Tuntematon vastaanottaja",
    "Kullanıcı bulunamadı",
    "Ο χρήστης δεν υπάρχει",
    "Нет такого пользователя",
    "Почтовый ящик не существует",
    "Користувача не знайдено",
    "사용자가 존재하지 않습니다",
    "Hộp thư không tồn tại",
    "המשתמש לא קיים",
    "المستخدم غير موجود"
  ]
  it.each(replies)("is one about the mailbox: %s", (reply) => {
    assert.deepInclude(diagnose(`550 ${reply}`, "5.0.0", ""), { hard: true, reason: "unknown_address" })
  })

  it("may be about the sender", () => {
    for (const reply of [
      "Der Absender ist unbekannt",
      "L'adresse de l'expéditeur est inconnue",
      "Адрес отправителя не существует"
    ])
      assert.isFalse(diagnose(`550 ${reply}`, "5.1.1", "").hard)
  })
})

describe("a colon", () => {
  const replies = [
    "550 User not found:ada@lead.test",
    "550 1a-2b no such user:<ada@lead.test>",
    "550 ada@lead.test:user unknown",
    "550 Invalid recipient:ada@lead.test;rejected"
  ]
  it.each(replies)("bounds an address: %s", (reply) => {
    assert.deepInclude(diagnose(reply, "", ""), { hard: true, reason: "unknown_address", reply_code: 550 })
    const fields = { from: daemon, subject: "Mail failure", text: `The mail system says:\n\n${reply}` }
    assert.deepStrictEqual(failuresOf(fields), [[ada, "unknown_address", "hard", null, 550]])
  })
})

describe("a report", () => {
  /** A report about Ada, with these fields about the mail and about her. */
  const reportOf = (ofMail: string, ofRecipient: string, parts: Record<string, string> = {}) => ({
    from: daemon,
    headers: report("delivery-status"),
    parts: { "message/delivery-status": `Reporting-MTA: dns; mx.test\n${ofMail}\n\n${ofRecipient}`, ...parts }
  })
  const failed = `Final-Recipient: rfc822; ${ada}\nAction: failed`

  const diagnostics = [
    'X-Supplementary-Info: <192.0.2.1 #5.0.0 smtp; 550 "Unknown User">',
    "X-Supplementary-Info: < #5.0.0 smtp;550 No such user here>\nDiagnostic-Code:",
    "X-PowerMTA-BounceCategory: bad-mailbox",
    "Diagnostic-Code: smtp; 550 rejected\nX-Supplementary-Info: <mx.lead.test #5.1.1 smtp;550 5.1.1 User unknown>",
    "Status: 5.1.1 (mailbox does not exist)"
  ]
  it.each(diagnostics)("says why in any of its fields: %s", (field) => {
    const fields = reportOf("", `${failed}\n${field}\nStatus: 5.0.0`)
    assert.deepStrictEqual(verdictsOf(fields), [[ada, "hard", "unknown_address"]])
  })

  const ids = [
    "X-Original-Message-ID: <1@sender.test>",
    "Original-Message-ID: <1@sender.test>",
    "Original-Envelope-Id: <1@sender.test>"
  ]
  it.each(ids)("names its mail in any of its fields: %s", (field) => {
    const read = mail(reportOf(field, failed))
    assert.deepNestedInclude(machineMail(read), { "about.message_ids": ["<1@sender.test>"] })
  })

  it("names its mail first by the mail that it returns", () => {
    const parts = { "text/rfc822-headers": "Message-ID: <1@sender.test>" }
    const read = mail(reportOf("X-Original-Message-ID: <2@sender.test>", failed, parts))
    assert.deepNestedInclude(machineMail(read), { "about.message_ids": ["<1@sender.test>"] })
  })

  it("names its recipient by the address that Sendmail sends to", () => {
    const actual = `Final-Recipient: \nX-Actual-Recipient: RFC822; ${ada}\nAction: failed\nStatus: 5.1.1`
    assert.deepStrictEqual(verdictsOf(reportOf("", actual)), [[ada, "hard", "unknown_address"]])
  })
})
