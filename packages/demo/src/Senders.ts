/** The sender accounts of the demo, in different states. */
import type { Account } from "@mailroom/core"

interface DemoAccount extends Account.NewAccount {
  readonly name: string
  /** How many days its ramp-up has been running. */
  readonly rampUpDays?: number
  /** The account was deleted; its history stays. */
  readonly isDeleted?: true
}

export const accounts: ReadonlyArray<DemoAccount> = [
  {
    name: "Maya Lindqvist",
    email: "maya@quillmark.example",
    provider: "google",
    settings: { first_name: "Maya", last_name: "Lindqvist", timezone: "Europe/Berlin", signature: "Maya, Quillmark" }
  },
  {
    name: "Tom Adeyemi",
    email: "tom@quillmark.example",
    provider: "microsoft",
    settings: { first_name: "Tom", last_name: "Adeyemi", timezone: "America/New_York", daily_limit: 40 }
  },
  {
    name: "Quillmark Team",
    email: "hello@try-quillmark.example",
    provider: "smtp",
    settings: { first_name: "Quillmark Team", reply_to: "maya@quillmark.example", sending_enabled: false }
  },
  { name: "Ines Duarte", email: "ines@quillmark.example", provider: "google", isDeleted: true },
  {
    name: "Noor Haddad",
    email: "noor@try-quillmark.example",
    provider: "smtp",
    settings: { first_name: "Noor", last_name: "Haddad", ramp_up: { enabled: true, start: 8, increment: 4 } },
    rampUpDays: 3
  }
]
