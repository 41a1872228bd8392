/** The identity of a mail, by which it is stored once. */
import { Effect } from "effect"
import { makeSha256 } from "../secrets/HostCrypto.ts"
import { ownIdentity } from "../unibox/Conversation.ts"
import type { ClassifiedMail } from "./Match.ts"

/**
 * Makes the function that identifies a mail. Our mail is identified by its Message-ID; other mail by its Message-ID and its
 * visible content, because some mail systems use a Message-ID more than once, and somebody who knows a Message-ID must not
 * be able to block the mail that has it.
 */
export const makeMailIdentity = Effect.gen(function* () {
  const sha256 = yield* makeSha256
  const ownIdentityOf = yield* ownIdentity

  return Effect.fnUntraced(function* ({ is_our_email, mail }: ClassifiedMail): Effect.fn.Return<string> {
    if (is_our_email && mail.message_id !== null) return yield* ownIdentityOf(mail.message_id)
    const files = yield* Effect.forEach(mail.attachments, ({ bytes, filename }) =>
      Effect.map(sha256(bytes), (hash) => [filename, hash])
    )
    const seen = [mail.from, mail.to, mail.date, mail.subject, mail.text, mail.html, files]
    const text = JSON.stringify([mail.message_id, "other", ...seen])
    return yield* sha256(new TextEncoder().encode(text))
  })
})
