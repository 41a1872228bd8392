/** Why a login failed, by the text of the server or of the connection. */

export type LoginReason =
  | "appPassword"
  | "certificate"
  | "closed"
  | "folder"
  | "login"
  | "noAnswer"
  | "noServer"
  | "notAllowed"
  | "notEncrypted"
  | "oauth"
  | "other"
  | "private"
  | "tooMany"

/** The first one that matches applies: words that say more come first. */
const signs: ReadonlyArray<readonly [LoginReason, RegExp]> = [
  ["folder", /There is no folder /u],
  ["private", /is not a public address/u],
  [
    "appPassword",
    /application-specific|app(?:lication)? password|5\.7\.9 |InvalidSecondFactor|WebLoginRequired|web browser/iu
  ],
  ["notAllowed", /5\.7\.139|SmtpClientAuthentication|SMTP AUTH.*disabled|IMAP.*(?:disabled|not enabled)|basic auth/iu],
  ["oauth", /OAuth2|token endpoint|access token|\bXOAUTH2?\b/iu],
  ["tooMany", /too many|rate limit|try again later|\b4\.7\.0|\[(?:INUSE|LIMIT|UNAVAILABLE)\]|^421\b/iu],
  ["certificate", /certificate|altnames|ERR_TLS_CERT|self-signed|unable to (?:get|verify)/iu],
  ["notEncrypted", /wrong version number|SSL routines|EPROTO|STARTTLS|ERR_SSL/u],
  ["noServer", /ENOTFOUND|EAI_AGAIN|ENODATA|cannot be resolved|has no address|queryA/iu],
  [
    "login",
    /^5(?:35|34|30)\b|5\.7\.8|AUTHENTICATIONFAILED|AUTHENTICATE failed|LOGIN failed|invalid (?:credentials|login|user)|(?:authentication|login|logon).*(?:fail|denied|reject|unsuccessful|incorrect)|refuses the login|password/iu
  ],
  [
    "noAnswer",
    /ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|time(?:d )?\s?out|did not answer|No outcome within|Greeting never/iu
  ],
  ["closed", /ECONNRESET|EPIPE|closed|socket/iu]
]

export const reasonOf = (error: string): LoginReason => signs.find(([, sign]) => sign.test(error))?.[0] ?? "other"
