/** Providers of mail at whose domains anyone may have an address. */

/** Their organizational domains. */
const domains: ReadonlySet<string> = new Set([
  "126.com",
  "163.com",
  "aol.com",
  "bk.ru",
  "fastmail.com",
  "free.fr",
  "freenet.de",
  "gmail.com",
  "googlemail.com",
  "icloud.com",
  "inbox.ru",
  "laposte.net",
  "libero.it",
  "list.ru",
  "mac.com",
  "mail.com",
  "mail.ru",
  "me.com",
  "msn.com",
  "naver.com",
  "o2.pl",
  "orange.fr",
  "pm.me",
  "posteo.de",
  "proton.me",
  "protonmail.com",
  "qq.com",
  "rambler.ru",
  "rediffmail.com",
  "seznam.cz",
  "t-online.de",
  "tuta.com",
  "ukr.net",
  "wanadoo.fr",
  "web.de",
  "wp.pl",
  "yandex.com",
  "yandex.ru",
  "ymail.com"
])

/** Names that a provider has under many suffixes, such as `gmx.net` and `yahoo.co.jp`. */
const named = /^(?:gmx|hotmail|live|outlook|yahoo)\./u

/** Whether anyone may have an address at this organizational domain. */
export const isFreeMail = (domain: string): boolean => domains.has(domain) || named.test(domain)
