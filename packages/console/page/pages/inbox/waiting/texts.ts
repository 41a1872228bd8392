/** The texts where no conversation is open. */
import { pick } from "../../../base/pick.ts"

export const texts = pick("waiting", {
  none: "No conversation is open",
  toAnswer: (count: string) => `${count} to answer`,
  interested: (count: string) => `${count} interested`,
  oldest: (date: string) => `the oldest from ${date}`,
  noneHint: "opens the next one"
})
