/** Which rows of a table mean that a person opted out, by the columns that other programs export. */
import { assert, describe, it } from "@effect/vitest"
import { optOutOf, optOuts } from "../../src/columns/OptOuts.ts"
import { exports } from "../../../cli/test/Exports.ts"

/** The opt-outs that a table with these columns states for a row; a fault as text. */
const resultOf = (row: Readonly<Record<string, string>>, choices: Parameters<typeof optOuts>[1] = []) => {
  const found = optOuts(Object.keys(row), choices)
  if ("fault" in found) return found.fault
  const { by, unclear } = optOutOf([...found.columns, ...found.others], Object.values(row))
  return (
    by ??
    (unclear.length > 0 ? unclear.map(({ header, value }) => `${header}: ${value}?`).join(", ") : "may be sent to")
  )
}

describe("a row", () => {
  it.each<readonly [program: string, row: Readonly<Record<string, string>>, by: string]>([
    ["Mailroom", { status: "Sent", stop_sending_type: "unsubscribe" }, "stop_sending_type: unsubscribe"],
    ["Mailroom", { status: "Opened", stop_sending_type: "complaint" }, "stop_sending_type: complaint"],
    ["listmonk", { status: "blocklisted" }, "status: blocklisted"],
    ["listmonk", { status: "disabled" }, "status: disabled"],
    ["listmonk", { subscription_status: "unsubscribed" }, "subscription_status: unsubscribed"],
    ["Mailchimp", { UNSUB_TIME: "2024-03-02 10:11:12", UNSUB_REASON: "" }, "UNSUB_TIME"],
    ["Mailchimp", { UNSUB_TIME: "", UNSUB_REASON: "NORMAL" }, "UNSUB_REASON"],
    ["Mailchimp", { CLEAN_TIME: "2024-03-02 10:11:12" }, "CLEAN_TIME"],
    ["Mailchimp, by status", { "Email Marketing Status": "Cleaned" }, "Email Marketing Status: cleaned"],
    ["HubSpot", { "Unsubscribed from all email": "true" }, "Unsubscribed from all email"],
    ["HubSpot", { "Email hard bounce reason": "UNKNOWN_USER" }, "Email hard bounce reason"],
    ["HubSpot", { "Portal Unsubscribe": "TRUE" }, "Portal Unsubscribe"],
    ["HubSpot", { "Portal Bounce": "POLICY" }, "Portal Bounce"],
    ["Brevo", { EMAIL_BLACKLISTED: "1" }, "EMAIL_BLACKLISTED"],
    ["Brevo", { Blocklisted: "Yes" }, "Blocklisted"],
    ["ActiveCampaign", { Status: "Unsubscribed" }, "Status: unsubscribed"],
    ["ActiveCampaign", { Status: "Bounced" }, "Status: bounced"],
    ["MailerLite", { Unsubscribed: "2024-03-02" }, "Unsubscribed"],
    ["MailUp", { OptOut_Date: "20110122T111244", optout_type: "7" }, "OptOut_Date"],
    ["Salesforce", { "Email Opt Out": "1" }, "Email Opt Out"],
    ["Salesforce Data Loader", { HASOPTEDOUTOFEMAIL: "true" }, "HASOPTEDOUTOFEMAIL"],
    ["Salesforce", { "Email Bounced Date": "3/2/2024" }, "Email Bounced Date"],
    ["Instantly", { status: "Unsubscribed" }, "status: unsubscribed"],
    ["Smartlead", { is_unsubscribed: "true", status: "COMPLETED" }, "is_unsubscribed"],
    ["Apollo", { "Email Bounced": "true" }, "Email Bounced"],
    ["Woodpecker", { status: "BLACKLIST" }, "status: blacklist"],
    ["Outreach", { "Opted Out": "Yes" }, "Opted Out"],
    ["Klaviyo", { "Email Marketing Consent": "UNSUBSCRIBED" }, "Email Marketing Consent: unsubscribed"],
    ["Shopify", { "Accepts Email Marketing": "no" }, "Accepts Email Marketing"],
    ["Ghost", { subscribed_to_emails: "false" }, "subscribed_to_emails"],
    ["Substack", { email_disabled: "true" }, "email_disabled"],
    ["people", { "Do not contact!": "x" }, "Do not contact!"],
    ["people", { Suppressed: "y" }, "Suppressed"],
    ["people", { "Locally unsubscribed": "y" }, "Locally unsubscribed"],
    ["people", { "E-mail and phone: opt-out": "y" }, "E-mail and phone: opt-out"],
    ["people, in German", { "Newsletter abgemeldet": "Ja" }, "Newsletter abgemeldet"],
    ["people, in German", { "Newsletter abgemeldet": "1.0" }, "Newsletter abgemeldet"],
    ["people, in German", { Newsletter: "nein" }, "Newsletter"],
    ["people, in German", { "Einwilligung Werbung": "widerrufen" }, "Einwilligung Werbung"],
    ["people, in German", { Werbesperre: "X" }, "Werbesperre"],
    ["people, in German", { "Keine E-Mails": "wahr" }, "Keine E-Mails"],
    ["people, in German", { Abmeldedatum: "3. März 2025" }, "Abmeldedatum"],
    ["people, in German", { "Abgemeldet am": "03.02.2025" }, "Abgemeldet am"],
    ["people, in German", { Kontaktstatus: "Abgemeldet" }, "Kontaktstatus: abgemeldet"],
    ["people, in German", { Status: "vom Newsletter abgemeldet" }, "Status: vom newsletter abgemeldet"],
    ["people, in German", { "E-Mail-Werbung": "nein" }, "E-Mail-Werbung"],
    ["people, in German", { Sperre: "ja" }, "Sperre"],
    ["people, in French", { "Refuse les emails": "oui" }, "Refuse les emails"],
    ["people, in Polish", { "Brak zgody": "tak" }, "Brak zgody"],
    ["people, in French", { Désabonné: "oui" }, "Désabonné"],
    ["people, in French", { DESABONNE: "VRAI" }, "DESABONNE"],
    ["people, in French", { Statut: "Désinscrit" }, "Statut: désinscrit"],
    ["people, in French", { "Ne pas contacter": "x" }, "Ne pas contacter"],
    ["people, in French", { Consentement: "Non" }, "Consentement"],
    ["people, in Spanish", { Baja: "sí" }, "Baja"],
    ["people, in Spanish", { "No contactar": "Si" }, "No contactar"],
    ["people, in Spanish", { Consentimiento: "no" }, "Consentimiento"],
    ["people, in Italian", { Disiscritto: "sì" }, "Disiscritto"],
    ["people, in Italian", { "Consenso marketing": "FALSO" }, "Consenso marketing"],
    ["people, in Portuguese", { Descadastrado: "Sim" }, "Descadastrado"],
    ["people, in Dutch", { Uitgeschreven: "ja" }, "Uitgeschreven"],
    ["people, in Dutch", { Nieuwsbrief: "nee" }, "Nieuwsbrief"],
    ["people, in Swedish", { Avregistrerad: "Ja" }, "Avregistrerad"],
    ["people, in Danish", { "Nyhedsbrev afmeldt": "ja" }, "Nyhedsbrev afmeldt"],
    ["people, in Norwegian", { "Avmeldt dato": "2025-01-02" }, "Avmeldt dato"],
    ["people, in Finnish", { Markkinointikielto: "Kyllä" }, "Markkinointikielto"],
    ["people, in Polish", { Wypisany: "tak" }, "Wypisany"],
    ["people, in Polish", { "Zgoda na kontakt": "NIE" }, "Zgoda na kontakt"],
    ["people, in Czech", { Odhlášen: "ano" }, "Odhlášen"],
    ["people, in Russian", { Отписан: "да" }, "Отписан"],
    ["people, in Russian", { "Согласие на рассылку": "нет" }, "Согласие на рассылку"],
    ["people, in Ukrainian", { Статус: "Відписаний" }, "Статус: відписаний"],
    ["people, in Turkish", { "Abonelikten çıktı": "evet" }, "Abonelikten çıktı"],
    ["people, in Japanese", { 配信停止: "はい" }, "配信停止"],
    ["people, in Japanese", { 配信停止日: "2025年1月2日" }, "配信停止日"],
    ["people, in Chinese", { 退订: "是" }, "退订"],
    ["people, in Korean", { 수신거부: "예" }, "수신거부"],
    ["people", { "No emails": "1" }, "No emails"],
    ["people", { opt_in: "false" }, "opt_in"],
    ["people", { "May we email you?": "No" }, "May we email you?"],
    ["people", { "GDPR consent": "Withdrawn" }, "GDPR consent"],
    ["people", { "Date of unsubscription": "45292" }, "Date of unsubscription"],
    ["people", { "Do not contact": "unsubscribed by phone" }, "Do not contact"],
    ["Dynamics", { "Do not allow Emails": "Do Not Allow" }, "Do not allow Emails"],
    ["Apollo", { Stage: "Do Not Contact" }, "Stage: do not contact"]
  ])("of %s that has %j says so", (_, row, by) => assert.strictEqual(resultOf(row), by))

  it.each<Readonly<Record<string, string>>>([
    { status: "enabled" },
    { status: "Active", "Lead Status": "Open - Not Contacted", Stage: "Cold" },
    { status: "" },
    { UNSUB_TIME: "", CLEAN_TIME: " " },
    { UNSUB_TIME: "0000-00-00 00:00:00" },
    { OPTIN_TIME: "2024-03-02 10:11:12", MEMBER_RATING: "2" },
    { "Unsubscribed from all email": "" },
    { "Email hard bounce reason": "" },
    { Blocklisted: "No" },
    { "Email Opt Out": "0" },
    { is_unsubscribed: "False" },
    { "Accepts Email Marketing": "yes" },
    { "Marketing contact status": "Non-marketing contact" },
    { "Email Status": "Verified" },
    { "Do Not Call": "1", SMS_BLACKLISTED: "1", "WhatsApp opt-out": "yes" },
    { status: "soft bounced" },
    { "Newsletter abgemeldet": "nein", Newsletter: "ja", Abmeldedatum: "", Einwilligung: "erteilt" },
    { "Newsletter abgemeldet": "n/a", Désabonné: "-", Baja: "(blank)" },
    { Status: "nicht abgemeldet", Statut: "Actif" },
    { "Einwilligung am": "2025-01-02", "Opt-in IP": "10.0.0.1", "Consent source": "web" },
    { Trabajador: "sí", "Contact No.": "1", "No. of emails": "3", "Nicht kontaktiert": "ja" },
    { "Do not allow Emails": "Allow", "GDPR consent": "pending" },
    { Telefonsperre: "ja", "SMS opt-out": "yes" },
    { Gelöscht: "nein", "Blocked calendar": "yes", "Bounce rate": "3 %", "Order status": "cancelled" },
    { Kundennummer: "12", Notes: "Ada unsubscribed her boss from a list of hers" },
    { unsubscribe_url: "https://x.example/u/1" },
    { status: "Replied", stop_sending: "true", stop_sending_type: "reply" }
  ])("that has %j does not", (row) => assert.strictEqual(resultOf(row), "may be sent to"))

  it.each<readonly [Readonly<Record<string, string>>, string]>([
    [{ "Unsubscribe preference": "weekly" }, "Unsubscribe preference: weekly?"],
    [{ "Opted out": "maybe" }, "Opted out: maybe?"],
    [{ "Bounce count": "3" }, "Bounce count: 3?"],
    [{ status: "-2" }, "status: -2?"],
    [{ status: "3" }, "status: 3?"],
    [{ "No opt-out": "yes" }, "No opt-out: yes?"],
    [{ Newsletter: "Spring news" }, "Newsletter: spring news?"],
    [{ Status: "inaktiv" }, "Status: inaktiv?"],
    [{ Gelöscht: "ja" }, "Gelöscht: ja?"],
    [{ "Tag 1": "Unsubscribed" }, "Tag 1: unsubscribed?"],
    [{ status: "inactive" }, "status: inactive?"],
    [{ status: "unsubscribed from some lists" }, "status: unsubscribed from some lists?"],
    [{ "Accepts Email Marketing": "perhaps" }, "Accepts Email Marketing: perhaps?"]
  ])("that has %j is unclear", (row, question) => assert.strictEqual(resultOf(row), question))

  it("is not unclear when another column says so", () =>
    assert.strictEqual(resultOf({ status: "inactive", unsubscribed: "yes" }), "unsubscribed"))

  it("goes by what the user says of a column", () => {
    const choices = [{ header: " STATUS ", values: ["Inactive", "gone away"] }]
    assert.strictEqual(resultOf({ Status: "inactive" }, choices), "Status: inactive")
    assert.strictEqual(resultOf({ Status: "Gone  Away" }, choices), "Status: gone away")
    assert.strictEqual(resultOf({ Status: "blocklisted" }, choices), "may be sent to")
    assert.strictEqual(
      resultOf({ unsubscribe_code: "x" }, [{ header: "unsubscribe_code", values: [] }]),
      "may be sent to"
    )
    assert.strictEqual(resultOf({ Club: "left" }, [{ header: "Club", values: ["left"] }]), "Club: left")
    assert.strictEqual(
      resultOf({ Club: "left" }, [{ header: "Clubs", values: [] }]),
      'there is no column "Clubs" among: Club'
    )
  })
})

describe("the columns", () => {
  it("of exports say who opted out only where they can", () => {
    const found = Object.entries(exports).map(([program, { columns }]) => {
      const table = optOuts(columns.trim().split(/,\s+/u), [])
      return [program, "fault" in table ? [] : table.columns.map(({ header }) => header)]
    })
    assert.deepStrictEqual(Object.fromEntries(found), {
      Apollo: ["Email Status", "Stage", "Email Bounced"],
      HubSpot: ["Lead Status", "Marketing contact status"],
      Instantly: ["status"],
      Smartlead: ["status", "is_unsubscribed"],
      "Salesforce leads": ["Lead Status"],
      "Salesforce contacts": [],
      "Salesforce Data Loader": [],
      Lusha: []
    })
  })
})
