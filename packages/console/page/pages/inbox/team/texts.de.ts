/** The German texts about the people who work on a conversation. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  label: "Team",
  assigned: "Zugewiesen",
  nobody: "Niemandem",
  answering: (names, count) => (count === 1 ? `${names} antwortet gerade` : `${names} antworten gerade`),
  addNote: "Notiz hinzufügen",
  notes: "Notizen",
  note: "Notiz für Kollegen",
  noteHelp: "Notizen werden nie gesendet.",
  save: "Speichern",
  cancel: "Abbrechen",
  edit: "Ändern",
  remove: "Entfernen",
  noteOf: (name) => `Notiz von ${name}`,
  app: "Die Anwendung"
}
