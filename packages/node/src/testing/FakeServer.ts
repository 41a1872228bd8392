/** The fake server: a Mailroom on memory for tests of an app, whose time, mail and webhooks the test controls. */
import { ApiKeys, CurrentOrganization, decode, InboundSource, Organizations, Timestamp } from "@mailroom/core"
import { Effect, Option, Predicate, Redacted, Schema } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { types } from "node:util"
import { MailroomError } from "../MailroomError.ts"
import { settle } from "../Settled.ts"
import { methods } from "../Methods.ts"
import type { OrganizationUseCases } from "../UseCases.ts"
import * as Letters from "./Letters.ts"
import type { FakeServer, LeadLike, Options, SentMail, Span } from "./TestKit.ts"
import { makeWorld, type World } from "./World.ts"

export type * from "./TestKit.ts"

const invalid = (message: string) => new MailroomError("invalid_request", message)

const units = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000
}

/** The milliseconds of a duration such as `3 days`. Throws for anything else. */
const millisOf = (span: Span): number => {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?) (second|minute|hour|day|week)s?$/u.exec(String(span)) ?? []
  const millis = typeof span === "number" ? span : Number(amount) * (units[unit as keyof typeof units] ?? Number.NaN)
  if (millis >= 0 && Number.isFinite(millis)) return Math.ceil(millis)
  throw invalid(`${JSON.stringify(span)} is no duration: write one such as "3 days", "90 minutes" or "10 seconds"`)
}

const isInstant = (now: unknown): now is Date | string =>
  types.isDate(now)
    ? !Number.isNaN(now.getTime())
    : Option.isSome(Schema.decodeUnknownOption(Timestamp.TimestampInput)(now))

/** For JavaScript: in TypeScript the compiler finds most of these faults. */
const decodeOptions = decode(
  Schema.Struct({
    now: Schema.optional(Schema.declare(isInstant).annotate({ expected: "an instant such as 2026-03-02T09:00:00Z" })),
    organization: Schema.optional(Schema.Struct({ name: Schema.String })),
    inbound: Schema.optional(InboundSource),
    seed: Schema.optional(Schema.declare(Predicate.isFunction).annotate({ expected: "a function" }))
  } satisfies Record<keyof Options, Schema.Top>)
)

/** The first link of a text whose path has `/u/`: it unsubscribes. */
const unsubscribeLinkIn = (text: string) =>
  text.split(/[\s<>",]/u).find((word) => /^https?:\/\//u.test(word) && word.includes("/u/"))

/** The functions by which leads, and others, send mail to the organization. */
const postOf = ({ now, outbox, settled }: World, { intake, leads }: OrganizationUseCases) => {
  let count = 0

  const lastMailTo = async (lead: LeadLike): Promise<SentMail> => {
    await settled()
    const email = typeof lead === "string" ? lead : (await leads.find(typeof lead === "number" ? lead : lead.id)).email
    const mail = outbox.mails.findLast(({ to }) => to.email.toLowerCase() === email.toLowerCase())
    if (mail !== undefined) return mail
    throw invalid(`No mail was sent to ${email} yet: start its campaign, and call advance("1 minute")`)
  }

  /** The facts about a mail that the lead writes now, in answer to the last one it got. */
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
      const url = unsubscribeLinkIn(`${headers["list-unsubscribe"]} ${text} ${html}`)
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
export const start = async (options: Options = {}): Promise<FakeServer> => {
  settle(Effect.runSyncExit(decodeOptions(options)))
  const { inbound = "host", organization = { name: "Test" }, seed } = options
  // The default is `Date.now()`. Where a test runner has replaced `Date`, that is the time of the test.
  const now = new Date(options.now ?? Date.now()).getTime()
  const server = createServer()
  await once(server.listen(0, "127.0.0.1"), "listening")
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world = await makeWorld({ baseUrl, inbound, now })
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
  const useCases = methods(world.services, (effect) =>
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
    verdicts: world.verdicts,
    next: { outcome: world.outbox.next },
    advance: async (duration) => await world.advance(millisOf(duration)),
    settled: world.settled,
    receive: { reply: post.reply, bounce: post.bounce, raw: post.raw },
    unsubscribe: post.unsubscribe,
    // Set below, after `seed`.
    reset: () => restore(),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await world.close()
    }
  }
  try {
    await seed?.(fake)
  } catch (error) {
    await fake.stop()
    throw error
  }
  const restore = await world.remember()
  return fake
}
