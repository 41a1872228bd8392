/** The texts about the people who work on a conversation. */
import { pick } from "../../../base/pick.ts"

export const texts = pick("team", {
  label: "Team",
  assigned: "Assigned to",
  nobody: "Nobody",
  answering: (names: string, count: number) => (count === 1 ? `${names} is answering` : `${names} are answering`),
  addNote: "Add a note",
  notes: "Notes",
  note: "Note for colleagues",
  noteHelp: "Notes are never sent.",
  save: "Save",
  cancel: "Cancel",
  edit: "Edit",
  remove: "Remove",
  noteOf: (name: string) => `Note of ${name}`,
  app: "The app"
})
