/** The German texts of the page of integrations. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Integrationen",
  columns: ["Name", "Art", "Status", "Letzte Zustellung", "Fehler in Folge"],
  types: { webhook: "Webhook", slack: "Slack", telegram: "Telegram", hubspot: "HubSpot" },
  states: { active: "Funktioniert", failing: "Fehler", disabled: "Aus" },
  disabledTitle: "Diese Integration ist aus",
  disabledHelp:
    "Nichts wird an sie zugestellt. Was beim Ausschalten noch wartete, bleibt erhalten und wird gesendet, wenn sie wieder an ist.",
  someDisabled: (names) => `Aus, daher wird nichts zugestellt: ${names}`,
  enable: "Einschalten",
  enabled: "Die Integration ist an",
  never: "Nie",
  openFirst: "Erste Integration öffnen",
  withCustomFields: "Mit eigenen Feldern",
  includeCustomFields: "Auch die eigenen Felder des Leads senden",
  includeHelp: "Es gilt für alles, was von jetzt an geschieht. Die Daten können einige hundert Kilobyte lang werden.",
  empty: "Es gibt noch keine Integration",
  emptyHelp:
    "Integrationen erfahren, was geschieht: Antworten, unzustellbare Mails, gestoppte Leads. Legen Sie eine mit POST /integrations an.",
  facts: {
    state: "Status",
    error: "Letzter Fehler",
    events: "Ereignisse",
    campaigns: "Kampagnen",
    lead: "Lead in den Daten",
    target: "Ziel",
    created: "Angelegt"
  },
  allCampaigns: "Alle",
  test: "Test senden",
  saved: "Gespeichert",
  testing: "Wird gesendet …",
  testWorked: (status, time) => `Antwort ${status} nach ${time} ms`,
  testFailed: (error) => `Fehlgeschlagen: ${error}`,
  deliveries: "Zustellungen",
  filters: { all: "Alle", failed: "Fehlgeschlagen", pending: "Wartend", delivered: "Zugestellt" },
  statuses: { delivered: "Zugestellt", failed: "Fehlgeschlagen", pending: "Wartend" },
  tries: (count) => `${count} ${count === 1 ? "Versuch" : "Versuche"}`,
  nextTry: (date) => `Nächster Versuch: ${date}`,
  payload: "Gesendete Daten",
  answers: "Antworten",
  answer: (status, time) => `${status} nach ${time} ms`,
  noAnswer: "Keine Antwort",
  redeliver: "Erneut zustellen",
  redelivered: "Wird jetzt erneut zugestellt",
  noDeliveries: "Noch wurde nichts zugestellt",
  none: "–"
}
