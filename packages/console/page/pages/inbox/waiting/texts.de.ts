/** The German texts where no conversation is open. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  none: "Keine Unterhaltung ist offen",
  toAnswer: (count) => `${count} zu beantworten`,
  interested: (count) => `${count} interessiert`,
  oldest: (date) => `die älteste seit ${date}`,
  noneHint: "öffnet die nächste"
}
