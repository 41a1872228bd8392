/** The German texts of the question before a draft is started. */
import { plural } from "../../../base/plural.de.ts"
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: (name) => `${name} starten?`,
  leads: (count) =>
    `Sie hat jetzt ${plural(count, "Lead", "Leads")}. Leads, die später dazukommen, bekommen ihre Mails auch.`,
  looking: "Sucht Leads, die nichts bekommen: Bei vielen Leads dauert das einige Sekunden.",
  firstAt: (date) => `Die erste Mail geht ${date} hinaus.`,
  cannotStart: "Sie kann noch nicht starten: Wenn Sie es versuchen, sagt die Seite, was fehlt.",
  noMail: "Jetzt ginge keine Mail hinaus.",
  allGet: "Kein Lead wird ausgelassen.",
  without: (count, reason) => `${plural(count, "Lead bekommt", "Leads bekommen")} nichts: ${reason}`,
  rehearsal: "Zur Probe",
  first: "Die erste Mail",
  cancel: "Abbrechen",
  start: "Jetzt senden"
}
