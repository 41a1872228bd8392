/** A fake server with a campaign, for the tests of the test kit. */
import { assert } from "@effect/vitest"
import { MailroomError } from "@mailroom/node"
import { FakeServer } from "@mailroom/node/testing"

export const monday = "2026-03-02T09:00:00.000Z"
const password = { type: "password", password: "p" } as const
const credentials = { smtp: { host: "mx.ours.example", auth: password }, imap: { host: "mx.ours.example" } }

/** Runs a test with a server that begins on a Monday. */
export const withServer =
  (test: (server: FakeServer.FakeServer) => Promise<void>, options: FakeServer.Options = {}) =>
  async () => {
    const server = await FakeServer.start({ now: monday, ...options })
    try {
      await test(server)
    } finally {
      await server.stop()
    }
  }

/** Starts a campaign with a step each three days, and sends its first mail to Ada. */
export const campaign = async (
  server: FakeServer.FakeServer,
  { steps = 2, ...settings }: { readonly steps?: number; readonly unsubscribe_header?: boolean } = {}
) => {
  const { accounts, campaigns, leads, mailboxes, sequences } = server.useCases
  const account = await accounts.create({
    email: "grace@ours.example",
    provider: "smtp",
    settings: { first_name: "Grace", min_delay_minutes: 0 }
  })
  await mailboxes.connect(account.id, credentials)
  const { id } = await campaigns.create({ name: "Spring", account_ids: [account.id], ...settings })
  for (let step = 0; step < steps; step++) {
    const subject = step === 0 ? "Hello {{first_name}}" : null
    await sequences.create(id, { subject, body: `Step ${step + 1} for {{first_name}}`, delay_days: step === 0 ? 0 : 3 })
  }
  await leads.create({ campaign_id: id, leads: [{ email: "ada@theirs.example", first_name: "Ada" }] })
  const [lead] = (await leads.list({ campaign_id: id })).data
  assert(lead)
  await campaigns.start(id)
  await server.settled()
  return { account, id, lead }
}

export const stopOf = async ({ useCases }: FakeServer.FakeServer, { id }: { readonly id: number }) =>
  (await useCases.leads.find(id)).stop_sending_type

export const webhook = (url: string) =>
  ({ type: "webhook", name: "App", events: ["replied"], config: { url } }) as const

export const get = async ({ baseUrl }: FakeServer.FakeServer, key: string) =>
  (await fetch(`${baseUrl}/campaigns`, { headers: { authorization: `Bearer ${key}` } })).status

export const failure = async (call: () => unknown): Promise<MailroomError> => {
  try {
    await call()
  } catch (error) {
    assert.instanceOf(error, MailroomError)
    return error
  }
  return assert.fail("It did not fail")
}
