/** The German texts of the lists that the inbox opens, and of the question before an answer. */
import { plural } from "../../../base/plural.de.ts"
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  snooze: "Zurückstellen bis",
  timeHint: "Wählen Sie eine Zeit, oder schreiben Sie: „di 9“, „24. dez“, „in 3 Tagen“",
  wake: "Jetzt öffnen",
  times: {
    hours: "In 3 Stunden",
    tomorrow: "Morgen",
    monday: "Am Montag",
    week: "In einer Woche",
    month: "In 30 Tagen"
  },
  sendAt: (zone) => `Später senden, in der Zeitzone ${zone}`,
  sendTimes: {
    afternoon: "Heute Nachmittag",
    evening: "Heute Abend",
    tomorrow: "Morgen früh",
    monday: "Montag früh"
  },
  schedule: "Planen",
  ownTime: "Tag und Uhrzeit wählen …",
  ownTimeOf: "Tag und Uhrzeit",
  tooFar: "Mehr als ein Jahr voraus: Wählen Sie eine frühere Zeit.",
  past: "Diese Zeit ist vorbei: Wählen Sie eine spätere.",
  cancel: "Abbrechen",
  submit: "Zurückstellen",
  sendBeside: { title: "Trotzdem senden?", read: "Erst lesen", send: "Senden" },
  block: "Sperren",
  blockEmail: (email) => `${email} sperren`,
  blockDomain: (domain) => `Alle Adressen bei ${domain} sperren`,
  nobody: "Hier kann niemand gesperrt werden: Die Unterhaltung hat keine Mail von außen.",
  close: "Schließen",
  reason: "Im Posteingang gesperrt",
  blocking: (value) => `${value} wird gesperrt`,
  blocked: (value, leads) =>
    `${value} ist gesperrt; ${leads === 0 ? "kein Lead musste gestoppt werden" : `${plural(leads, "Lead", "Leads")} gestoppt`}`,
  blockedBefore: (value) => `${value} war schon gesperrt`,
  unblocked: (value) => `${value} ist nicht mehr gesperrt`,
  notBlocked: (value, reason) => `${value} ist nicht gesperrt: ${reason}`,
  stillBlocked: (value, reason) => `${value} ist weiterhin gesperrt: ${reason}`
}
