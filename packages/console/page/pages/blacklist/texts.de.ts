/** The German texts of the page of the blacklist. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Sperrliste",
  kinds: { emails: "Adressen", domains: "Domains" },
  search: "Sperrliste durchsuchen",
  add: "Hinzufügen",
  addTitle: "Adressen oder Domains hinzufügen",
  addHelp:
    "Je Zeile eine, oder durch Kommas getrennt. Passende Leads werden sofort gestoppt. Eine Domain gilt für alle ihre Adressen.",
  list: "Adressen oder Domains",
  reason: "Grund (freiwillig)",
  cancel: "Abbrechen",
  columns: {
    emails: ["Adresse", "Quelle", "Grund", "Hinzugefügt", ""],
    domains: ["Domain", "Quelle", "Grund", "Hinzugefügt", ""]
  },
  sources: { manual: "Von Hand", bounce: "Unzustellbar", unsubscribe: "Abgemeldet", complaint: "Beschwerde" },
  remove: "Entfernen",
  removed: (value, leads) => `${value} entfernt, ${leads} fortgesetzt`,
  blocked: { emails: ["Adresse", "Adressen"], domains: ["Domain", "Domains"] },
  added: (blocked, existing, stopped) =>
    `${blocked === "" ? "Nichts Neues" : `${blocked} gesperrt`}${existing === "0" ? "" : `, ${existing} schon bekannt`}; ${stopped === "" ? "kein Lead war dabei" : `${stopped} gestoppt`}`,
  invalid: "Diese Angaben sind ungültig und wurden nicht hinzugefügt:",
  leads: ["Lead", "Leads"],
  empty: "Die Sperrliste ist leer",
  emptyHelp: "Unzustellbare Adressen, Beschwerden und Abmeldungen kommen von selbst auf diese Liste."
}
