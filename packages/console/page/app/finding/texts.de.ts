/** The German names of places within pages. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  places: {
    scheduled: ["Geplante Antworten", "später senden"],
    notSent: ["Nicht gesendete Antworten", "fehler, abgelehnt"],
    webhooks: ["Webhooks, Slack, Telegram und HubSpot", "chat, crm"],
    appearance: ["Hell oder dunkel, Sprache, Tasten", "darstellung, dark, englisch, english"],
    tags: ["Labels und Antwortvorlagen", "tags"],
    keys: ["Schlüssel der API", "api keys, token"],
    log: ["Protokoll: wer was getan hat", "log, verlauf"]
  }
}
