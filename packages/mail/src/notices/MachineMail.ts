import type { Failure } from "../Bounce.ts"
import type { AccountNotice } from "./OwnAccount.ts"
import type { ReturnedMail } from "./ReturnedMail.ts"

/** Mail that no person wrote: its kind, and the mail that it is about. */
export type MachineMail =
  | { readonly kind: "auto_reply" }
  | { readonly kind: "bounce"; readonly about: ReturnedMail; readonly failures: ReadonlyArray<Failure> }
  | {
      readonly kind: "complaint"
      readonly about: ReturnedMail
      /** Whether the recipient wants no more mail. Not every report means that. */
      readonly isRefusal: boolean
      /** The recipient that complains, if the report names it; otherwise empty. */
      readonly to: string
    }
  /** A notice of mail that is delayed, held, was delivered or was opened; one about our account; or a mail to many recipients. */
  | {
      readonly kind: "other"
      readonly about: ReturnedMail
      /** Our account cannot send, in the words of the mail; absent: it says nothing about it. */
      readonly account?: AccountNotice
    }
