/** The German texts of the second line of filters of the inbox. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Filter",
  state: "Zustand",
  states: { open: "Offen", done: "Erledigt", snoozed: "Zurückgestellt", all: "Offen, erledigt und zurückgestellt" },
  assigned: "Zugewiesen",
  anybody: "Jemand oder niemand",
  me: "Mir",
  nobody: "Niemandem",
  campaign: "Kampagne",
  anyCampaign: "Alle Kampagnen",
  oneCampaign: "Eine Kampagne",
  allCampaigns: "Alle Kampagnen anzeigen",
  account: "Konto",
  anyAccount: "Alle Konten",
  from: "Von",
  to: "Bis",
  clear: "Alle Filter entfernen"
}
