/** The German texts of the page for developers. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Entwickler",
  keys: "API-Schlüssel",
  reference: "API-Referenz",
  help: "Alles, was diese Seite zeigt und tut, ist eine Anfrage, die auch Ihr Code senden kann. Hier sind die letzten 50.",
  none: "Noch keine Anfrage",
  noAnswer: "–",
  milliseconds: (count) => `${count} ms`,
  copy: "Als curl kopieren",
  copied: "Kopiert. Setzen Sie Ihren API-Schlüssel in die Variable KEY.",
  notCopied: "Der Browser erlaubt das Kopieren nicht: Markieren Sie stattdessen den Text.",
  requestId: "Anfrage",
  parts: { requests: "Anfragen dieser Seite", events: "Ereignisse" },
  eventsHelp: "Alle Ereignisse von Leads in allen Kampagnen, die neuesten zuerst: die Antwort von GET /events.",
  types: "Arten",
  refresh: "Aktualisieren",
  noEvents: "Noch ist nichts geschehen",
  columns: ["Wann", "Was", "Lead", "Kampagne", "Einzelheiten"]
}
