/** The spellings of addresses as they were when `0004_activity` was written: a migration must not change with the code. */

export const fold = (value: string): string => {
  let folded = ""
  for (const character of value) folded += character.toLowerCase().toUpperCase().toLowerCase()
  return folded
}

/** The domain in ASCII; `undefined` when it is no domain name. */
const toAscii = (domain: string): string | undefined => {
  if (/[\s\p{Cc}/\\?#@:%]/u.test(domain)) return undefined
  const url = URL.parse(`http://${domain.replace(/[.\u3002\uff0e\uff61]$/u, "")}`)
  const host = url?.hostname ?? ""
  const name = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u
  return url?.href === `http://${host}/` && name.test(host) && host.length <= 253 ? host : undefined
}

export const spellingsOf = (email: string) => {
  const at = email.lastIndexOf("@") + 1
  const domain = toAscii(email.slice(at)) ?? fold(email.slice(at))
  return {
    email_folded: fold(email),
    address: fold(email.slice(0, at)) + domain,
    domain_key: `${domain.split(".").toReversed().join(".")}.`
  }
}
