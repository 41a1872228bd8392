/**
 * Mail that names ours by the id that a relay gave it. The author of such a mail has never seen our Message-ID, because the relay
 * replaced it.
 */
import { machineMail, type MachineMail, type ParsedMail } from "@mailroom/mail"
import { Effect } from "effect"
import { idSpellingsOf } from "../activity/Event.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { StorageError } from "../StorageError.ts"

/** Maximum number of Message-IDs of a header to look up: the first of `In-Reply-To`, the last of `References`. */
const maximum = 100

/** A mail with our Message-IDs, its classification, and the mails of Mailroom that it names, or is a copy of. */
export interface NamedMail {
  readonly mail: ParsedMail
  readonly machine: MachineMail | null
  readonly sends: ReadonlyArray<SendRecord>
  /** The Message-IDs that were looked up. */
  readonly searched: ReadonlyArray<string>
}

/**
 * Makes a function that classifies a mail, and adds our Message-ID behind each id of a relay that the mail names. A copy of
 * our mail (`isOurs`), as a relay keeps it in the folder of sent mail, gets our Message-ID instead: so it is known as the same mail.
 */
export const makeRelayedMail = Effect.gen(function* () {
  const sends = yield* SendStore

  return Effect.fnUntraced(function* (
    mail: ParsedMail,
    isOurs: boolean
  ): Effect.fn.Return<NamedMail, StorageError, CurrentOrganization> {
    const machine = machineMail(mail)
    const about = machine === null || machine.kind === "auto_reply" ? undefined : machine.about
    /** The id of a copy of our mail. */
    const own = isOurs ? mail.message_id : null
    const named = [
      ...(own === null ? [] : [own]),
      ...mail.in_reply_to.slice(0, maximum),
      ...mail.references.slice(-maximum),
      ...(about?.message_ids.slice(0, maximum) ?? [])
    ]
    if (named.length === 0) return { mail, machine, sends: [], searched: named }
    const { id } = yield* CurrentOrganization
    const found = yield* sends.findByIds(id, [...new Set(named.flatMap(idSpellingsOf))])
    if (found.length === 0) return { mail, machine, sends: [], searched: named }
    const ourIdByRelayId = new Map(
      found.map(({ message_id, provider_message_id }) => [provider_message_id, message_id])
    )
    const ourIdsOf = (id: string) => idSpellingsOf(id).flatMap((spelling) => ourIdByRelayId.get(spelling) ?? [])
    const withOurs = (ids: ReadonlyArray<string>) => ids.flatMap((id) => [id, ...ourIdsOf(id)])
    return {
      sends: found,
      searched: named,
      mail: {
        ...mail,
        message_id: own === null ? mail.message_id : (ourIdsOf(own)[0] ?? own),
        in_reply_to: withOurs(mail.in_reply_to),
        references: withOurs(mail.references)
      },
      machine:
        about === undefined || machine === null || machine.kind === "auto_reply"
          ? machine
          : { ...machine, about: { ...about, message_ids: withOurs(about.message_ids) } }
    }
  })
})
