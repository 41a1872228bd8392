/** After an erasure, and after the removal of an organization, no table and no file contains a word of the mail. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import {
  ApiKeys,
  Activity,
  type AttachmentStore,
  type SendStore,
  type UploadStore,
  Blacklist,
  type BlobStore,
  Campaigns,
  CurrentOrganization,
  DeliveryTransport,
  Encryption,
  Idempotency,
  Intake,
  Integrations,
  Leads,
  Mailroom,
  Organizations,
  StorageError,
  Transactor,
  Unavailable
} from "@mailroom/core"
import { FolderBlobs } from "@mailroom/folder"
import { PostalMime } from "@mailroom/mime"
import { PostgresStorage } from "@mailroom/postgres"
import { Effect, FileSystem, Layer, Option, Path } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { answers } from "./ErasedAnswers.ts"
import { layerDatabase, layerEmbedded } from "../packages/postgres/test/Server.ts"

const address = "zyxwv.ada@theirs.example"
/** The name of the lead, and words of its mail. Each is stored in several tables. */
const words = ["zyxwv", "qqname", "qqsubject", "qqours", "qqreply", "qqfile", "qqbytes", "qqreason"]

const transport = DeliveryTransport.of({
  check: () => Effect.void,
  send: () => Effect.die(new Error("Nothing is sent here"))
})

const toMail = (text: string) => new TextEncoder().encode(text.replaceAll("\n", "\r\n"))

/** A reply with an attachment. */
const reply = (message_id: string) =>
  toMail(`From: QQname <${address}>
To: us@ours.example
Subject: Re: qqsubject
Message-ID: <${crypto.randomUUID()}@theirs.example>
In-Reply-To: ${message_id}
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

This is my qqreply.
--b
Content-Type: application/octet-stream
Content-Disposition: attachment; filename=qqfile.bin

qqbytes of the file
--b--
`)

/** Creates a lead that got a mail and replied, with all data that is stored about it. Returns the organization's id. */
const correspond = Effect.gen(function* () {
  const organization = yield* Organizations.use((organizations) =>
    organizations.ensure({ external_id: crypto.randomUUID(), name: "Tenant" })
  )
  const ids = yield* Effect.gen(function* () {
    yield* ApiKeys.use((keys) => keys.create({ name: "Key", access: "full" }))
    yield* Integrations.use((integrations) =>
      integrations.create({ type: "webhook", name: "All", config: { url: "https://hooks.test/" }, events: ["sent"] })
    )
    yield* Integrations.use((integrations) =>
      integrations.create({ type: "webhook", name: "More", config: { url: "https://hooks.test/2" } })
    )
    const campaign = yield* Campaigns.use((campaigns) => campaigns.create({ name: "Spring" }))
    const { data } = yield* Leads.use((leads) =>
      leads.create({
        campaign_id: campaign.id,
        leads: [
          { email: address, first_name: "qqname", custom_fields: { name: "qqname" } },
          { email: "other@theirs.example" }
        ]
      })
    )
    const [lead_id, other] = data.map(({ id }) => id ?? assert.fail("created"))
    const message_id = "<first@ours.example>"
    const message = { message_id, subject: "qqsubject", body_text: "qqours", from_email: "us@ours.example" }
    const occurred_at = new Date(Date.now() - 60_000).toISOString()
    const sent = (lead_id: number | undefined, to_email: string, message_id: string) => ({
      type: "sent",
      lead_id,
      occurred_at,
      message: { ...message, message_id, to_email }
    })
    const bounced = {
      type: "bounced",
      lead_id,
      occurred_at,
      idempotency_key: `${address} qqreason`,
      data: { reason: "qqreason", email: address, hard: false }
    }
    const { counts } = yield* Activity.use((activity) =>
      activity.record([
        sent(lead_id, address, message_id),
        {
          ...sent(other, "other@theirs.example", "<other@ours.example>"),
          message: undefined,
          idempotency_key: "other"
        },
        bounced
      ])
    )
    assert.strictEqual(counts.recorded, 3)
    const received = yield* Intake.use((intake) => intake.receive(reply(message_id)))
    assert.strictEqual(received.lead_id, lead_id)
    // A stray mail, which belongs to no lead.
    const stray = yield* Intake.use((intake) => intake.receive(reply("<unknown@x.example>")))
    yield* answers(organization.id, { address, other, lead_id: stray.lead_id, thread_id: stray.thread_id })
    yield* Blacklist.use((blacklist) => blacklist.add("email", [address]))
    const answer = JSON.stringify(received)
    assert.include(answer, "qqreply")
    yield* Idempotency.use((idempotency) =>
      idempotency.once({ key: "mail", fingerprint: "0a".repeat(32) }, Effect.void, () => answer)
    )
    return { lead_id: lead_id ?? assert.fail("created"), other: other ?? assert.fail("created") }
  }).pipe(Effect.provideService(CurrentOrganization, organization))
  return { organization, ...ids }
})

const beforeErasure = Effect.map(
  Organizations.use((organizations) => organizations.create({ name: "Tenant" })),
  (organization) => ({ organization })
)

/** A bounce that names the address in its text and in its report, and returns no mail that we know. */
const bounce = toMail(`From: MAILER-DAEMON@relay.example
To: us@ours.example
Subject: Undelivered Mail
Message-ID: <${crypto.randomUUID()}@relay.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Your mail could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example

Final-Recipient: rfc822; zyxwv.gone@theirs.example
Action: failed
Status: 5.1.1
--b--
`)

/**
 * Creates a lead whose address was spelled differently in leads that were deleted without `erase`, which had another
 * address before, and which unverified notices mention. Returns its id.
 */
const returned = Effect.gen(function* () {
  const leads = yield* Leads
  const activity = yield* Activity
  const intake = yield* Intake
  yield* Integrations.use((integrations) =>
    integrations.create({ type: "webhook", name: "All", config: { url: "https://hooks.test/" } })
  )
  const { id: campaign_id } = yield* Campaigns.use((campaigns) => campaigns.create({ name: "Spring" }))
  const add = Effect.fnUntraced(function* (email: string) {
    const { data } = yield* leads.create({ campaign_id, leads: [{ email, first_name: "qqname" }] })
    return data[0]?.id ?? assert.fail("created")
  })
  const occurred_at = new Date(Date.now() - 60_000).toISOString()
  const sent = (lead_id: number, message_id: string) => ({ type: "sent", lead_id, occurred_at, message_id })
  // No mail was sent to this lead, but a notification about it is stored.
  const stopped = yield* add("ZYXWV.ÄDA@theirs.example")
  yield* leads.update(stopped, { stop_sending: true })
  yield* leads.remove({ ids: [stopped] })
  // The mail to this lead is stored, and so are a reply to the mail and an answer of the API.
  const first = yield* add("ZYXWV.Äda@Theirs.example")
  const message = { subject: "qqsubject", body_text: "qqours", from_email: "us@ours.example" }
  yield* activity.record([
    {
      ...sent(first, "<first@ours.example>"),
      message: { ...message, message_id: "<first@ours.example>", to_email: "ZYXWV.Äda@theirs.example" }
    },
    { type: "soft_bounced", lead_id: first, occurred_at, idempotency_key: "zyxwv", data: { reason: "qqreason" } }
  ])
  const received = yield* intake.receive(reply("<first@ours.example>"))
  assert.strictEqual(received.lead_id, first)
  yield* Idempotency.use((idempotency) =>
    idempotency.once({ key: "mail", fingerprint: "0a".repeat(32) }, Effect.void, () => JSON.stringify(received))
  )
  yield* leads.remove({ ids: [first] })
  // Only the event of the mail to this lead is stored.
  const second = yield* add("zyxwv.äda@THEIRS.example")
  yield* activity.record([
    sent(second, "<second@ours.example>"),
    { type: "replied", lead_id: second, occurred_at, message_id: "<reply@x.example>", data: { reply_text: "qqreply" } }
  ])
  yield* leads.remove({ ids: [second] })
  // This lead had another address before.
  const third = yield* add("zyxwv.gone@theirs.example")
  yield* activity.record([sent(third, "<third@ours.example>")])
  yield* leads.update(third, { email: "zyxwv.äda@theirs.example" })
  assert.strictEqual((yield* intake.receive(bounce)).kind, "bounce")
  return third
})

/** The tables and files in which a word is found. */
const placesOf = Effect.fnUntraced(function* (folder: string, all: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const found = new Set<string>()
  const look = (place: string, text: string) => {
    for (const word of all) if (text.toLowerCase().includes(word)) found.add(place)
  }
  const names = yield* sql<{ readonly name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'mailroom' ORDER BY 1`
  for (const { name } of names) {
    const rows = yield* sql<{ readonly row: string }>`SELECT t::text AS row FROM mailroom.${sql(name)} t`
    look(name, rows.map(({ row }) => row).join("\n"))
  }
  for (const name of yield* fs.readDirectory(folder, { recursive: true })) {
    const file = path.join(folder, name)
    if ((yield* fs.stat(file)).type === "File") look("files", yield* fs.readFileString(file))
  }
  return [...found].sort()
})

const storages: ReadonlyArray<readonly [string, Layer.Layer<SqlClient.SqlClient, unknown>]> = [
  ["embedded", layerEmbedded],
  ["postgres", layerDatabase]
]

describe.each(storages)("what is left (%s)", (_, client) => {
  const test = <E>(name: string, body: (folder: string) => Effect.Effect<void, E, Services>) =>
    it.live(
      name,
      () =>
        Effect.gen(function* () {
          const folder = yield* FileSystem.FileSystem.use((fs) => fs.makeTempDirectoryScoped())
          const storage = FolderBlobs.layer(folder).pipe(
            Layer.provideMerge(PostgresStorage.layer),
            Layer.provideMerge(client)
          )
          const useCases = Mailroom.layer.pipe(
            Layer.provide(PostalMime.layer),
            Layer.provideMerge(storage),
            Layer.provideMerge(Layer.merge(Encryption.layerEphemeral, Layer.succeed(DeliveryTransport, transport)))
          )
          yield* Effect.provide(body(folder), Layer.fresh(useCases), { local: true })
        }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
      60_000
    )

  test("erasing a lead leaves its address on the blacklist, and nothing else", (folder) =>
    Effect.gen(function* () {
      const { lead_id, organization, other } = yield* correspond
      const before = yield* placesOf(folder, words)
      for (const place of [
        "blacklist",
        "deliveries",
        "events",
        "files",
        "idempotency_keys",
        "leads",
        "messages",
        "sends",
        "threads",
        "uploads"
      ]) {
        assert.include(before, place)
      }
      const { counts } = yield* Leads.use((leads) => leads.remove({ ids: [lead_id], erase: true })).pipe(
        Effect.provideService(CurrentOrganization, organization)
      )
      assert.strictEqual(counts.deleted, 1)
      assert.deepStrictEqual(yield* placesOf(folder, words), ["blacklist"])
      assert.deepStrictEqual(yield* placesOf(folder, ["joan@theirs.example"]), ["sends"])
      assert.deepStrictEqual(yield* placesOf(folder, ["other@theirs.example"]), ["deliveries", "events", "leads"])
      const left = yield* Leads.use((leads) => leads.find(other)).pipe(
        Effect.provideService(CurrentOrganization, organization)
      )
      assert.strictEqual(left.status, "Sent")
    }))

  test("erasing a lead leaves nothing of earlier leads with its address, and nothing about an earlier address", (folder) =>
    Effect.gen(function* () {
      const { organization } = yield* beforeErasure
      const lead_id = yield* Effect.provideService(returned, CurrentOrganization, organization)
      const before = yield* placesOf(folder, words)
      for (const place of ["deliveries", "events", "files", "idempotency_keys", "messages"])
        assert.include(before, place)
      yield* Leads.use((leads) => leads.remove({ ids: [lead_id], erase: true })).pipe(
        Effect.provideService(CurrentOrganization, organization)
      )
      assert.deepStrictEqual(yield* placesOf(folder, words), [])
    }))

  test("erasing a lead leaves no file of a mail whose intake a crash ended, a day later", (folder) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const { lead_id, organization } = yield* correspond
      const aside = yield* fs.makeTempDirectoryScoped()
      // Before the commit, the folder has the state that a killed process would leave.
      const receive = Intake.use((intake) => intake.receive(reply("<first@ours.example>"))).pipe(
        Effect.andThen(fs.copy(folder, aside, { overwrite: true })),
        Effect.andThen(Effect.fail("killed"))
      )
      yield* Effect.flip(Transactor.use(({ transaction }) => transaction(receive))).pipe(
        Effect.provideService(CurrentOrganization, organization)
      )
      yield* fs.copy(aside, folder, { overwrite: true })
      yield* Leads.use((leads) => leads.remove({ ids: [lead_id], erase: true })).pipe(
        Effect.provideService(CurrentOrganization, organization)
      )
      assert.deepStrictEqual(yield* placesOf(folder, words), ["blacklist", "files"])
      const pending = path.join(folder, "pending")
      const yesterday = new Date(Date.now() - 90_000_000)
      for (const name of yield* fs.readDirectory(pending)) {
        yield* fs.utimes(path.join(pending, name), yesterday, yesterday)
      }
      yield* Layer.build(Layer.fresh(FolderBlobs.layer(folder)))
      const isLeft = Effect.map(placesOf(folder, words), (places) => places.includes("files"))
      yield* Effect.repeat(Effect.delay(isLeft, "10 millis"), { until: (isLeft) => !isLeft })
    }).pipe(Effect.scoped))

  test("removing an organization leaves nothing of it, also after a crash half way", (folder) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { organization } = yield* correspond
      const { remove } = yield* Organizations
      // The connection breaks at the first statement that deletes leads.
      const broken = new StorageError({ operation: "test", reason: new Unavailable({ cause: "broken" }) })
      const crash: Statement.Transformer = (statement) =>
        /DELETE FROM mailroom\.leads/u.test(statement.compile()[0]) ? Effect.die(broken) : Effect.succeed(statement)
      const exit = yield* Effect.exit(
        Effect.provideService(remove(organization.id), Statement.CurrentTransformer, crash)
      )
      assert.strictEqual(exit._tag, "Failure")
      assert.isTrue(Option.isNone(yield* Organizations.use(({ find }) => find(organization.id))))
      yield* remove(organization.id)
      assert.deepStrictEqual(yield* placesOf(folder, words), [])
      const tables = yield* sql<{ readonly name: string }>`
        SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'mailroom' AND column_name = 'organization_id'`
      for (const { name } of tables) {
        const rows = yield* sql`SELECT FROM mailroom.${sql(name)} WHERE organization_id = ${organization.id}::bigint`
        assert.strictEqual(rows.length, 0, name)
      }
      assert.strictEqual((yield* Effect.flip(remove(organization.id)))._tag, "OrganizationNotFound")
    }))
})

type Services =
  | AttachmentStore
  | BlobStore
  | FileSystem.FileSystem
  | Mailroom.UseCases
  | Path.Path
  | SendStore
  | SqlClient.SqlClient
  | Transactor
  | UploadStore
