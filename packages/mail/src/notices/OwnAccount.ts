/** Statements of notices about the account that sent the mail. Pure functions. */
import { unaccentedPattern } from "../text/Wording.ts"
import type { MachineMail } from "./MachineMail.ts"
import { ownAccountRows } from "../words/notices/OwnAccount.ts"
import { folded, isOfRecipient, type Parties } from "./Statement.ts"

/** The account that sent the mail cannot send: its limit, a block, or its login at a relay. */
export interface AccountNotice {
  readonly about: "block" | "limit" | "login"
  /** The words that say so, as the notice writes them. */
  readonly says: string
}

const patterns = ownAccountRows.map(({ about, says }) => ({
  about,
  pattern: new RegExp(unaccentedPattern(says.join("|")), "u")
}))

/** Maximum number of characters of the words that are kept. */
const maximumWords = 500

/** The statement about the account in the first of these texts that has one; `null`: none has. */
export const accountNotice = (texts: ReadonlyArray<string>, parties: Parties): AccountNotice | null => {
  for (const text of texts) {
    const read = folded(text, parties)
    for (const { about, pattern } of patterns) {
      const { 0: phrase = "", index = 0 } = pattern.exec(read) ?? {}
      if (phrase === "" || (about !== "login" && isOfRecipient(read, { index, length: phrase.length }, null))) continue
      return { about, says: text.trim().slice(0, maximumWords) }
    }
  }
  return null
}

/** The statement of a notice about our account, with or without failed recipients; `null`: it has none. */
export const accountNoticeIn = (machine: MachineMail | null): AccountNotice | null => {
  if (machine?.kind === "other") return machine.account ?? null
  if (machine?.kind !== "bounce") return null
  return machine.failures.find(({ account }) => account !== undefined)?.account ?? null
}
