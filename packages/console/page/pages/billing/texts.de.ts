/** The German texts of the page of billing. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Abrechnung",
  search: "Buchungen suchen",
  type: "Art",
  status: "Status",
  from: "Von",
  to: "Bis",
  allTypes: "Alle Arten",
  allStatuses: "Jeder Status",
  types: {
    payment: "Zahlung",
    refund: "Erstattung",
    credit: "Gutschrift",
    usage: "Verbrauch",
    adjustment: "Korrektur"
  },
  statuses: {
    pending: "Offen",
    succeeded: "Erfolgreich",
    failed: "Fehlgeschlagen",
    refunded: "Erstattet",
    void: "Storniert"
  },
  columns: ["Wann", "Art", "Wofür", "Status", "Betrag", "Guthaben", "Restguthaben", "Rechnung"],
  balance: "Restguthaben",
  invoice: "Rechnung",
  empty: "Es gibt noch keine Buchung",
  emptyHelp: "Hier steht, was der Betreiber dieses Dienstes berechnet, erstattet und gutschreibt."
}
