/** Addresses with non-ASCII domains that an earlier release stored, and their migration. */
import { assert, it } from "@effect/vitest"
import {
  AccountStore,
  Campaign,
  CurrentOrganization,
  Domain,
  Leads,
  LeadStore,
  Mailroom,
  MailParser,
  OrganizationId,
  Signer,
  Text,
  ThreadStore
} from "@mailroom/core"
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Deferred, Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { afterwards } from "../src/migrations/0018_spellings.ts"
import { migrations } from "../src/migrations/index.ts"
import { layerFresh } from "./Server.ts"

const organization_id = OrganizationId.make(1)
const other_id = OrganizationId.make(2)
const [first, second] = [crypto.randomUUID(), crypto.randomUUID()].map((id) => Campaign.CampaignId.make(id))

/** The leads in order of ids, each with its campaign. */
const leads = [
  [first, "Info@Bücher.de"],
  [first, "info@xn--bcher-kva.de"],
  [first, "a@straße.de"],
  [first, "élan@x.test"],
  [first, "x@xn--bcher-kva.de"],
  [second, "info@bücher.de"],
  [second, "info@bücher。de"],
  [second, "INFO@x.test"]
] as const
const accounts = ["büro@bücher.de", "büro@xn--bcher-kva.de", "post@MÜNCHEN.de", "post@münchen。de", "élan@x.test"]

/** Inserts a lead as an earlier release does. */
const insertLead = Effect.fnUntraced(function* (organization_id: number, campaign_id: string, email: string) {
  const sql = yield* SqlClient.SqlClient
  const address = Domain.normalizeEmail(email)
  yield* sql`
    INSERT INTO mailroom.leads (organization_id, campaign_id, email, email_folded, address, domain_key, first_name,
      last_name, company, website, personalization, verification_status, status, amount_sequences_sent, stop_sending,
      custom_fields, stops, activity, version, created_at, updated_at)
    VALUES (${organization_id}::bigint, ${campaign_id}::uuid, ${email}, ${Text.fold(email)}, ${address},
      ${Domain.domainKeyOf(address)}, '', '', '', '', '', 'valid', 'Not contacted', 0, FALSE, '{}', '{}',
      '{"firsts": {}, "last_sent": null, "bounced": false, "positive": false}', 1, now(), now())`
})
const insertAccount = Effect.fnUntraced(function* (organization_id: number, email: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO mailroom.accounts (organization_id, email, email_folded, provider, created_at, updated_at)
    VALUES (${organization_id}::bigint, ${email}, ${Text.fold(email)}, 'smtp', now(), now())`
})

/**
 * A database of the previous release, after the transactions of this migration and before the steps that follow them.
 */
const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (names: Readonly<Record<string, (typeof migrations)[string]>>) =>
    Migrator.make({})({ loader: Migrator.fromRecord(names), table: "mailroom.migrations" })
  yield* sql`CREATE SCHEMA mailroom`
  yield* run(Object.fromEntries(Object.entries(migrations).slice(0, 17)))
  yield* sql`INSERT INTO mailroom.organizations (id, name, created_at) VALUES (1, 'First', now()), (2, 'Second', now())`
  for (const [owner, id] of [
    [1, first],
    [1, second],
    [2, first]
  ] as const) {
    yield* sql`
      INSERT INTO mailroom.campaigns (organization_id, id, name, name_folded, status, timezone, daily_limit,
        stop_on_reply, stop_on_auto_reply, track_opens, account_ids, lead_count, created_at, updated_at)
      VALUES (${owner}::bigint, ${id}::uuid, 'Campaign', 'campaign', 'active', 'UTC', 50, TRUE, FALSE, TRUE, '{}', 0, now(),
        now())`
  }
  for (const [campaign_id, email] of leads) yield* insertLead(1, campaign_id!, email)
  for (const email of accounts) yield* insertAccount(1, email)
  yield* insertAccount(2, "büro@bücher.de")
  // More rows than a batch.
  yield* insertLead(2, first!, "1@bücher.de")
  yield* sql`
    INSERT INTO mailroom.leads
    SELECT (json_populate_record(lead, json_build_object('id', nextval('mailroom.leads_id_seq'), 'email', n || '@bücher.de',
      'email_folded', n || '@bücher.de', 'address', n || '@xn--bcher-kva.de'))).*
    FROM mailroom.leads lead, generate_series(2, 1500) n WHERE organization_id = 2`
  yield* run(migrations)
})

const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  interface Spelled {
    readonly email_folded: string
    readonly email_given: string | null
  }
  const leads = yield* sql<Spelled>`
    SELECT email_folded, email_given FROM mailroom.leads WHERE organization_id = 1 ORDER BY id`
  const accounts = yield* sql<Spelled>`
    SELECT email_folded, email_given FROM mailroom.accounts WHERE organization_id = 1 ORDER BY id`
  const [others] = yield* sql<{ readonly normalized: number }>`
    SELECT count(*)::integer AS normalized FROM mailroom.leads
    WHERE organization_id = 2 AND email_folded = address AND email_given = email`
  const columns = ({ email_folded, email_given }: Spelled) => [email_folded, email_given]
  return { leads: leads.map(columns), accounts: accounts.map(columns), others: others?.normalized }
})

/** Comparisons that must have the same result before and after the rows are changed. */
const meets = Effect.gen(function* () {
  const store = yield* LeadStore
  const ids = (campaign_id: Campaign.CampaignId | undefined, email: string) =>
    Effect.map(store.findByEmails(organization_id, [{ campaign_id: campaign_id!, address: email }]), (found) =>
      found.map(({ id }) => Number(id))
    )
  assert.deepStrictEqual(yield* ids(first, "info@xn--bcher-kva.de"), [1, 2])
  assert.deepStrictEqual(yield* ids(second, "info@xn--bcher-kva.de"), [6, 7])
  assert.deepStrictEqual(yield* ids(first, "a@xn--strae-oqa.de"), [3])
  assert.deepStrictEqual(yield* ids(first, "a@strasse.de"), [])
  const everywhere = yield* store.findByEmail(organization_id, "info@xn--bcher-kva.de")
  assert.deepStrictEqual(
    everywhere.map(({ id }) => Number(id)),
    [1, 2, 6, 7]
  )
  assert.lengthOf(yield* store.findByEmail(other_id, "1500@xn--bcher-kva.de"), 1)
  const [lead] = yield* store.findByEmail(organization_id, "info@x.test")
  if (lead === undefined) return assert.fail("stored")
  for (const email of ["info@xn--bcher-kva.de", "INFO@BÜCHER.de"]) {
    assert.deepStrictEqual(yield* store.insert(organization_id, second!, [{ ...lead, email }]), [null])
    const renamed = { ...lead, email, version: lead.version + 1 }
    assert.strictEqual(
      (yield* Effect.flip(store.replace(organization_id, renamed, lead.version)))._tag,
      "DuplicateLead"
    )
  }
  const page = yield* Effect.flatMap(
    store.page(organization_id, second!, { offset: 0, limit: 9, search: "bücher" }),
    Effect.fromOption
  )
  assert.deepStrictEqual(
    page.data.map(({ id }) => Number(id)),
    [6, 7]
  )

  const senders = yield* AccountStore
  const found = Effect.fnUntraced(function* (owner: OrganizationId, ...addresses: ReadonlyArray<string>) {
    return (yield* senders.findByEmails(owner, addresses)).map(({ id }) => Number(id))
  })
  assert.deepStrictEqual(yield* found(organization_id, "büro@xn--bcher-kva.de"), [1, 2])
  assert.deepStrictEqual(yield* found(organization_id, "post@xn--mnchen-3ya.de", "élan@x.test"), [3, 4, 5])
  assert.deepStrictEqual(yield* found(other_id, "büro@xn--bcher-kva.de"), [6])
})

const noParser = Layer.succeed(MailParser, { parse: () => Effect.die(new Error("There is no mail parser")) })
const useCases = Mailroom.layerWithSigner.pipe(
  Layer.provide([Signer.layerSecret(Redacted.make(new Uint8Array(32))), noParser]),
  Layer.provideMerge(PostgresStorage.layer)
)

it.live("Addresses of an earlier release are normalized, and the same before that", () =>
  Effect.gen(function* () {
    yield* seed
    const before = yield* stored
    yield* Effect.provide(meets, PostgresStorage.layer)
    assert.deepStrictEqual(yield* stored, before)

    assert.deepStrictEqual(yield* Migrations.run, [])
    const normalized = {
      leads: [
        // The next address already has the normal form.
        ["info@bücher.de", null],
        ["info@xn--bcher-kva.de", null],
        ["a@xn--strae-oqa.de", "a@strasse.de"],
        ["élan@x.test", null],
        ["x@xn--bcher-kva.de", null],
        ["info@xn--bcher-kva.de", "info@bücher.de"],
        ["info@bücher。de", null],
        ["info@x.test", null]
      ],
      accounts: [
        ["büro@bücher.de", null],
        ["büro@xn--bcher-kva.de", null],
        ["post@xn--mnchen-3ya.de", "post@münchen.de"],
        ["post@münchen。de", null],
        ["élan@x.test", null]
      ],
      others: 1500
    }
    assert.deepStrictEqual(yield* stored, normalized)
    yield* Effect.provide(meets, PostgresStorage.layer)
    // After a failure the steps run again.
    yield* Effect.all(afterwards, { discard: true })
    assert.deepStrictEqual(yield* stored, normalized)
  }).pipe(Effect.provide(Embedded.layer()))
)

it.live("What a process of an earlier release writes later is met, too, and keeps no request going round", () =>
  Effect.gen(function* () {
    yield* seed
    yield* Migrations.run
    yield* insertLead(1, second!, "late@bücher.de")
    yield* insertLead(1, second!, "b@straße.de")
    yield* insertAccount(1, "late@bücher.de")
    yield* Effect.gen(function* () {
      const create = Effect.fnUntraced(function* (email: string, on_duplicate: "skip" | "update") {
        const input = { campaign_id: second!, leads: [{ email, first_name: "Ada" }], on_duplicate }
        const { data } = yield* Leads.use((leads) => leads.create(input))
        return data.map(({ id, status }) => [id === null ? null : Number(id), status])
      })
      const [late] = yield* LeadStore.use((store) => store.findByEmail(organization_id, "late@xn--bcher-kva.de"))
      assert.deepStrictEqual(yield* create("late@xn--bcher-kva.de", "skip"), [[Number(late?.id), "duplicate"]])
      assert.deepStrictEqual(yield* create("Late@bücher.de", "update"), [[Number(late?.id), "updated"]])
      // Another domain, in a column that has the folded text of the first one.
      for (const mode of ["skip", "update"] as const) {
        assert.deepStrictEqual(yield* create("b@strasse.de", mode), [[null, "duplicate"]])
      }
      const [account] = yield* AccountStore.use((store) =>
        store.findByEmails(organization_id, ["late@xn--bcher-kva.de"])
      )
      assert.strictEqual(account?.email, "late@bücher.de")
      yield* ThreadStore.use((store) => store.findByLeadEmail(organization_id, "late@xn--bcher-kva.de"))
    }).pipe(Effect.provideService(CurrentOrganization, { id: organization_id }), Effect.provide(useCases))
    // A later release can normalize it.
    yield* Effect.all(afterwards, { discard: true })
    const { leads } = yield* stored
    assert.deepStrictEqual(leads.slice(-2), [
      ["late@xn--bcher-kva.de", "late@bücher.de"],
      ["b@xn--strae-oqa.de", "b@strasse.de"]
    ])
  }).pipe(Effect.provide(Embedded.layer()))
)

it.live("An address that is taken while leads are normalized stays with the one that took it", () =>
  Effect.gen(function* () {
    yield* seed
    const sql = yield* SqlClient.SqlClient
    const [inserted, seen] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const taking = Effect.gen(function* () {
      yield* insertLead(1, second!, "info@xn--bcher-kva.de")
      yield* Deferred.succeed(inserted, undefined)
      yield* Deferred.await(seen)
    }).pipe(sql.withTransaction)
    const taken = yield* Effect.forkChild(taking)
    yield* Deferred.await(inserted)
    const normalizing = yield* Effect.forkChild(Effect.all(afterwards, { discard: true }))
    // The normalization waits for the lock 100 ms in each second, so the wait is looked for every 10 ms.
    yield* Effect.repeat(
      sql<{ readonly waits: boolean }>`SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted) AS waits`,
      {
        until: ([row]) => row?.waits === true,
        schedule: Schedule.spaced("10 millis")
      }
    )
    yield* Deferred.succeed(seen, undefined)
    yield* Fiber.join(taken)
    yield* Fiber.join(normalizing)
    const { leads, others } = yield* stored
    assert.deepStrictEqual(leads.slice(5), [
      ["info@bücher.de", null],
      ["info@bücher。de", null],
      ["info@x.test", null],
      ["info@xn--bcher-kva.de", null]
    ])
    assert.strictEqual(others, 1500)
  }).pipe(Effect.provide(layerFresh((url) => Connection.layerClient({ url }))))
)
