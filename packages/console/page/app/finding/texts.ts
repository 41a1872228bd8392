/** The names of places within pages, by which the search of `Ctrl K` finds them, and further words for each. */
import { pick } from "../../base/pick.ts"

export const texts = pick("finding", {
  places: {
    scheduled: ["Scheduled answers", "send later, snooze mail"],
    notSent: ["Answers that were not sent", "failed, refused, error"],
    webhooks: ["Webhooks, Slack, Telegram and HubSpot", "chat, crm"],
    appearance: ["Light or dark appearance, language, keys", "theme, colour, color, deutsch, english"],
    tags: ["Tags and reply templates", "labels"],
    keys: ["API keys", "token"],
    log: ["Log: who did what", "audit, history"]
  }
})
