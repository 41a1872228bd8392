/** The demo's campaign that runs: its numbers grow while one watches. */
import { assert, describe, it } from "@effect/vitest"
import {
  Account,
  Analytics,
  CurrentOrganization,
  Encryption,
  Inbound,
  Mailer,
  Mailroom,
  Organizations,
  type OutgoingMail,
  Sends,
  Workers
} from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Live from "../src/Live.ts"
import * as World from "../src/World.ts"

const layer = Mailroom.layer.pipe(
  Layer.provide([PostalMime.layer, Encryption.layerEphemeral]),
  Layer.provideMerge(Layer.mergeAll(MemoryStorage.layer, World.layer, Layer.succeed(Inbound, "host")))
)

/** Waits for threads, which the clock of the test does not know: they compute the codes of unsubscribe links, and parse mails. */
const afterThreads = Effect.promise(async () => {
  for (let i = 0; i < 4; i++) await crypto.subtle.digest("SHA-256", new Uint8Array(1))
})

describe("The running demo", () => {
  it.effect("sends, and gets answers, bounces and unsubscriptions", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2030, 5, 15, 3))
      const organization = yield* Organizations.use((organizations) => organizations.create({ name: "Acme" }))
      const asTenant = Effect.provideService(CurrentOrganization, organization)
      const campaign_id = yield* asTenant(Live.fill)
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(Workers.layer(Effect.all([Mailroom.mailSender])), scope)
      yield* Effect.forkScoped(World.run)
      const summary = asTenant(Analytics.use((analytics) => analytics.summary(campaign_id, {})))
      const happens = Effect.map(summary, ({ metrics }) =>
        (["sent", "replied", "auto_replied", "bounced", "unsubscribed"] as const).every((name) => metrics[name] > 0)
      )
      const second = Effect.andThen(TestClock.adjust("1 second"), afterThreads)
      yield* Effect.repeat(Effect.andThen(second, happens), { until: (all) => all })
      // A process that stops finishes the mails that it is sending.
      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(stopping)
      const { data } = yield* asTenant(Sends.use((sends) => sends.page({ limit: 100 })))
      assert.strictEqual(new Set(data.map(({ to_email }) => to_email)).size, data.length)
    }).pipe(Effect.scoped, Effect.provide(layer, { local: true }))
  )

  it.effect("refuses a mail to an address outside, and the account goes on", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2030, 5, 15, 3))
      const organization = yield* Organizations.use((organizations) => organizations.create({ name: "Acme" }))
      const { send } = yield* Mailer
      const from = { name: "Lena", email: "lena@live-quillmark.example" }
      const mail = (email: string, sender = from): OutgoingMail => ({
        organization_id: organization.id,
        account: { id: Account.AccountId.make(1), email: sender.email, provider: "smtp" },
        from: sender,
        to: { name: "", email },
        cc: [],
        bcc: [],
        reply_to: null,
        subject: "Fwd: Hello",
        message_id: "<1@live-quillmark.example>",
        in_reply_to: null,
        references: [],
        headers: {},
        text: "Hello",
        html: null,
        attachments: []
      })
      // Only a refusal of the recipient says nothing about the account.
      const reply = "550 5.7.1 The demo sends only to addresses that end in .example"
      for (const outside of ["me@company.com", "me@example.com", "me@x.example.org"]) {
        assert.deepStrictEqual(yield* send(mail(outside), null), {
          outcome: "refused",
          at: "recipient",
          code: 550,
          reply
        })
      }
      const inside = yield* Effect.forkChild(send(mail("charles.0@quillmark.example"), null))
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(yield* Fiber.join(inside), { outcome: "sent" })
      const stranger = { name: "Eve", email: "eve@company.com" }
      assert.deepInclude(yield* send(mail("charles.0@quillmark.example", stranger), null), { outcome: "unsent" })
    }).pipe(Effect.scoped, Effect.provide(layer, { local: true }))
  )
})
