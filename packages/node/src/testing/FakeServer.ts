import { ApiKeys, CurrentOrganization, Organizations } from "@mailroom/core"
import { Duration, Effect, Option, Redacted } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { MailroomError } from "../MailroomError.ts"
import { methods } from "../Methods.ts"
import type { OrganizationUseCases } from "../UseCases.ts"
import type { IntakeResult } from "../generated/types.ts"
import * as Letters from "./Letters.ts"
import type { NextOutcome, SentMail } from "./Outbox.ts"
import type { DeliveredWebhook } from "./WebhookLog.ts"
import { makeWorld, type World } from "./World.ts"

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

const link = /https?:\/\/[^\s<>"]+\/u\/[^\s<>",]+/u

/** What leads, and others, send to the organization. */
const postOf = ({ now, outbox, settled }: World, { intake, leads }: OrganizationUseCases) => {
  let count = 0

  const lastMailTo = async (lead: LeadLike): Promise<SentMail> => {
    await settled()
    const email = typeof lead === "string" ? lead : (await leads.find(typeof lead === "number" ? lead : lead.id)).email
    const mail = outbox.mails.findLast(({ to }) => to.email.toLowerCase() === email.toLowerCase())
    if (mail !== undefined) return mail
    throw invalid(`No mail was sent to ${email} yet: start its campaign, and call advance("1 minute")`)
  }

  const occasion = async (lead: LeadLike) => {
    const mail = await lastMailTo(lead)
    return { mail, now: new Date(now()).toISOString(), id: `fake-${++count}` }
  }

  const raw = async (mail: Uint8Array | string) => {
    const result = await intake.receive(mail)
    await settled()
    return result
  }

  return {
    raw,
    reply: async (lead: LeadLike, text: string) => await raw(Letters.reply(await occasion(lead), text)),
    bounce: async (lead: LeadLike) => await raw(Letters.bounce(await occasion(lead))),
    unsubscribe: async (lead: LeadLike) => {
      const { headers, html, text } = await lastMailTo(lead)
      const url = link.exec(`${headers["list-unsubscribe"]} ${text} ${html}`)?.[0]
      if (url === undefined) {
        throw invalid("The last mail to this lead has no link to unsubscribe: set unsubscribe_header of its campaign")
      }
      const { ok, status } = await fetch(url, { method: "POST" })
      if (!ok) throw new MailroomError("internal", `The link to unsubscribe answered ${status}`)
      await settled()
    }
  }
}

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
  const instant = instantOf(now)
  const server = createServer()
  await once(server.listen(0, "127.0.0.1"), "listening")
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world = await makeWorld({ baseUrl, inbound, now: instant })
  server.on("request", world.handler)
  const { owner, secret } = await world.run(
    Effect.gen(function* () {
      const owner = yield* (yield* Organizations).create(organization)
      const { secret } = yield* ApiKeys.use((keys) => keys.create({ name: "Test" })).pipe(
        Effect.provideService(CurrentOrganization, owner)
      )
      return { owner, secret }
    })
  )
  const useCases = methods(world.services, baseUrl, (effect) =>
    world.run(Effect.provideService(effect, CurrentOrganization, owner))
  )
  const post = postOf(world, useCases)
  const fake: FakeServer = {
    baseUrl,
    apiKey: Redacted.value(secret),
    useCases,
    get now() {
      return new Date(world.now()).toISOString()
    },
    get mails() {
      return world.outbox.mails
    },
    get webhooks() {
      return world.log.deliveries
    },
    next: { outcome: world.outbox.next },
    advance: async (duration) => await world.advance(millisOf(duration)),
    settled: world.settled,
    receive: { reply: post.reply, bounce: post.bounce, raw: post.raw },
    unsubscribe: post.unsubscribe,
    reset: () => restore(),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await world.close()
    }
  }
  await seed?.(fake)
  const restore = await world.remember()
  return fake
}
