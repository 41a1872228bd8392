import { ApiKeys, CurrentOrganization, Organizations } from "@mailroom/core"
import { Duration, Effect, Option, Redacted } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { MailroomError } from "../MailroomError.ts"
import { methods, type services } from "../Methods.ts"
import type { OrganizationUseCases } from "../UseCases.ts"
import type { IntakeResult } from "../generated/types.ts"
import * as Letters from "./Letters.ts"
import type { NextOutcome, SentMail } from "./Outbox.ts"
import type { DeliveredWebhook } from "./WebhookLog.ts"
import { makeWorld, type Past, type World } from "./World.ts"

export type { NextOutcome, OutcomeName, SentMail } from "./Outbox.ts"
export type { DeliveredWebhook } from "./WebhookLog.ts"

/** A lead, its id, or its address. */
export type LeadLike = number | string | { readonly id: number }

export interface Options {
  /** The first instant: a date-time of RFC 3339, or a `Date`. Default: the time of the machine. */
  readonly now?: Date | string | undefined
  /** The only organization. Default: its name is `Test`. */
  readonly organization?: { readonly name: string } | undefined
  /**
   * The source of incoming mail, as of `createMailroom`. `"host"`: no inbox is read. `"inboxes"`: the inboxes of accounts
   * with `imap` are read, and are empty. What `receive` hands in arrives with both. Default: `"host"`.
   */
  readonly inbound?: "host" | "inboxes" | undefined
  /** Prepares data, once. Each `reset` returns to the state after it. */
  readonly seed?: ((mailroom: FakeServer) => Promise<void> | void) | undefined
}

export interface FakeServer {
  /** `http://127.0.0.1:…`, on a free port. */
  readonly baseUrl: string
  /** A key with full access to the only organization. */
  readonly apiKey: string
  /**
   * The use cases of that organization, on the same data as the server. Tests can prepare data with them, and inspect
   * it.
   */
  readonly useCases: OrganizationUseCases
  /** The present instant of the server: ISO 8601, in UTC. It changes only by `advance` and `reset`. */
  readonly now: string
  /** The mails that were sent, in order. */
  readonly mails: ReadonlyArray<SentMail>
  /** The tries to deliver something to integrations, in order. */
  readonly webhooks: ReadonlyArray<DeliveredWebhook>
  readonly next: {
    /** The outcomes of the next mails, one for each, in order. Later mails are sent. */
    readonly outcome: (...outcomes: ReadonlyArray<NextOutcome>) => void
  }
  /**
   * Moves the time of the server by a duration such as `"3 days"`, `"90 minutes"` or `{ hours: 2 }`, and does everything
   * that is due until then, at its instant: mails, tries of deliveries, ends of keys, deletions. Resolves when all of it is
   * done.
   */
  readonly advance: (duration: Duration.Input) => Promise<void>
  /** Resolves when everything that is due at the present instant is done. */
  readonly settled: () => Promise<void>
  readonly receive: {
    /** The lead answers the last mail that was sent to it. */
    readonly reply: (lead: LeadLike, text: string) => Promise<IntakeResult>
    /** The last mail that was sent to the lead comes back: its address does not exist. */
    readonly bounce: (lead: LeadLike) => Promise<IntakeResult>
    /** Any mail arrives, with header and body (RFC 5322). */
    readonly raw: (mail: Uint8Array | string) => Promise<IntakeResult>
  }
  /** The lead follows the link to unsubscribe in the last mail that was sent to it. */
  readonly unsubscribe: (lead: LeadLike) => Promise<void>
  /**
   * Returns to the state after `seed`, or to an empty organization: data, time, mails, webhooks, outcomes. `baseUrl`,
   * `apiKey` and `useCases` stay valid.
   */
  readonly reset: () => Promise<void>
  /** Stops the server. */
  readonly stop: () => Promise<void>
}

const invalid = (message: string) => new MailroomError("invalid_request", message)

const millisOf = (duration: Duration.Input): number => {
  const millis = Option.map(Duration.fromInput(duration), Duration.toMillis)
  if (Option.isSome(millis) && millis.value >= 0 && Number.isFinite(millis.value)) return millis.value
  throw invalid(`${JSON.stringify(duration)} is no duration: write one such as "3 days", "90 minutes" or "10 seconds"`)
}

const instantOf = (now: Date | string | undefined): number => {
  if (now === undefined) return Date.now()
  const millis = new Date(now).getTime()
  if (!Number.isNaN(millis)) return millis
  throw invalid(`now: ${JSON.stringify(now)} is no instant: write one such as "2026-03-02T09:00:00Z"`)
}

/** Services whose methods are those of the present world. */
const late = (world: () => World): Effect.Success<typeof services> =>
  new Proxy({} as Effect.Success<typeof services>, {
    get: (_, name) => new Proxy({}, { get: (_, method) => Reflect.get(Reflect.get(world().services, name), method) })
  })

const link = /https?:\/\/[^\s<>"]+\/u\/[^\s<>",]+/u

/**
 * Starts a server with storage in memory and one organization. Servers are independent of each other. Its clock stands
 * still until `advance`. No mail leaves it, and integrations are delivered to this machine only (`127.0.0.1`,
 * `localhost`).
 */
export const start = async ({
  inbound = "host",
  now,
  organization = { name: "Test" },
  seed
}: Options = {}): Promise<FakeServer> => {
  const beginning: Past = { now: instantOf(now), storage: undefined, mails: [], webhooks: [] }
  const server = createServer((request, response) => world.handler(request, response))
  await once(server.listen(0, "127.0.0.1"), "listening")
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { baseUrl, inbound, secret: crypto.getRandomValues(new Uint8Array(32)) }
  let world = await makeWorld(settings, beginning)
  const closing: Array<Promise<void>> = []
  let mails = 0

  const { owner, secret } = await world.run(
    Effect.gen(function* () {
      const owner = yield* (yield* Organizations).create(organization)
      const { secret } = yield* ApiKeys.use((keys) => keys.create({ name: "Test" })).pipe(
        Effect.provideService(CurrentOrganization, owner)
      )
      return { owner, secret }
    })
  )
  const useCases = methods(
    late(() => world),
    baseUrl,
    (effect) => world.run(Effect.provideService(effect, CurrentOrganization, owner))
  )

  const lastMailTo = async (lead: LeadLike): Promise<SentMail> => {
    await world.settled()
    const email =
      typeof lead === "string" ? lead : (await useCases.leads.find(typeof lead === "number" ? lead : lead.id)).email
    const mail = world.outbox.mails.findLast(({ to }) => to.email.toLowerCase() === email.toLowerCase())
    if (mail !== undefined) return mail
    throw invalid(`No mail was sent to ${email} yet: start its campaign, and call advance("1 minute")`)
  }
  const receive = async (mail: Uint8Array | string) => {
    const result = await useCases.intake.receive(mail)
    await world.settled()
    return result
  }
  const occasion = async (lead: LeadLike) => ({ mail: await lastMailTo(lead), now: fake.now, id: `fake-${++mails}` })

  let past: Past
  const fake: FakeServer = {
    baseUrl,
    apiKey: Redacted.value(secret),
    useCases,
    get now() {
      return new Date(world.clock.currentTimeMillisUnsafe()).toISOString()
    },
    get mails() {
      return world.outbox.mails
    },
    get webhooks() {
      return world.log.deliveries
    },
    next: { outcome: (...outcomes) => world.outbox.next(outcomes) },
    advance: async (duration) => {
      const millis = millisOf(duration)
      await world.advanceTo(world.clock.currentTimeMillisUnsafe() + millis)
    },
    settled: () => world.settled(),
    receive: {
      reply: async (lead, text) => receive(Letters.reply(await occasion(lead), text)),
      bounce: async (lead) => receive(Letters.bounce(await occasion(lead))),
      raw: receive
    },
    unsubscribe: async (lead) => {
      const { headers, html, text } = await lastMailTo(lead)
      const url = link.exec(`${headers["list-unsubscribe"]} ${text} ${html}`)?.[0]
      if (url === undefined)
        throw invalid("The last mail to this lead has no link to unsubscribe: set unsubscribe_header of its campaign")
      await fetch(url, { method: "POST" })
      await world.settled()
    },
    reset: async () => {
      closing.push(world.close())
      world = await makeWorld(settings, past)
      mails = 0
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await Promise.all([...closing, world.close()])
    }
  }
  await seed?.(fake)
  await world.settled()
  past = await world.past()
  return fake
}
