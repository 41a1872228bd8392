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
  stopped: (count) =>
    `${plural(count, "Lead ist", "Leads sind")} gestoppt und ${count === 1 ? "bekommt" : "bekommen"} nichts.`,
  without: (count, reason) =>
    `${plural(count, "Lead wartet oder bekommt", "Leads warten oder bekommen")} nichts: ${reason}`,
  rehearsal: "Zur Probe",
  first: "Die erste Mail",
  cancel: "Abbrechen",
  start: "Jetzt senden"
}
