/** The German texts of the list of keys. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Tasten",
  off: "Einzelne Tasten sind ausgeschaltet.",
  layers: { detail: "Hier", page: "Auf dieser Seite", global: "Überall" }
}
