/** Classifies a mail: whether it is ours, who wrote it, how far that is believed, and whether it unsubscribes by a token. */
import {
  authorOf,
  AuthservId,
  beforeList,
  isOptOut,
  isUnsubscription,
  listsIn,
  machineMail,
  type MachineMail,
  type ParsedMail,
  senderTrust
} from "@mailroom/mail"
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Option } from "effect"
import type { OrganizationId } from "../ids.ts"
import { tokenIn } from "../unsubscribes/Token.ts"
import { makeUnsubscribeTokens } from "../unsubscribes/Unsubscription.ts"
import type { MailAccounts } from "./MailAccounts.ts"
import type { ClassifiedMail } from "./Match.ts"
import type { ReceiveOptions } from "./ReceiveOptions.ts"

/** A mail whose wish is not read yet: reading it takes longer than all the rest. */
type Unread = Omit<ClassifiedMail, "asksToStop">

/**
 * Reads whether the author of a mail asks for no more mail. Programs that unsubscribe for their user may mark the mail as
 * automatic.
 */
const withWish = (classified: Unread): ClassifiedMail => {
  const { is_our_email, machine, mail, trust } = classified
  const isOther = !is_our_email && trust !== "unverified"
  const asksToStop =
    isOther && (machine === null ? isOptOut(mail) : machine.kind === "auto_reply" && isUnsubscription(mail))
  return { ...classified, asksToStop }
}

/** Makes the function that classifies a mail. */
export const makeClassification = Effect.gen(function* () {
  const usualServer = yield* AuthservId
  const tokens = yield* makeUnsubscribeTokens

  /** The classification of a mail by the mail alone, without a look at our accounts. */
  const asWritten = (
    mail: ParsedMail,
    machine: MachineMail | null,
    { authserv_id = usualServer, vouched: isVouched = false }: ReceiveOptions
  ): Unread => {
    const trust = isVouched ? "verified" : senderTrust(mail, authserv_id)
    return { mail, machine, is_our_email: false, trust, isVouched }
  }

  /** Classifies a mail by its author: it is ours, or what its author wrote counts, also through a mailbox of ours. */
  const byAuthor = Effect.fnUntraced(function* (
    mail: ParsedMail,
    written: MachineMail | null,
    { accountWith }: MailAccounts,
    options: ReceiveOptions
  ) {
    const theirs = asWritten(mail, written, options)
    const { isVouched, trust } = theirs
    if (trust === "unverified" || written?.kind === "bounce" || written?.kind === "complaint") {
      return { classified: theirs }
    }
    const sender = yield* accountWith(mail.from?.email ?? "")
    // Do not use `written` for our mail: our campaigns look like mass mail, and our people send automatic replies,
    // too.
    const own = { ...theirs, machine: null, is_our_email: true }
    const author = sender === undefined ? undefined : authorOf(mail)
    if (sender !== undefined && author === undefined) return { classified: own, ours: sender }
    if (author !== undefined) {
      const ours = yield* accountWith(author.email)
      const original = beforeList(mail, normalizeEmail(mail.from?.email ?? ""), author)
      if (ours !== undefined) return { classified: { ...own, mail: original }, ours }
      // DMARC proves the group, but not the author.
      const believed = isVouched ? trust : "plausible"
      return { classified: { ...theirs, mail: original, machine: machineMail(original), trust: believed } }
    }
    const list = written?.kind === "other" ? yield* accountWith(...listsIn(mail.headers)) : undefined
    if (list === undefined) return { classified: theirs }
    const original = beforeList(mail, normalizeEmail(list.email))
    return { classified: { ...theirs, mail: original, machine: machineMail(original) } }
  })

  /** The claim of a mail that unsubscribes by a genuine token of the organization in its subject. */
  const claimIn = Effect.fnUntraced(function* (organization_id: OrganizationId, { subject }: ParsedMail) {
    const token = tokenIn(subject)
    const claim = token === undefined ? Option.none() : yield* tokens.verify(token)
    return Option.getOrUndefined(Option.filter(claim, (claim) => claim.organization_id === organization_id))
  })

  /** Returns the classified mail, the claim of its token, and the account of ours that wrote it. */
  return Effect.fnUntraced(function* (
    mail: ParsedMail,
    written: MachineMail | null,
    organization_id: OrganizationId,
    options: ReceiveOptions,
    accounts: MailAccounts
  ) {
    const claim = yield* claimIn(organization_id, mail)
    if (claim !== undefined) return { claim, classified: withWish(asWritten(mail, null, options)), ours: undefined }
    const { classified, ours } = yield* byAuthor(mail, written, accounts, options)
    return { claim, classified: withWish(classified), ours }
  })
})
