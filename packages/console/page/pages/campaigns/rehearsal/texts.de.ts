/** The German texts of the rehearsal of a campaign. */
import { plural } from "../../../base/plural.de.ts"
import type { RehearsalWarning } from "@mailroom/client"
import type { texts as english } from "./texts.ts"

const leads = (count: number) => plural(count, "Lead", "Leads")
const days = (count: number) => plural(count, "Tag", "Tagen")

const explanations: Readonly<Record<RehearsalWarning["kind"], (count: number, reason: string) => string>> = {
  cannot_start: () => "„Starten“ sagt, was fehlt.",
  account: (_, reason) => `${reason}.`,
  leads: (count, reason) =>
    `${plural(count, "Lead wartet oder bekommt", "Leads warten oder bekommen")} nichts: ${reason}.`,
  placeholder_value: (count) => `${leads(count)}: Werte wie „null“ oder „N/A“ gelten als fehlend.`,
  account_limit: (count) => `An ${days(count)} warten Mails: Erhöhen Sie das Limit, oder fügen Sie ein Konto hinzu.`,
  campaign_limit: (count) => `An ${days(count)} ist es erreicht: Erhöhen Sie es, um früher fertig zu sein.`,
  late: (count) =>
    `${plural(count, "Folgemail geht", "Folgemails gehen")} mehr als einen Tag nach der Fälligkeit hinaus.`,
  bounce_limit: () => "Prüfen Sie die Adressen, bevor Sie starten.",
  condition: (count) =>
    `Die Probe nimmt an, dass niemand öffnet oder klickt: Sie zählt ${plural(count, "Mail", "Mails")} des Schritts.`,
  first_attachment: (count) =>
    `${plural(count, "erste Mail hat", "erste Mails haben")} eine Datei: Setzen Sie besser einen Link in den Text.`,
  large_mails: (count) => `${plural(count, "Mail hat", "Mails haben")} große Dateien: Manche Server lehnen sie ab.`,
  not_finished: (count) => `${plural(count, "Lead hat", "Leads haben")} am Ende noch Schritte vor sich.`,
  too_many_leads: () => "Die Probe sieht nicht alle Leads an: Die Tage danach haben mehr Mails.",
  dns: () => "Die Seite des Kontos zeigt, was zu ändern ist.",
  link: () => "Öffnen Sie die Links der Schritte."
}

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
  explain: (_message, kind, count, reason) => explanations[kind](count, reason),
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
