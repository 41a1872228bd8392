/** Removes passwords and tokens from the texts of mail servers, which may repeat them. */
import { type MailServer, passwordsOf } from "@mailroom/core"
import { Redacted } from "effect"

/**
 * The text without the secret of the login, which a faulty server may repeat: as it is, and as it was sent (RFC 4954, 4616,
 * and XOAUTH2).
 */
export const withoutSecret = (text: string, login: MailServer["login"]): string => {
  if (login.type === "none") return text
  const redacted = login.type === "password" ? passwordsOf(login.password) : [login.token]
  const secrets = redacted.map((secret) => Redacted.value(secret))
  // The texts that are sent in base64.
  const sent = secrets.flatMap((secret) =>
    login.type === "password"
      ? [secret, `\0${login.user}\0${secret}`]
      : [`user=${login.user}\u0001auth=Bearer ${secret}\u0001\u0001`]
  )
  return [...sent.map((part) => Buffer.from(part).toString("base64")), ...secrets].reduce(
    (text, part) => text.replaceAll(part, "…"),
    text
  )
}
