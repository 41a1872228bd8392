/** Erases addresses from answers and forwarded messages that are not sent yet. */
import { Effect } from "effect"
import type { OrganizationId } from "../ids.ts"
import { isForwardedTo, namesOneOf, withoutCopies } from "./Recipients.ts"
import { erased, type SendRecord } from "./Send.ts"
import { SendStore } from "./SendStore.ts"

/**
 * Makes the function that removes addresses from the further recipients of mails that are not sent, and erases the forwarded messages to
 * one of them. Returns the ids of these messages.
 */
export const makeForgetCopies = Effect.gen(function* () {
  const sends = yield* SendStore

  return Effect.fnUntraced(function* (organization_id: OrganizationId, addresses: ReadonlyArray<string>) {
    const isForwarded = isForwardedTo(addresses)
    const isCopied = namesOneOf(addresses)
    const isConcerned = (send: SendRecord) => isForwarded(send) || isCopied(send)
    const found = (yield* sends.findToOthers(organization_id)).filter(isConcerned)
    if (found.length === 0) return []
    const locked = yield* sends.lock(
      organization_id,
      found.map(({ id }) => id)
    )
    // A mail that was sent meanwhile is a message by now, which is erased elsewhere.
    const open = locked.filter((send) => send.outcome !== "sent" && isConcerned(send))
    yield* sends.write(
      organization_id,
      open.map((send) => (isForwarded(send) ? erased(send) : withoutCopies(addresses)(send)))
    )
    return open.filter(isForwarded).map(({ id }) => id)
  })
})
