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

/** A classified mail, before it is known whether it asks to stop: to find that out takes longer than all the rest. */
type WithoutOptOut = Omit<ClassifiedMail, "asksToStop">

/**
 * Adds whether the author of a mail asks for no more mail. Programs that unsubscribe for their user may mark the mail as
 * automatic.
 */
const withOptOut = (classified: WithoutOptOut): ClassifiedMail => {
  const { is_our_email, machine, mail, trust } = classified
  const asks = (): boolean => {
    if (is_our_email || trust === "unverified") return false
    if (machine === null) return isOptOut(mail)
    return machine.kind === "auto_reply" && isUnsubscription(mail)
  }
  return { ...classified, asksToStop: asks() }
}

/** Makes the function that classifies a mail. */
export const makeClassification = Effect.gen(function* () {
  const usualServer = yield* AuthservId
  const tokens = yield* makeUnsubscribeTokens

  /** The classification of a mail as one from somebody else, without a look at our accounts. */
  const asOfOthers = (
    mail: ParsedMail,
    machine: MachineMail | null,
    { authserv_id = usualServer, vouched: isVouched = false }: ReceiveOptions
  ): WithoutOptOut => {
    const trust = isVouched ? "verified" : senderTrust(mail, authserv_id)
    return { mail, machine, is_our_email: false, trust, isVouched }
  }

  /**
   * Classifies a mail by its author. A mail from the address of one of our accounts is ours, unless it names another author, because
   * the address is a group. A mail that came through a mailing list of ours is classified as its author sent it.
   */
  const byAuthor = Effect.fnUntraced(function* (
    mail: ParsedMail,
    machine: MachineMail | null,
    { accountWith }: MailAccounts,
    options: ReceiveOptions
  ) {
    const theirs = asOfOthers(mail, machine, options)
    const { isVouched, trust } = theirs
    if (trust === "unverified" || machine?.kind === "bounce" || machine?.kind === "complaint") {
      return { classified: theirs }
    }
    const from = mail.from?.email ?? ""
    const sender = yield* accountWith(from)
    if (sender !== undefined) {
      // Our mail never counts as written by a machine: our campaigns look like mass mail, and our people send automatic replies, too.
      const own = { ...theirs, machine: null, is_our_email: true }
      const author = authorOf(mail)
      if (author === undefined) return { classified: own, ours: sender }
      const authorsAccount = yield* accountWith(author.email)
      const original = beforeList(mail, normalizeEmail(from), author)
      if (authorsAccount !== undefined) return { classified: { ...own, mail: original }, ours: authorsAccount }
      // DMARC proves the group, but not the author.
      const believed = isVouched ? trust : "plausible"
      return { classified: { ...theirs, mail: original, machine: machineMail(original), trust: believed } }
    }
    const list = machine?.kind === "other" ? yield* accountWith(...listsIn(mail.headers)) : undefined
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

  /** Returns the classified mail, the claim of its token (`claim`), and the account of ours that wrote it (`ours`). */
  return Effect.fnUntraced(function* (
    mail: ParsedMail,
    machine: MachineMail | null,
    organization_id: OrganizationId,
    options: ReceiveOptions,
    accounts: MailAccounts
  ) {
    const claim = yield* claimIn(organization_id, mail)
    if (claim !== undefined) return { claim, classified: withOptOut(asOfOthers(mail, null, options)), ours: undefined }
    const { classified, ours } = yield* byAuthor(mail, machine, accounts, options)
    return { claim, classified: withOptOut(classified), ours }
  })
})
