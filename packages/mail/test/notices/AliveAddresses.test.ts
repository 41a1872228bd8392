/**
 * Replies about addresses that may accept another mail: on another day, from another sender, or with another content.
 * None of these addresses may be classified as dead.
 */
import { assert, describe, it } from "@effect/vitest"
import { diagnose } from "../../src/notices/Diagnosis.ts"

const subjects: Record<string, ReadonlyArray<string>> = {
  "what passes": [
    "450 4.1.1 <ada@x.test>: Recipient address rejected: unverified address: Address verification in progress",
    "450 4.1.1 <ada@x.test>: Recipient address rejected: User unknown in local recipient table",
    "450 4.2.0 <ada@x.test>: Recipient address rejected: Greylisted, see http://postgrey.test/help/x.test.html",
    "451 4.7.1 Greylisting in action, please come back later",
    "550 5.7.1 Greylisted: user unknown to this list, try later",
    "451 Greylisted, please try again in 300 seconds",
    "450 Requested mail action not taken: mailbox unavailable",
    "450 4.2.1 Mailbox busy, user not available",
    "451 Recipient temporarily unavailable - https://community.mimecast.test/docs/DOC-1369#451",
    "550 Mailbox unavailable at this time",
    "550 5.2.0 The recipient's mailbox is unavailable right now, please try again later",
    "550 Account temporarily unavailable",
    "550 Recipient address is temporarily not available",
    "452 4.1.1 <ada@comcast.test> requested action aborted: try again later",
    "451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (AS77713)",
    "450-4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message later.",
    "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
    "451 4.3.0 <ada@x.test>: Temporary lookup failure",
    "451 could not check recipient, no such user in cache"
  ],
  "trouble with names": [
    "Host or domain name not found. Name service error for name=x.test type=MX: Host not found, try again",
    "451 4.1.2 ada@x.test: Host not found, try again",
    "DNS Error: DNS type 'mx' lookup of x.test responded with code SERVFAIL",
    "host lookup did not complete",
    "unable to look up host x.test: Temporary failure in name resolution",
    "CNAME lookup failed temporarily. (#4.4.3)",
    "Name server: x.test.: host name lookup failure",
    "5.4.4 (unable to route: dns lookup failure)",
    "550 5.4.312 Message expired, DNS query failed(ErrorRetry)",
    "450 4.4.312 DNS query failed(ServerFailure)",
    "lowest numbered MX record points to local host",
    "Domain lookup timed out: domain not found yet",
    "Host not found: SERVFAIL"
  ],
  "what is said of the sender": [
    "550 5.1.1 <me@y.test>: Sender address rejected: User unknown in virtual mailbox table",
    "550 5.1.8 <me@y.test>: Sender address rejected: Domain not found",
    "450 4.1.8 <me@y.test>: Sender address rejected: Domain not found",
    "550 5.1.1 The sender's address does not exist",
    "550 Sender's mailbox is unknown",
    "550 Return address unknown: no such user",
    "550 The return path is not a valid address",
    "550 Reverse path rejected: no such domain",
    "550 Envelope from address does not exist",
    "550 Unknown originator address",
    "550 MAIL FROM domain does not exist",
    "550 Your e-mail address does not exist",
    "550 5.7.1 Your domain does not exist, or has no MX records",
    "550 your domain name is invalid",
    "550 Your hostname is unknown: host not found",
    "501 5.1.8 Sender has no A, AAAA, or MX DNS records.",
    "550 5.1.0 Address rejected me@y.test: sender unknown",
    "550 5.1.1 <me@y.test>: user unknown (in reply to MAIL FROM command)",
    "550 unknown user (in reply to MAIL FROM command)",
    "host mx.x.test said: 550 No such user (in reply to MAIL FROM command)",
    "SMTP error from remote mail server after MAIL FROM:<me@y.test>: 550 No such user here",
    ">>> MAIL From:<me@y.test> <<< 550 5.1.1 user unknown",
    "550-Callback setup failed while verifying <me@y.test> 550 Sender verify failed",
    "451 Could not complete sender verify callout",
    "556 5.7.27 Sender address has null MX",
    "550-5.7.27 Your email failed SPF and DKIM: unknown user",
    "550 Unknown client host",
    "550 5.7.1 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)"
  ],
  "who may write to it": [
    "550 5.7.1 <ada@x.test>... Relaying denied. Proper authentication required.",
    "550-Please turn on SMTP Authentication: ada@x.test is not permitted to relay through this server",
    "530 5.7.0 Authentication required to send to this user",
    "550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send to recipient",
    "550 5.7.1 Recipient not authorized, your IP has been found on a block list",
    "550 5.7.1 This user does not accept mail from unknown senders",
    "550 This recipient does not accept mail from your domain",
    "554 We do not accept mail from dynamic addresses",
    "550 mx.x.test does not accept email from hosts without a name",
    "550 5.7.193 Access denied, the recipient is not a known user of the sender",
    "550 permanent failure for one or more recipients (ada@x.test:blocked)",
    "550 5.1.1 Google tried to deliver to a group: you may not have permission to post, or it may not exist"
  ],
  "what is in the mail": [
    "550 5.7.1 Message rejected as spam: recipient address unknown to sender",
    "554 5.7.1 <ada@x.test>: Recipient address rejected: Mail appeared to be SPAM or forged. Correct HELO and DNS MX",
    "550 5.1.1 <ada@x.test>: Recipient address rejected: your client's IP is listed in multiple RBLs",
    "550 Your message has been moved to quarantine",
    "554 Message has moved to the junk folder",
    "554 5.6.0 Message contains an invalid recipient header",
    "550 5.6.0 Invalid header: unknown address in From",
    "552 5.2.3 Message size exceeds the limit of this recipient",
    "550 5.0.0 mailbox unavailable (in reply to end of DATA command)"
  ],
  "how full it is, or how long it was not read": [
    "550 5.2.2 User unknown or mailbox over quota",
    "554 5.2.2 mailbox full, recipient not found in the delivery database",
    "550 5.1.1 <ada@x.test> mailbox disabled, not accepting messages",
    "550 5.2.1 Mailbox unavailable: inactive account",
    "550 This account has been suspended for violation of terms: user unavailable"
  ]
}

describe.each(Object.entries(subjects))("a reply of %s", (_, replies) => {
  it.each(replies)("does not make the address a dead one: %s", (reply) => {
    assert.isFalse(diagnose(reply, "", "").hard)
    assert.isFalse(diagnose("", "", reply).hard)
  })
})

describe("a reply code or a status that is transient", () => {
  const pairs: ReadonlyArray<readonly [reply: string, status: string]> = [
    ["smtp; 550 5.1.1 User unknown", "4.1.1"],
    ["smtp; 450 4.1.1 User unknown", "5.1.1"],
    ["smtp; 450 User unknown", "5.0.0"],
    ["smtp; 450 mailbox unavailable", "5.4.7"],
    ["smtp; 421 4.4.2 host unknown", "5.0.0"],
    ["450 4.2.0 mailbox unavailable: retry timeout exceeded", "5.0.0"],
    ["", "4.1.1"],
    ["", "4.4.4"]
  ]
  it.each(pairs)("makes no address a dead one: %s with %s", (reply, status) => {
    assert.isFalse(diagnose(reply, status, "").hard)
  })
})
