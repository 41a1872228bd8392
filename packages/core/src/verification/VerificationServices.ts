/** The `AddressVerifier` over a public verification service, through the guarded `DeliveryTransport` of integrations. */
import { Effect, Layer, Redacted } from "effect"
import { type DeliveryFailed, DeliveryTransport } from "../integrations/DeliveryTransport.ts"
import { AddressVerifier, makeAsking, VerifierFailed } from "./AddressVerifier.ts"
import { neverBounce } from "./NeverBounce.ts"
import { failed, type VerificationService } from "./ServiceExchange.ts"
import { zeroBounce } from "./ZeroBounce.ts"

const services = { zerobounce: zeroBounce, neverbounce: neverBounce } as const

export type ServiceName = keyof typeof services
export const serviceNames = Object.keys(services) as ReadonlyArray<ServiceName>

export interface ServiceOptions {
  readonly service: ServiceName
  readonly key: Redacted.Redacted
  /** Replaces the beginning of the service's URLs, such as that of a region. It must be public, as the URL of a webhook. */
  readonly url?: string | undefined
}

/** The verifier that asks a service about addresses which Mailroom's own check does not reject. One credit for each. */
export const layerService = ({ key, service, url }: ServiceOptions): Layer.Layer<AddressVerifier, DeliveryFailed> => {
  const { name, read, request, title, ...known }: VerificationService = services[service]
  return Layer.effect(
    AddressVerifier,
    Effect.gen(function* () {
      const transport = yield* DeliveryTransport.orNone
      const origin = (url ?? known.url).replace(/\/$/u, "")
      if (url !== undefined) yield* transport.check(origin)
      const ask = Effect.fnUntraced(function* (email: string) {
        const answer = yield* Effect.mapError(
          transport.send(request(origin, Redacted.value(key), email)),
          ({ message }) => failed(title, "unreachable", `is not reached. ${message}`)
        )
        const result = read(answer)
        return result instanceof VerifierFailed ? yield* result : result
      })
      return yield* makeAsking(name, 1, ask)
    })
  )
}
