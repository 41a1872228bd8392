/** Replies and notices carry the step and the account of the mail that they name. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixtures from "../api/Fixtures.ts"
import { onEveryStorage, TestServer } from "../api/TestServer.ts"

/** A lead, and two accounts and two steps of its campaign. */
const campaign = Effect.gen(function* () {
  const { call } = yield* TestServer
  const account = Effect.fnUntraced(function* () {
    const email = `${Fixtures.unique("sender")}@ours.example`
    const { json } = yield* call("POST", "/accounts", { body: { email, provider: "smtp" } })
    return { id: json.id as number, email }
  })
  const campaign_id = yield* Fixtures.campaign()
  const step = Effect.fnUntraced(function* () {
    const body = { subject: "Hello", body: "Hi", delay_days: 0 }
    const { json } = yield* call("POST", `/campaigns/${campaign_id}/sequences`, { body })
    return json.id as number
  })
  const email = `${Fixtures.unique("lead")}@theirs.example`
  const [lead_id = 0] = yield* Fixtures.leads(campaign_id, [email])
  const accounts = [yield* account(), yield* account()] as const
  const steps = [yield* step(), yield* step()] as const
  const repliesOf = Effect.gen(function* () {
    const { json } = yield* call("GET", `/analytics/campaigns/${campaign_id}/by-sequence`)
    return json.data.flatMap(({ metrics, sequence_id }: any) =>
      metrics.replied + metrics.bounced === 0 ? [] : [[sequence_id, metrics.replied, metrics.bounced]]
    )
  })
  const log = Effect.map(call("GET", `/analytics/campaigns/${campaign_id}/activity`), ({ json }) => json.data)
  return { campaign_id, email, lead_id, accounts, steps, repliesOf, log }
})

const message_id = () => `<${Fixtures.unique("step")}@ours.example>`
const earlier = () => new Date(Date.now() - 60_000).toISOString()

onEveryStorage("a mail that names a mail of ours", (it) => {
  it.effect("counts for its step, in the account that sent it: as Mailroom sent it, or a host reported it", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* TestServer
      for (const source of ["sends", "event", "message"]) {
        const { accounts, campaign_id, email, lead_id, log, repliesOf, steps } = yield* campaign
        const ids = [message_id(), message_id()] as const
        for (const i of [0, 1] as const) {
          const known = { lead_id, account_id: accounts[0].id, sequence_id: steps[i] }
          const event = { type: "sent", occurred_at: earlier(), ...known }
          const message = {
            message_id: ids[i],
            subject: "Hello",
            body_text: "Hi",
            from_email: accounts[0].email,
            to_email: email
          }
          if (source === "sends") {
            // The host reported only that the lead was mailed: the record of the mail knows the step.
            const body = { events: [{ type: "sent", lead_id, occurred_at: earlier(), idempotency_key: ids[i] }] }
            assert.strictEqual((yield* call("POST", "/events", { body })).json.recorded, 1)
            yield* sent({ ...known, campaign_id, message_id: ids[i], to_email: email } as never)
          } else {
            const body = { events: [source === "event" ? { ...event, message_id: ids[i] } : { ...event, message }] }
            assert.strictEqual((yield* call("POST", "/events", { body })).json.recorded, 1)
          }
        }
        const reply = (headers: Record<string, string>) =>
          // To another account of ours, as people answer from their address book.
          Fixtures.receive({ from: email, to: accounts[1].email, headers, body: Fixtures.unique("Yes, please ") })
        yield* reply({ "In-Reply-To": ids[0] })
        assert.deepStrictEqual(yield* repliesOf, [[steps[0], 1, 0]], source)
        yield* reply({ References: `${ids[0]} ${ids[1]} <unknown@x.test>` })
        assert.deepStrictEqual(
          yield* repliesOf,
          [
            [steps[0], 1, 0],
            [steps[1], 1, 0]
          ],
          source
        )
        const replies = (yield* log).filter(({ type }: { readonly type: string }) => type === "replied")
        assert.deepStrictEqual(
          replies.map(({ account_id }: any) => account_id),
          [accounts[0].id, accounts[0].id]
        )
      }
    })
  )

  it.effect("a notice counts for the step of the mail that it returns", () =>
    Effect.gen(function* () {
      const { sent } = yield* TestServer
      const { accounts, campaign_id, email, lead_id, log, repliesOf, steps } = yield* campaign
      const id = message_id()
      const known = { lead_id, account_id: accounts[0].id, sequence_id: steps[1] }
      yield* sent({ ...known, campaign_id, message_id: id, to_email: email } as never)
      const { call } = yield* TestServer
      const event = { type: "sent", lead_id, occurred_at: earlier(), message_id: id }
      yield* call("POST", "/events", { body: { events: [event] } })
      yield* Fixtures.receive({
        from: "MAILER-DAEMON@mx.example",
        to: "us@ours.example",
        subject: "failure notice",
        body: [
          "Your mail was not delivered.",
          "",
          `<${email}>:`,
          "550 5.1.1 User unknown",
          "",
          "--- Below this line is a copy of the message.",
          "",
          `To: ${email}`,
          `Message-ID: ${id}`
        ].join("\r\n")
      })
      assert.deepStrictEqual(yield* repliesOf, [[steps[1], 0, 1]])
      const bounce = (yield* log).find(({ type }: { readonly type: string }) => type === "bounced")
      assert.deepInclude(bounce, { account_id: accounts[0].id, sequence_id: steps[1] })
    })
  )

  it.effect("counts for no step when the step is deleted, or the mail went to another lead", () =>
    Effect.gen(function* () {
      const { call, sent } = yield* TestServer
      const { accounts, campaign_id, email, lead_id, repliesOf, steps } = yield* campaign
      const known = { lead_id, account_id: accounts[0].id, sequence_id: steps[0] }
      const id = message_id()
      yield* call("POST", "/events", { body: { events: [{ type: "sent", lead_id, occurred_at: earlier() }] } })
      yield* sent({ ...known, campaign_id, message_id: id, to_email: email } as never)
      yield* call("DELETE", `/campaigns/${campaign_id}/sequences/${steps[0]}`)
      const mail = { from: email, to: accounts[0].email, headers: { "In-Reply-To": id } }
      assert.deepInclude((yield* Fixtures.receive(mail)).json, { kind: "reply", events: ["replied"] })
      assert.deepStrictEqual(yield* repliesOf, [[null, 1, 0]])

      const other = yield* campaign
      const foreign = message_id()
      const theirs = { lead_id: other.lead_id, campaign_id: other.campaign_id, sequence_id: other.steps[0] }
      yield* sent({ ...theirs, account_id: accounts[1].id, message_id: foreign, to_email: other.email } as never)
      yield* Fixtures.receive({ from: email, to: accounts[0].email, headers: { "In-Reply-To": foreign } })
      assert.deepStrictEqual(yield* repliesOf, [[null, 2, 0]])
      assert.deepStrictEqual(yield* other.repliesOf, [])
    })
  )
})
