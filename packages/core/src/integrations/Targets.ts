/** Makes and changes the targets of integrations: checks the config, and makes signing secrets. */
import { Effect, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Encryption } from "../secrets/Encryption.ts"
import type * as Timestamp from "../Timestamp.ts"
import { type Config, configs, patched } from "./Config.ts"
import { DeliveryTransport } from "./DeliveryTransport.ts"
import type { Target } from "./Exchanges.ts"
import type { IntegrationPatch, IntegrationRecord, NewIntegration } from "./Integration.ts"
import { unseal } from "./Sealing.ts"
import { newSecret, type SigningSecrets } from "./Signature.ts"

const fault = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })

const decodeConfigs = {
  webhook: decode(configs.webhook, "/config"),
  slack: decode(configs.slack, "/config"),
  telegram: decode(configs.telegram, "/config"),
  hubspot: decode(configs.hubspot, "/config")
}

/** Makes the functions for new and changed targets. */
export const makeTargets = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  // A host may give neither of these services. Then each call of them fails.
  const encryption = yield* Encryption.orNone
  const transport = yield* DeliveryTransport.orNone

  const newSecrets: Effect.Effect<SigningSecrets> = newSecret.pipe(
    Effect.map((current) => ({ current, previous: null, rotated_at: null })),
    Effect.provideService(SecureRandom.SecureRandom, random)
  )

  const checkUrl = ({ config }: Config) =>
    "url" in config
      ? Effect.mapError(transport.check(config.url), ({ message }) => fault("/config/url", message))
      : Effect.void

  /** The target of a new integration. A webhook gets a new signing secret. */
  const newTarget = Effect.fnUntraced(function* (input: NewIntegration) {
    yield* checkUrl(input)
    return encryptedPartOf(input.type === "webhook" ? { ...input, secrets: yield* newSecrets } : input)
  })

  /** The target of an integration after a patch of its config, or of its secret. */
  const changedTarget = Effect.fnUntraced(function* (
    integration: IntegrationRecord,
    { config = {}, rotate_secret = false }: IntegrationPatch,
    now: Timestamp.Timestamp
  ) {
    const { type } = integration
    const organization = yield* CurrentOrganization
    if (rotate_secret && type !== "webhook") {
      return yield* fault("/rotate_secret", "must be false: only a webhook has a signing secret")
    }
    // `undefined`: the target cannot be decrypted, so the patch must be a whole config.
    const stored = Result.getOrUndefined(yield* Effect.result(unseal(encryption, organization.id, integration)))
    const decoded = yield* decodeConfigs[type](stored === undefined ? config : patched(stored, config))
    const next = { type, config: decoded } as Config
    yield* checkUrl(next)
    if (next.type !== "webhook") return next
    if (!rotate_secret) {
      if (stored?.type === "webhook") return { ...next, secrets: stored.secrets }
      return yield* fault("/rotate_secret", "must be true: the stored secret cannot be decrypted")
    }
    const { current } = yield* newSecrets
    const previous = stored?.type === "webhook" ? stored.secrets.current : null
    return { ...next, secrets: { current, previous, rotated_at: now } }
  })

  return { changedTarget, newTarget }
})

/** The part of an integration that is encrypted, without its other fields. */
const encryptedPartOf = (target: Target): Target =>
  target.type === "webhook"
    ? { type: target.type, config: target.config, secrets: target.secrets }
    : ({ type: target.type, config: target.config } as Target)
