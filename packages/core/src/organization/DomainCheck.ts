/** Checks that a tracking domain belongs to an organization, by a record, and leads to this Mailroom, by a request through it. */
import { answered, DnsResolver } from "@mailroom/mail/dns"
import { Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { outside } from "../Deadline.ts"
import { described } from "../Described.ts"
import { DeliveryTransport } from "../integrations/DeliveryTransport.ts"
import type { OrganizationId } from "../ids.ts"
import { hostOf, PublicUrl } from "../PublicUrl.ts"
import { Signer } from "../secrets/Signer.ts"
import * as Timestamp from "../Timestamp.ts"
import { openPath } from "../tracking/Token.ts"
import { dnsFaultOf, DomainRecord, type FoundFault, proofFaultOf, proofFor, recordFor } from "./DomainRecord.ts"
import { linkBaseOf } from "./LinkBase.ts"

const reasons = [
  "no_public_url",
  "not_proved",
  "dns_unanswered",
  "no_records",
  "points_elsewhere",
  "unreachable",
  "wrong_answer"
] as const

export const TrackingDomainState = Schema.Struct({
  tracking_domain: described(
    Schema.NullOr(Schema.String),
    "The stored tracking domain; `null`: none.",
    "links.example.com"
  ),
  status: described(
    Schema.Literals(["none", "ok", "error"]),
    "`none`: there is no tracking domain. `ok`: links by it reach this service. `error`: they do not, see `reason`.",
    "ok"
  ),
  reason: described(
    Schema.NullOr(Schema.Literals(reasons)),
    "`no_public_url`: the service has no public URL. `not_proved`: the record that proves whose it is is missing. `dns_unanswered`: no name server answers. `no_records`: the domain has no " +
      "public address. `points_elsewhere`: it leads to another host. `unreachable`: a request by it gets no answer. `wrong_answer`: " +
      "something else than this service answers. `null`: no fault.",
    null
  ),
  message: described(
    Schema.String,
    "What was found, and what to do, for people.",
    "Links by links.example.com reach this service"
  ),
  record: described(
    Schema.NullOr(DomainRecord),
    "The record that leads the domain to this service; `null` without a domain or a public URL.",
    { name: "links.example.com", type: "CNAME", value: "mail.example.com" }
  ),
  proof: described(
    Schema.NullOr(DomainRecord),
    "The record that proves that the domain belongs to the organization; `null` without a domain.",
    { name: "_mailroom.links.example.com", type: "TXT", value: "mailroom-organization=Yk3v0rX1n8QbT5c7ZpLw2A" }
  ),
  checked_at: described(Timestamp.Timestamp, "When it was checked.", "2026-03-02T10:15:00.000Z")
}).annotate({ identifier: "TrackingDomainState", description: "Whether the tracking domain works now." })
export type TrackingDomainState = typeof TrackingDomainState.Type

export type DomainFault = FoundFault<(typeof reasons)[number]>

/** The fault of a service without a public URL: the predicate of a sentence about the domain. */
export const noPublicUrl: DomainFault = {
  reason: "no_public_url",
  message: "needs a public URL: set MAILROOM_PUBLIC_URL, --public-url, or publicUrl of createMailroom"
}

/** The path of a challenge, below the path of the images, which a proxy passes on anyway. */
const challengePath = (nonce: string): string => `${openPath}/check-${nonce}`

const challenge = /^check-([\w-]{22})$/u

/** The nonce of the last segment of the path of a challenge. */
export const nonceOf = (segment: string): string | undefined => challenge.exec(segment)?.[1]

const proofPrefix = "mailroom-organization="

/** Maximum number of texts beside a name that are compared: strangers choose how many there are. */
const maximumTexts = 50

/** Makes the checks, and the answer to a challenge. */
export const makeDomainCheck = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  const random = yield* SecureRandom.SecureRandom
  const resolver = yield* DnsResolver.orNone
  const signer = yield* Signer
  const transport = yield* DeliveryTransport.orNone

  /** The value of the record that proves that a name belongs to an organization. Everybody may know it: the owner of the name publishes it. */
  const proofOf = (id: OrganizationId) =>
    Effect.map(signer.sign("organization", String(id)), (code) => `${proofPrefix}${code}`)

  /** The fault of a name without the record that proves whose it is. `undefined`: it is proved to be the organization's. */
  const proofFault = Effect.fnUntraced(function* (domain: string, id: OrganizationId) {
    const record = proofFor(domain, yield* proofOf(id))
    const published = yield* outside(answered(resolver, (ask) => ask(record.name, "TXT")))
    const texts = published.status === "found" ? published.records.slice(0, maximumTexts) : []
    const codes = texts.flatMap((text) => (text.trim().startsWith(proofPrefix) ? [text.trim()] : []))
    for (const code of codes) {
      if (yield* signer.verify("organization", String(id), code.slice(proofPrefix.length))) return undefined
    }
    return proofFaultOf(record, published)
  })

  /** Requests a challenge by a domain. The fault, if this service does not answer it; `undefined`: it does. */
  const requestFaultOf = Effect.fnUntraced(function* (domain: string, publicUrl: string) {
    const nonce = Base64Url.encode(yield* random.randomBytes(16))
    const url = `${linkBaseOf(publicUrl, domain)}${challengePath(nonce)}`
    const cure = `let the server of ${domain} pass the paths /o/, /c/ and /u/ on to this service, with a certificate for this name`
    const request = outside(transport.send({ method: "GET", url, headers: {}, body: "" }))
    return yield* Effect.matchEffect(request, {
      onFailure: ({ message }) =>
        Effect.succeed<DomainFault>({ reason: "unreachable", message: `cannot be reached. ${message}: ${cure}` }),
      onSuccess: Effect.fnUntraced(function* ({ body, status }) {
        if (status === 200 && (yield* signer.verify("domain", nonce, body.trim()))) return undefined
        const found = `answers ${status}, and not as this service does`
        return { reason: "wrong_answer", message: `${found}: ${cure}` } satisfies DomainFault
      })
    })
  })

  /**
   * The fault of a domain in its normal form. `undefined`: links by it reach this service. The request decides, because a
   * proxy in between may have other records; the records say what to do when it fails. It takes at most 30 s.
   */
  const faultOf = Effect.fnUntraced(function* (domain: string): Effect.fn.Return<DomainFault | undefined> {
    if (publicUrl === undefined) return noPublicUrl
    const requestFault = yield* requestFaultOf(domain, publicUrl)
    if (requestFault === undefined) return undefined
    const dnsFault = yield* outside(answered(resolver, (ask) => dnsFaultOf(domain, hostOf(publicUrl), ask)))
    return dnsFault ?? requestFault
  })

  /** Checks a tracking domain, and says which DNS records it needs. */
  const stateOf = Effect.fnUntraced(function* (tracking_domain: string | null, id: OrganizationId) {
    if (tracking_domain === null) {
      const message = "There is no tracking domain: links in mails begin with the public URL"
      const checked_at = yield* Timestamp.now
      return { tracking_domain, status: "none", reason: null, message, record: null, proof: null, checked_at } as const
    }
    const fault = yield* faultOf(tracking_domain)
    const checked_at = yield* Timestamp.now
    const record = publicUrl === undefined ? null : recordFor(tracking_domain, hostOf(publicUrl))
    const proof = proofFor(tracking_domain, yield* proofOf(id))
    return {
      tracking_domain,
      status: fault === undefined ? "ok" : "error",
      reason: fault?.reason ?? null,
      message:
        fault === undefined ? `Links by ${tracking_domain} reach this service` : `${tracking_domain} ${fault.message}`,
      record,
      proof,
      checked_at
    } as const
  })

  /** The text that proves to another process of this service that a challenge reached this one. */
  const answer = (nonce: string) => signer.sign("domain", nonce)

  return { answer, faultOf, proofFault, proofOf, stateOf }
}).pipe(Effect.provide(SecureRandom.layerWebCrypto))
