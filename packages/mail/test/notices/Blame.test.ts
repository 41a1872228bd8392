/** Replies of providers, and whether they are about the account, the recipient or the mail. */
import { assert, describe, it } from "@effect/vitest"
import { type Blame, blameOf } from "../../src/notices/Blame.ts"

const envelope = { recipient: "ada@lead.example", sender: "grace@ours.example" }
const judged = (reply: string, at: "data" | "recipient" = "recipient") =>
  blameOf({ at, code: Number(reply.slice(0, 3)), reply }, envelope)

const replies: Partial<Record<Blame, ReadonlyArray<string>>> = {
  block: [
    "550 5.1.8 Access denied, this outbound sender is bad. AS(9001)",
    "550 5.7.501 Access denied, abuse by spam was seen",
    "554 5.7.1 This account is suspended from sending",
    "550-5.7.1 Your account has been temporarily suspended\n550 5.7.1 because of unusual activity",
    "553 5.7.1 Your mailbox has been blocked for sending spam. Contact your provider",
    "554 5.7.1 Sending has been paused for this account. For more information, contact support",
    "550 5.4.6 Unusual sending activity detected. Please try after sometime",
    "550 The server is inactive. Activate it in the settings",
    "550 5.7.60 SMTP; Client does not have permissions to send as this sender",
    "554 Message rejected: Email address is not verified. The identities failed the check in region: ada@lead.example",
    "550 The from address does not match a verified Sender Identity",
    "550 Ihr Konto wurde für den Versand gesperrt",
    "550 5.7.1 Votre compte est suspendu",
    "550 Su cuenta ha sido suspendida",
    "550 Invio bloccato per questa casella",
    "554 Отправка писем заблокирована",
    "550 Twoje konto zostało zablokowane",
    "535 Your SMTP account is not yet activated",
    "550 5.7.1 Domain ours.example has been disabled for outgoing mail"
  ],
  limit: [
    "550 5.7.705 Access denied, tenant has exceeded threshold",
    "550 Domain ours.example is over the max defers and failures per hour (5/5 (100%)). Message discarded.",
    "554 The daily message quota is exceeded.",
    "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; not processed because of a permanent exception",
    "432 4.3.2 STOREDRV.ClientSubmit; too many threads of this sender",
    "454 Throttling failure: the maximum rate of sending is exceeded.",
    "550 5.4.5 Daily user sending limit exceeded. See the limits of your edition",
    "550-5.4.5 Daily SMTP relay limit\n550 5.4.5 exceeded for this customer",
    "421 4.7.0 Too many messages from this account, slow down",
    "451 4.4.2 You have exceeded the number of messages per minute",
    "452 4.5.3 Too many recipients in the last hour",
    "550 5.7.1 Hourly limit of 200 e-mails reached",
    "550 Maximum credits exceeded",
    "421 Too many concurrent SMTP connections from your IP",
    "550 Versandlimit überschritten",
    "450 Zu viele E-Mails in kurzer Zeit",
    "550 5.7.1 La limite d'envoi est atteinte",
    "550 Límite de envíos por hora superado",
    "550 Superato il limite giornaliero di invio",
    "450 Лимит исходящих писем превышен",
    "550 Przekroczono limit wysyłanych wiadomości",
    "550 发送频率超过限制",
    "550 送信数の上限に達しました",
    "421 4.3.2 The system is too busy",
    "550 5.7.232 Your message can't be sent because your tenant exceeded its external recipient rate limit"
  ],
  greylisted: [
    "450 4.2.0 Greylisted, try again",
    "451 4.7.1 <ada@lead.example>: Recipient address rejected: Greylisting in action, come back in 5 minutes",
    "451 Greylisting enabled, try later",
    "450 4.7.1 Service unavailable (postgrey)"
  ],
  dead: [
    "550 5.1.1 <ada@lead.example>: user unknown",
    "550 5.1.1 The email account that you tried to reach does not exist",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@lead.example not found"
  ],
  mail: [
    "552 5.2.2 Mailbox full",
    "554 Recipient inbox is full",
    "550 Postfach ist voll",
    "552 Boîte pleine",
    "552 Buzón lleno",
    "452 4.2.2 The email account that you tried to reach is over quota",
    "552 5.2.2 <ada@lead.example>: user over quota",
    "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
    "450 4.2.1 The recipient has exceeded their limit of messages",
    "550 5.2.121 Recipient's per hour message receive limit from specific sender exceeded",
    "554 5.2.1 The recipient's mailbox is blocked",
    "550 5.2.1 The recipient mailbox is suspended",
    "550 <ada@lead.example>: mailbox is disabled",
    "552 5.3.4 Message size exceeds fixed limit",
    "552 Message size exceeds maximum permitted",
    "552 Das Postfach des Empfängers ist voll: Limit überschritten",
    "552 Requested mail action aborted: exceeded storage allocation of the mailbox",
    "452 4.2.2 La boîte du destinataire est pleine, quota dépassé"
  ],
  unclear: [
    "550 Requested action not taken",
    "554 5.7.1 Message rejected due to policy",
    "554 Transaction failed",
    "451 4.3.0 Temporary error",
    "421 Service not available",
    "550 5.7.1 Message rejected as spam"
  ]
}

describe("blameOf", () => {
  for (const [blame, texts] of Object.entries(replies)) {
    for (const text of texts) it(`${blame}: ${text}`, () => assert.strictEqual(judged(text, "data"), blame))
  }
})
