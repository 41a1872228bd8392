/** Mail that a machine wrote in a person's name: "I am out of the office". */
import { valueOf } from "./HeaderFields.ts"
import type { MachineMail } from "./MachineMail.ts"
import type { ParsedMail } from "./MailParser.ts"

/** Header fields that only automatic replies have, from programs that do not follow RFC 3834. */
const fields = new Set([
  "x-auto-reply",
  "x-autoreply",
  "x-autoreply-from",
  "x-autorespond",
  "x-autoresponder",
  "x-mail-autoreply"
])

/** The beginnings of the subjects of automatic replies, in the languages of common mail programs. */
const titles = [
  "auto(?:matic|mated)?[- ]?(?:reply|response|answer)",
  "out of (?:the )?office(?: (?:auto-?reply|reply|notice|notification|message))?",
  "i am (?:currently )?out of (?:the )?office",
  "automatische antwort",
  "abwesenheit(?:snotiz)?",
  "r[ée]ponse automatique",
  "respuesta autom[áa]tica",
  "risposta automatica",
  "resposta autom[áa]tica",
  "automatisch antwoord",
  "autosvar",
  "automatiskt svar",
  "automaattinen vastaus",
  "automatická odpověď",
  "automatikus válasz",
  "răspuns automat",
  "fuera de la oficina",
  "absence du bureau",
  "fraværende",
  "afwezig(?:heid)?",
  "otomatik yanıt",
  "αυτόματη απάντηση",
  "תשובה אוטומטית",
  "odpowied[źz] automatyczna",
  "автоматический ответ",
  "자동 회신",
  "自動応答",
  "自动回复",
  "自動回覆"
]
// The title must be followed by the end, a colon or a few known words: a person who writes about automatic replies
// continues the sentence.
const title = new RegExp(`^(?:${titles.join("|")})(?: ?[:：]| re:| until | from |$)`, "iu")

/**
 * Recognizes an automatic reply (RFC 3834). `X-Auto-Response-Suppress` alone is not enough: people's mail also has it.
 */
export const autoReply = (mail: ParsedMail): MachineMail | null => {
  const isAutomatic =
    /^\s*auto-(?:replied|generated|notified)\b/iu.test(valueOf(mail.headers, "auto-submitted")) ||
    /^\s*auto[-_]reply\b/iu.test(valueOf(mail.headers, "precedence")) ||
    mail.headers.some(({ name, value }) => fields.has(name) && !/^\s*(?:no|false)\b/iu.test(value)) ||
    title.test(mail.subject)
  return isAutomatic ? { kind: "auto_reply" } : null
}
