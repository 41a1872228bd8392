/** The German texts of the rehearsal of a campaign. */
import { plural } from "../../../base/plural.de.ts"
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  help: "Die nächsten Wochen, als würde die Kampagne jetzt gestartet. Nichts wird gesendet.",
  replyRate: "Leads, die antworten, in %",
  bounceRate: "Unzustellbare Mails, in %",
  weeks: "Höchstens so viele Wochen",
  run: "Proben",
  running: "Die nächsten Wochen werden durchgespielt: Bei vielen Leads dauert das einige Sekunden.",
  none: "Keine Mail ginge hinaus. Sehen Sie nach, was im Weg steht.",
  sum: (mails, leads, first, last) =>
    `${plural(mails, "Mail", "Mails")} an ${plural(leads, "Lead", "Leads")}, von ${first} bis ${last}`,
  outcome: (replied, bounced, left) =>
    [
      plural(replied, "Lead antwortet", "Leads antworten"),
      plural(bounced, "Mail ist unzustellbar", "Mails sind unzustellbar"),
      ...(left > 0 ? [`${plural(left, "Lead hat", "Leads haben")} noch Schritte vor sich`] : [])
    ].join(", "),
  moved: (leads, days) =>
    `${plural(leads, "Lead wechselt", "Leads wechseln")} ${days === 0 ? "" : `${plural(days, "Tag", "Tage")} nach dem letzten Schritt `}in`,
  perDay: "Mails je Tag",
  warnings: "Sehen Sie das vor dem Start an",
  fine: "Nichts steht im Weg.",
  from: (date) => `ab ${date}`,
  calendar: "Kalender",
  columns: ["Tag", "Mails", "Erste Mails", "Antworten", "Unzustellbar", "Wartend"],
  byAccount: "Nach Konto",
  accountColumns: ["Konto", "Mails", "Anderer Kampagnen", "Tage am Limit"],
  kinds: {
    cannot_start: "Sie kann noch nicht starten",
    account: "Ein Konto sendet nichts",
    leads: "Leads bekommen nichts",
    condition: "Ein Schritt hat eine Bedingung",
    first_attachment: "Die erste Mail hat eine Datei",
    large_mails: "Mails sind groß",
    placeholder_value: "Ein Wert ist kein Wert",
    account_limit: "Einem Konto fehlt Platz",
    campaign_limit: "Das Limit der Kampagne macht sie länger",
    late: "Folgemails kommen spät",
    bounce_limit: "Zu viele Mails sind unzustellbar",
    not_finished: "Sie ist in dieser Zeit nicht fertig",
    too_many_leads: "Es gibt mehr Leads",
    dns: "DNS",
    link: "Ein Link antwortet nicht"
  }
}
