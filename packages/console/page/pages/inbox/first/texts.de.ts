/** The German texts of an empty inbox. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  from: "Hier erscheinen die Antworten der Leads. Verbinden Sie einen Posteingang, oder geben Sie Mails über die API weiter:",
  curl: "curl $MAILROOM/inbound/messages -H \"Authorization: Bearer $KEY\" -H 'Content-Type: message/rfc822' --data-binary @mail.eml"
}
