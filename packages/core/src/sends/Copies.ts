/** Forgets the further recipients of answers. */
import { Effect } from "effect"
import type { OrganizationId } from "../ids.ts"
import { namesOneOf, withoutCopies } from "./Recipients.ts"
import { SendStore } from "./SendStore.ts"

/** Makes the function that removes addresses from the further recipients of answers that are not sent. */
export const makeForgetCopies = Effect.gen(function* () {
  const sends = yield* SendStore

  return Effect.fnUntraced(function* (organization_id: OrganizationId, addresses: ReadonlyArray<string>) {
    const isGone = namesOneOf(addresses)
    const found = (yield* sends.findCopying(organization_id)).filter(isGone)
    if (found.length === 0) return
    const locked = yield* sends.lock(
      organization_id,
      found.map(({ id }) => id)
    )
    yield* sends.write(organization_id, locked.filter(isGone).map(withoutCopies(addresses)))
  })
})
