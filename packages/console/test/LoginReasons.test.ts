/** Why logins fail, by texts as servers and connections give them. */
import { assert, describe, it } from "@effect/vitest"
import { reasonOf } from "../page/pages/accounts/reasons.ts"
import { mailProviders, providerOf } from "../page/pages/accounts/providers.ts"

describe("the reason of a failed login", () => {
  it.each([
    ["535-5.7.8 Username and Password not accepted. For more information, go to https://support.google.com", "login"],
    ["535 5.7.3 Authentication unsuccessful [AM0PR01CA0123.eurprd01.prod.exchangelabs.com]", "login"],
    ["535 Authentication credentials invalid", "login"],
    ["535 5.7.0 Invalid login or password", "login"],
    ["[AUTHENTICATIONFAILED] Invalid credentials (Failure)", "login"],
    ["LOGIN failed.", "login"],
    ["Authentication failed.", "login"],
    ["534-5.7.9 Application-specific password required. For more information, go to", "appPassword"],
    [
      "[ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833",
      "appPassword"
    ],
    ["535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.", "notAllowed"],
    ["535 5.7.139 Authentication unsuccessful, basic authentication is disabled.", "notAllowed"],
    ["Google rejected the OAuth2 login: invalid_grant Token has been expired or revoked.", "oauth"],
    ["421 4.7.0 Try again later, closing connection.", "tooMany"],
    ["454 4.7.0 Too many login attempts, please try again later.", "tooMany"],
    ["self-signed certificate", "certificate"],
    [
      "Hostname/IP does not match certificate's altnames: Host: mail.example.com. is not in the cert's altnames",
      "certificate"
    ],
    ["certificate has expired", "certificate"],
    ["40B7:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:354:", "notEncrypted"],
    ["The name smtp.exmaple.com cannot be resolved", "noServer"],
    ["mail.local is not a public address, or its name has one that is not", "private"],
    ["connect ECONNREFUSED 203.0.113.5:465", "noAnswer"],
    ["Connection timeout", "noAnswer"],
    ["Greeting never received", "noAnswer"],
    ["The server did not answer within 20 seconds", "noAnswer"],
    ["read ECONNRESET", "closed"],
    ["The connection was closed before the server answered", "closed"],
    ["There is no folder Answers, which inbox_folders of the account names. The server has: INBOX", "folder"],
    ["The mail server rejects the login: set new credentials (535 5.7.8 Error: authentication failed)", "login"],
    ["550 The moon is full", "other"]
  ])("of %s is %s", (text, reason) => assert.strictEqual(reasonOf(text), reason))
})

describe("the provider of an address", () => {
  it.each([
    ["ada@gmail.com", "google"],
    ["Ada@GoogleMail.com", "google"],
    ["ada@outlook.com", "microsoft"],
    ["ada@live.co.uk", "microsoft"],
    ["ada@contoso.onmicrosoft.com", "microsoft"],
    ["ada@yahoo.co.jp", undefined],
    ["ada@yahoo.fr", "yahoo"],
    ["ada@me.com", "icloud"],
    ["ada@gmx.at", "gmx"],
    ["ada@gmx.com", "gmx.com"],
    ["ada@web.de", "web.de"],
    ["ada@notgmail.com", undefined],
    ["ada@gmail.com.example", undefined],
    ["ada", undefined],
    ["", undefined]
  ])("of %j is %j", (email, id) => assert.strictEqual(providerOf(email), id))

  it("is one of Google, Microsoft and at least ten others, with different servers", () => {
    const all = Object.values(mailProviders)
    assert.isAtLeast(all.filter(({ provider }) => provider === "smtp").length, 10)
    assert.strictEqual(new Set(all.map(({ smtp }) => smtp.host)).size, all.length)
  })
})
