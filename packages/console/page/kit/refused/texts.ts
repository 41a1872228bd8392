/** Why a mail is not sent. */
import type { RefusalReason } from "@mailroom/client"
import { pick } from "../../base/pick.ts"

export const texts = pick("refused", {
  account_deleted: "The account that sends was deleted",
  account_not_connected: "The account has no credentials",
  cancelled: "Cancelled",
  file_missing: "A file of the mail is gone: attach it again",
  newer_message: "A new mail came into the conversation after this answer was written: read it, then write again",
  no_longer_due: "The lead does not get this step any more",
  recipient_blacklisted: "The recipient is on the blacklist",
  recipient_erased: "The data about the recipient were erased",
  recipient_unsubscribed: "A recipient has unsubscribed or complained",
  rejected: "The mail server rejected it"
} satisfies Record<RefusalReason, string>)
