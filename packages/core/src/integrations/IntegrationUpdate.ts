/** Changes integrations after tries of their deliveries. */
import { Effect, Option } from "effect"
import { Changes } from "../Changes.ts"
import type { IntegrationId, OrganizationId } from "../ids.ts"
import type { Stored } from "../StorageError.ts"
import type { IntegrationRecord } from "./Integration.ts"
import { IntegrationDisabled } from "./IntegrationChange.ts"
import { IntegrationStore } from "./IntegrationStore.ts"

export const makeIntegrationUpdate = Effect.gen(function* () {
  const integrations = yield* IntegrationStore
  const { report, transaction } = yield* Changes

  /**
   * Locks an integration, and stores the one that `decide` returns; `undefined` changes nothing. Does nothing if the integration was
   * deleted. When it becomes disabled, reports `IntegrationDisabled`, so that other integrations can notify people.
   */
  return (
    organization_id: OrganizationId,
    id: IntegrationId,
    decide: (locked: IntegrationRecord) => Stored<IntegrationRecord | undefined>
  ) =>
    transaction(
      Effect.gen(function* () {
        const locked = yield* integrations.lock(organization_id, id)
        if (Option.isNone(locked)) return
        const changed = yield* decide(locked.value)
        if (changed === undefined) return
        yield* integrations.replace(organization_id, changed)
        if (changed.status === "disabled" && locked.value.status !== "disabled") {
          const { last_error, name, type } = changed
          yield* report([new IntegrationDisabled({ integration: { id, type, name }, error: last_error ?? "" })])
          yield* Effect.logWarning(`Integration ${id} of organization ${organization_id} is disabled`)
        }
      })
    )
})
