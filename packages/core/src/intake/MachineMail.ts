import type { Failure } from "./Bounce.ts"
import type { ReturnedMail } from "./ReturnedMail.ts"

/** Mail that no person wrote: its kind, and the mail that it is about. */
export type MachineMail =
  | { readonly kind: "auto_reply" }
  | { readonly kind: "bounce"; readonly about: ReturnedMail; readonly failures: ReadonlyArray<Failure> }
  | {
      readonly kind: "complaint"
      readonly about: ReturnedMail
      /** Whether someone wants no more mail: not every report says so. */
      readonly isRefusal: boolean
      /** The recipient who complains, if the report tells; else empty. */
      readonly to: string
    }
  /** Of mail that is delayed, has arrived, or was opened; or written to many at once. */
  | { readonly kind: "other"; readonly about: ReturnedMail }
