/** How many statements a mail takes that comes in: over a database on another machine, each is a round trip. */
import { assert, it } from "@effect/vitest"
import { Accounts, Activity, Campaigns, CurrentOrganization, Intake, Leads, Mailroom } from "@mailroom/core"
import { PostalMime } from "@mailroom/mime"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { newOrganization } from "../packages/core/src/testing/fixtures/Fixtures.ts"
import { bytes } from "../packages/mime/test/Mail.ts"
import { layerStorage } from "../packages/postgres/test/Server.ts"

const services = Mailroom.layer.pipe(Layer.provideMerge(layerStorage), Layer.provide(PostalMime.layer))

const mailFrom = (email: string, text: string, answered?: string) =>
  bytes(
    [
      `From: Ada <${email}>`,
      "To: sender@ours.test",
      "Subject: Re: Our offer",
      `Message-ID: <${email}>`,
      ...(answered === undefined ? [] : [`In-Reply-To: <${answered}>`, `References: <${answered}>`]),
      "",
      text,
      ""
    ].join("\n")
  )

it.live("A mail takes few statements, and an answer that the rules label makes no further work", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const organization = { id: yield* newOrganization }
    const asTenant = Effect.provideService(CurrentOrganization, organization)
    const { id: account_id } = yield* asTenant(
      Accounts.use(({ create }) => create({ email: "sender@ours.test", provider: "smtp" }))
    )
    const { id: campaign_id } = yield* asTenant(Campaigns.use(({ create }) => create({ name: "Spring" })))
    const leads = ["a", "b", "c"].map((name) => ({ email: `${name}@lead.test` }))
    yield* asTenant(Leads.use(({ create }) => create({ campaign_id, leads })))
    const events = leads.map(({ email }) => ({
      type: "sent",
      campaign_id,
      email,
      account_id,
      message_id: `to-${email}`,
      occurred_at: "2026-03-02T10:00:00.000Z",
      message: {
        message_id: `to-${email}`,
        subject: "Our offer",
        body_text: "Hello",
        from_email: "sender@ours.test",
        to_email: email
      }
    }))
    const { counts } = yield* asTenant(Activity.use(({ record }) => record(events)))
    assert.strictEqual(counts.recorded, 3)

    /** Takes a mail in. Returns its kind, and the number of its statements without BEGIN and COMMIT. */
    const take = Effect.fnUntraced(function* (raw: Uint8Array) {
      let statements = 0
      const counting = (statement: Statement.Statement<unknown>) =>
        Effect.sync(() => {
          statements++
          return statement
        })
      const { kind } = yield* Intake.use(({ receive }) => receive(raw)).pipe(
        asTenant,
        Effect.provideService(Statement.CurrentTransformer, counting)
      )
      return [kind, statements]
    })
    const answer = (name: string, text: string) => take(mailFrom(`${name}@lead.test`, text, `to-${name}@lead.test`))
    const interested = "Yes, I'm interested. Please send me more information."
    // The first one inserts the tag.
    yield* answer("a", interested)
    assert.deepStrictEqual(yield* answer("b", interested), ["reply", 22])
    const items = Effect.map(sql`SELECT FROM mailroom.work WHERE kind = 'label'`, ({ length }) => length)
    assert.strictEqual(yield* items, 0)
    assert.deepStrictEqual(yield* answer("c", "I will think about it."), ["reply", 19])
    assert.strictEqual(yield* items, 1)
    const tagged = yield* sql<{ readonly reply_status: string | null }>`
      SELECT reply_status FROM mailroom.leads ORDER BY id`
    assert.deepStrictEqual(
      tagged.map(({ reply_status }) => reply_status),
      ["Interested", "Interested", null]
    )
    assert.deepStrictEqual(yield* take(mailFrom("ada@stranger.test", "Hello")), ["other", 8])
  }).pipe(Effect.provide(services, { local: true }))
)
