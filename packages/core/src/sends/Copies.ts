/** Forgets people whom answers and forwarded messages go to. */
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
    const isTo = isForwardedTo(addresses)
    const isCopied = namesOneOf(addresses)
    const isGone = (send: SendRecord) => isTo(send) || isCopied(send)
    const found = (yield* sends.findToOthers(organization_id)).filter(isGone)
    if (found.length === 0) return []
    const locked = yield* sends.lock(
      organization_id,
      found.map(({ id }) => id)
    )
    // One that was sent meanwhile is a message by now.
    const open = locked.filter((send) => send.outcome !== "sent" && isGone(send))
    yield* sends.write(
      organization_id,
      open.map((send) => (isTo(send) ? erased(send) : withoutCopies(addresses)(send)))
    )
    return open.filter(isTo).map(({ id }) => id)
  })
})
