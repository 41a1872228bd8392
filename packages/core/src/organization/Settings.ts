import { Cause, Context, Effect, Layer, Option, Result } from "effect"
import type { UseCase } from "../UseCase.ts"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import { hostOf, PublicUrl } from "../PublicUrl.ts"
import type { Signer } from "../secrets/Signer.ts"
import { NoOrganization, StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { dueFor } from "../retention/RetentionWork.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import { nextVersion } from "../Version.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { type DomainFault, makeDomainCheck, noPublicUrl, nonceOf, type TrackingDomainState } from "./DomainCheck.ts"
import {
  initial,
  isRetaining,
  OrganizationChanged,
  OrganizationPatch,
  type OrganizationSettings,
  type SettingsRecord,
  toTrackingDomain
} from "./OrganizationSettings.ts"
import { SettingsStore } from "./SettingsStore.ts"

/** The settings of an organization, with their version. */
export interface VersionedSettings {
  readonly settings: OrganizationSettings
  readonly version: number
}

/** The fault of a domain of another organization: the predicate of a sentence about it. */
const takenMessage = "is reserved for another organization of this service, which proved it before: use another name"

/** The settings of the current organization. */
export class Settings extends Context.Service<
  Settings,
  {
    readonly find: Effect.Effect<VersionedSettings, StorageError, CurrentOrganization>
    /**
     * Changes settings. A tracking domain is checked first, which takes at most 45 seconds: a record must prove that it belongs
     * to the organization, unless it was proved before, this service must answer a request through it, and no other organization
     * may have proved it before. It stays reserved for the organization. The error names what was found and the cure, and
     * nothing is stored. With `if_version`, only if the settings still have one of these versions.
     */
    readonly update: (
      patch: OrganizationPatch,
      precondition?: IfVersion
    ) => UseCase<VersionedSettings, OrganizationChanged>
    /** Checks the stored tracking domain. It takes at most 30 seconds. */
    readonly trackingDomain: Effect.Effect<TrackingDomainState, StorageError, CurrentOrganization>
    /**
     * The answer to the challenge of a check, by the last segment of its path: it proves that this service was reached. `None`
     * for another path. It needs no `CurrentOrganization`.
     */
    readonly answerChallenge: (segment: string) => Effect.Effect<Option.Option<string>>
  }
>()("@mailroom/core/Settings") {
  static readonly layer: Layer.Layer<
    Settings,
    never,
    OrganizationStore | SettingsStore | Signer | Transactor | WorkStore
  > = Layer.effect(
    Settings,
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      const publicUrl = yield* PublicUrl
      const store = yield* SettingsStore
      const { transaction } = yield* Transactor
      const work = yield* WorkStore
      const { answer, faultOf, proofFault, proofOf, stateOf } = yield* makeDomainCheck
      const decodePatch = decode(OrganizationPatch)

      /** The current organization, and its settings as they are stored. */
      const read = Effect.gen(function* () {
        const { id } = yield* CurrentOrganization
        const found = yield* organizations.find(id)
        if (Option.isNone(found)) {
          const cause = new Cause.NoSuchElementError(`no organization ${id}`)
          return yield* new StorageError({ operation: "Settings.find", reason: new NoOrganization({ cause }) })
        }
        const organization = found.value
        const stored = Option.getOrElse(yield* store.find(id), () => initial(organization))
        return { organization, stored }
      })

      type Read = Effect.Success<typeof read>
      /** The settings as the API shows them. */
      const shown = Effect.fnUntraced(function* ({ organization: { created_at, id, name }, stored }: Read) {
        const settings = {
          id,
          name,
          public_url: publicUrl ?? null,
          tracking_domain: stored.tracking_domain,
          tracking_domain_proof: yield* proofOf(id),
          contact_rule: stored.contact_rule,
          domain_daily_limit: stored.domain_daily_limit,
          seed_addresses: stored.seed_addresses,
          keep_events_days: stored.keep_events_days,
          keep_messages_days: stored.keep_messages_days,
          keep_sends_days: stored.keep_sends_days,
          keep_log_days: stored.keep_log_days,
          reply_labels: stored.reply_labels,
          created_at,
          updated_at: stored.updated_at
        }
        return { settings, version: stored.version } satisfies VersionedSettings
      })

      const rejected = (message: string) => new InvalidInput({ faults: [{ pointer: "/tracking_domain", message }] })

      /** The normal form of a tracking domain that works. Fails if it does not: the message has what was found, and the cure. */
      const checked = Effect.fnUntraced(function* (text: string) {
        if (publicUrl === undefined) return yield* rejected(noPublicUrl.message)
        const domain = toTrackingDomain(text, hostOf(publicUrl))
        if (Result.isFailure(domain)) return yield* rejected(domain.failure)
        const { id } = yield* CurrentOrganization
        const owner = yield* store.findOwner(domain.success)
        const isProved = Option.isSome(owner) && owner.value === id
        const fault: DomainFault | undefined =
          (isProved ? undefined : yield* proofFault(domain.success, id)) ?? (yield* faultOf(domain.success))
        return fault === undefined ? domain.success : yield* rejected(fault.message)
      })

      /** Stores settings, and lets retention begin. */
      const replace = Effect.fnUntraced(function* (next: SettingsRecord) {
        const { id } = yield* CurrentOrganization
        const outcome = yield* store.replace(id, next)
        if (outcome === "stored" && isRetaining(next)) yield* dueFor(work, id, next.updated_at)
        return outcome
      }, transaction)

      /** Stores changes to the settings as they are now, however often others change them meanwhile. */
      const change = Effect.fnUntraced(function* (
        changes: Partial<Omit<SettingsRecord, "updated_at" | "version">>,
        precondition: IfVersion
      ) {
        const { id } = yield* CurrentOrganization
        while (true) {
          const current = yield* read
          const { stored } = current
          if (!allows(precondition, stored.version)) {
            return yield* new OrganizationChanged({ id, version: stored.version })
          }
          const next = nextVersion(stored, { ...stored, ...changes }, yield* Timestamp.now, [
            "contact_rule",
            "seed_addresses",
            "reply_labels"
          ])
          const outcome = next === stored ? "stored" : yield* replace(next)
          if (outcome === "stored") return yield* shown({ ...current, stored: next })
          if (outcome === "taken") return yield* rejected(takenMessage)
        }
      })

      return Settings.of({
        find: Effect.flatMap(read, shown),
        update: traced("Settings.update")(function* (input, precondition = {}) {
          const { tracking_domain, ...rest } = yield* decodePatch(input)
          const { id } = yield* CurrentOrganization
          const { stored } = yield* read
          if (!allows(precondition, stored.version)) {
            return yield* new OrganizationChanged({ id, version: stored.version })
          }
          const domain = typeof tracking_domain === "string" ? yield* checked(tracking_domain) : tracking_domain
          return yield* change({ ...rest, ...(domain === undefined ? {} : { tracking_domain: domain }) }, precondition)
        }),
        trackingDomain: Effect.flatMap(read, ({ organization, stored }) =>
          stateOf(stored.tracking_domain, organization.id)
        ),
        answerChallenge: (segment) => {
          const nonce = nonceOf(segment)
          return nonce === undefined ? Effect.succeedNone : Effect.asSome(answer(nonce))
        }
      })
    })
  )
}
