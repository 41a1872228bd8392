/** The German texts of the page of analytics. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Auswertung",
  period: "Zeitraum",
  periods: {
    last_7_days: "7 Tage",
    last_30_days: "30 Tage",
    last_90_days: "90 Tage",
    this_month: "Dieser Monat",
    last_month: "Letzter Monat",
    all_time: "Gesamt"
  },
  dates: "Von – bis",
  from: "Von",
  to: "Bis",
  show: "Anzeigen",
  campaign: "Kampagne",
  allCampaigns: "Alle Kampagnen",
  metrics: {
    sent: "Gesendet",
    delivered: "Zugestellt",
    contacted: "Kontaktiert",
    unique_replied: "Geantwortet",
    positive_replied: "Positive Antworten",
    bounced: "Unzustellbar",
    unsubscribed: "Abgemeldet"
  },
  rates: {
    delivery_rate: "der gesendeten Mails",
    positive_reply_rate: "der Antwortenden",
    bounce_rate: "der gesendeten Mails",
    unsubscribe_rate: "der Kontaktierten"
  },
  ofContacted: (count) => `von ${count} Kontaktierten`,
  noRate: "–",
  charts: { sent: "Gesendete Mails", unique_replied: "Personen mit Antwort", bounced: "Unzustellbare Mails" },
  table: "Als Tabelle",
  date: "Datum",
  byCampaign: "Nach Kampagne",
  byStep: "Nach Schritt",
  byAccount: "Nach Konto",
  byLink: "Klicks nach Link",
  step: "Schritt",
  account: "Konto",
  columns: {
    sent: "Gesendet",
    contacted: "Kontaktiert",
    unique_replied: "Geant\u00adwortet",
    reply_share: "Geant\u00adwortet, %",
    positive_replied: "Positiv",
    positive_share: "Positiv, %",
    bounced: "Unzustell\u00adbar"
  },
  share: "Die Anteile sind die der kontaktierten Leads.",
  deleted: "Eine Zahl öffnet die Leads, die sie zählt. Gelöschte Leads sind gezählt, aber nicht aufgeführt.",
  compareWith: "Vergleichen mit",
  sideBySide: "Nebeneinander",
  variants: {
    title: (position) => `Varianten von Schritt ${position}`,
    columns: ["Variante", "Empfänger", "Geantwortet", "Anteil der Antwortenden", "Positiv, %"],
    range: (low, high) => `${low} – ${high} %`,
    share: (share, range) => `${share} % (${range})`,
    unsent: "Noch nicht gesendet",
    more: (letter, first, low, high) =>
      `${letter} erhält mehr Antworten als ${first}: um ${low} bis ${high} Prozentpunkte.`,
    fewer: (letter, first, low, high) =>
      `${letter} erhält weniger Antworten als ${first}: um ${low} bis ${high} Prozentpunkte.`,
    none: (letter, first, low, high) =>
      `${letter}: Diese Zahlen belegen keinen Unterschied zu ${first}. Möglich sind ${low} Prozentpunkte weniger bis ${high} mehr.`,
    help: "Dies sind die Zahlen seit der ersten Mail, unabhängig vom Zeitraum. In 95 von 100 solchen Tests liegen die wahren Werte in den angegebenen Bereichen. Die Zahlen neuer Mails ändern sich noch: Antworten brauchen Zeit. Ändern Sie die Gewichte in den Schritten der Kampagne, oder lassen Sie dort eine Variante gewinnen."
  },
  linkColumns: ["Link", "Klicks", "Personen"],
  otherStep: "Ohne Schritt",
  otherAccount: "Ohne Konto",
  zone: (zone) => `Tage in der Zeitzone ${zone}`,
  empty: "In diesem Zeitraum wurde nichts gesendet",
  none: "–"
}
