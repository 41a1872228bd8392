/** The texts of an empty inbox. */
import { pick } from "../../../base/pick.ts"

export const texts = pick("first", {
  from: "Replies of leads appear here. Connect an inbox, or pass mails on by the API:",
  curl: "curl $MAILROOM/inbound/messages -H \"Authorization: Bearer $KEY\" -H 'Content-Type: message/rfc822' --data-binary @mail.eml"
})
