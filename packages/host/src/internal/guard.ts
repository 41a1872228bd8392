/** The guard of every connection to a host that a customer names: all its addresses must be public. */
import { isPublicAddress } from "@mailroom/core"
import type { LookupAddress } from "node:dns"
import { addresses as budget } from "./budgets.ts"
import type { Resolve } from "./resolve.ts"

export interface Guard {
  readonly allowPrivateTargets: boolean
  readonly resolve: Resolve
}

/** Why a host cannot be connected to: its name has no address, or one that is not public. */
export class Unreachable extends Error {
  readonly reason: "blocked" | "dns"

  constructor(reason: "blocked" | "dns") {
    super(reason)
    this.reason = reason
  }
}

/**
 * The first addresses of a name, in the order of the resolver. Rejects with `Unreachable`. A connection must use one of them:
 * a second resolution could differ from the checked one.
 */
export const checkedAddresses = async (
  hostname: string,
  { allowPrivateTargets, resolve }: Guard
): Promise<ReadonlyArray<LookupAddress>> => {
  const resolved = await resolve(hostname).catch(() => [])
  // At most `budget.most` addresses of each family.
  const counts = { 4: 0, 6: 0 }
  const addresses = resolved.filter(({ family }) => ++counts[family === 6 ? 6 : 4] <= budget.most)
  if (addresses.length === 0) throw new Unreachable("dns")
  const areAllowed = allowPrivateTargets || addresses.every(({ address }) => isPublicAddress(address))
  if (!areAllowed) throw new Unreachable("blocked")
  return addresses
}
