/** The result type of use cases. */
import type { Effect } from "effect"
import type { InvalidInput } from "./InvalidInput.ts"
import type { CurrentOrganization } from "./Organization.ts"
import type { StorageError } from "./StorageError.ts"

/** The result of a use case of the current organization: `A`, or `E`, or invalid input, or the failure of storage. */
export type UseCase<A, E = never> = Effect.Effect<A, E | InvalidInput | StorageError, CurrentOrganization>
