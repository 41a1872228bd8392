/**
 * `createMailroom` over the database clients of apps: its writes inside an app's transaction are committed or rolled
 * back with it.
 */
import { assert, layer as itLayer } from "@effect/vitest"
import {
  createMailroom,
  type HostClient,
  type Mailroom,
  MailroomError,
  type OrganizationUseCases
} from "@mailroom/node"
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import { drizzle as drizzleJs } from "drizzle-orm/postgres-js"
import { Context, Effect, Layer, Redacted } from "effect"
import { CamelCasePlugin, Kysely, PostgresDialect, sql as kyselySql } from "kysely"
import pg from "pg"
import postgres from "postgres"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"

type Isolation = "read committed" | "repeatable read" | "serializable"

/**
 * An app: the database that it passes to Mailroom, and a function that runs a transaction, which also writes a row of
 * the app.
 */
interface App {
  readonly database: HostClient
  readonly end?: () => Promise<void>
  readonly transaction: (
    isolation: Isolation,
    order: number,
    use: (client: HostClient) => Promise<void>
  ) => Promise<void>
}

/** The transactions of apps that use `pg` alone. */
const onPool =
  (pool: pg.Pool): App["transaction"] =>
  async (isolation, order, use) => {
    const client = await pool.connect()
    try {
      await client.query(`BEGIN ISOLATION LEVEL ${isolation}`)
      await client.query("INSERT INTO orders VALUES ($1)", [order])
      await use(client)
      await client.query("COMMIT")
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }

const apps = {
  "a pool of pg": (pool: pg.Pool) => ({ database: pool, transaction: onPool(pool) }),
  "a client of pg": (pool: pg.Pool, client: pg.Client) => ({ database: client, transaction: onPool(pool) }),
  Kysely: (pool: pg.Pool): App => {
    const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
    return {
      database,
      transaction: (isolation, order, use) =>
        database
          .transaction()
          .setIsolationLevel(isolation)
          .execute(async (transaction) => {
            await kyselySql`INSERT INTO orders VALUES (${order})`.execute(transaction)
            await use(transaction)
          })
    }
  },
  Drizzle: (pool: pg.Pool): App => {
    const database = drizzle(pool)
    return {
      database,
      transaction: (isolationLevel, order, use) =>
        database.transaction(
          async (tx) => {
            await tx.execute(sql`INSERT INTO orders VALUES (${order})`)
            await use(tx)
          },
          { isolationLevel }
        )
    }
  },
  // With names, values and types that the app has changed.
  "postgres.js": ({ options: { connectionString = "" } }: pg.Pool): App => {
    const changed = { to: 1184, from: [1114, 1184], serialize: () => "never", parse: () => "a date of the app" }
    const types = {
      bigint: postgres.BigInt,
      changed,
      text: { to: 25, from: [25], serialize: () => "never", parse: () => 0 }
    }
    const database = postgres(connectionString, { max: 4, transform: postgres.camel, types, onnotice: () => {} })
    return {
      database,
      end: () => database.end(),
      transaction: (isolation, order, use) =>
        database.begin(`isolation level ${isolation}`, async (tx) => {
          await tx`INSERT INTO orders VALUES (${order})`
          await use(tx)
        }) as Promise<void>
    }
  },
  "postgres.js without prepared statements": ({ options: { connectionString = "" } }: pg.Pool): App => {
    const database = postgres(connectionString, { max: 4, prepare: false, onnotice: () => {} })
    return {
      database,
      end: () => database.end(),
      // In a savepoint of the app.
      transaction: (isolation, order, use) =>
        database.begin(`isolation level ${isolation}`, async (tx) => {
          await tx`INSERT INTO orders VALUES (${order})`
          await tx.savepoint(use)
        }) as Promise<void>
    }
  },
  "Drizzle over postgres.js": ({ options: { connectionString = "" } }: pg.Pool): App => {
    const client = postgres(connectionString, { max: 4, onnotice: () => {} })
    const database = drizzleJs(client)
    return {
      database,
      end: () => client.end(),
      transaction: (isolationLevel, order, use) =>
        database.transaction(
          async (tx) => {
            await tx.execute(sql`INSERT INTO orders VALUES (${order})`)
            await use(tx)
          },
          { isolationLevel }
        )
    }
  }
}

class Started extends Context.Service<
  Started,
  { readonly app: App; readonly mailroom: Mailroom; readonly pool: pg.Pool }
>()("test/Started") {}

const acquire = <A>(make: () => Promise<A>, release: (value: A) => Promise<void>) =>
  Effect.acquireRelease(Effect.promise(make), (value) => Effect.promise(() => release(value)))

const layer = (make: (pool: pg.Pool, client: pg.Client) => App) =>
  Layer.effect(
    Started,
    Effect.gen(function* () {
      const connectionString = Redacted.value(yield* migratedDatabase)
      const pool = yield* acquire(
        async () => new pg.Pool({ connectionString, max: 4 }),
        (pool) => pool.end()
      )
      const client = yield* acquire(
        async () => new pg.Client({ connectionString }),
        (client) => client.end()
      )
      // Without a listener, an idle connection that breaks ends the process.
      pool.on("error", () => {})
      client.on("error", () => {})
      yield* Effect.promise(() => client.connect())
      yield* Effect.promise(() => pool.query("CREATE TABLE orders (id int)"))
      const app = yield* acquire<App>(
        async () => make(pool, client),
        async ({ end }) => end?.()
      )
      const mailroom = yield* acquire(
        () => createMailroom({ database: app.database }),
        ({ close }) => close()
      )
      return { app, mailroom, pool }
    })
  )

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error
  )
  return error instanceof MailroomError ? error.code : error
}

for (const [name, make] of Object.entries(apps)) {
  itLayer(layer(make), { excludeTestServices: true })(`transactions of ${name}`, (it) => {
    interface Case extends App {
      readonly mailroom: Mailroom
      /** The id of this case's organization, and of the order that a transaction writes. */
      readonly id: number
      readonly its: OrganizationUseCases
      readonly orders: () => Promise<number>
    }
    const test = (title: string, run: (given: Case) => Promise<void>) =>
      it.effect(title, () =>
        Effect.flatMap(Started, ({ app, mailroom, pool }) =>
          Effect.promise(async () => {
            const { id } = await mailroom.organizations.create({ name: "Acme" })
            const orders = async () => (await pool.query("SELECT id FROM orders WHERE id = $1", [id])).rows.length
            await run({ ...app, mailroom, id, its: mailroom.organization(id), orders })
          })
        )
      )

    test("take what was written with them when they are rolled back", async (given) => {
      const { id, its, mailroom, orders, transaction } = given
      const rollback = new Error("The order was cancelled")
      const outcome = transaction("read committed", id, async (client) => {
        const { campaigns, leads } = mailroom.within(client).organization(id)
        const campaign = await campaigns.create({ name: "Autumn" })
        await leads.create({ campaign_id: campaign.id, leads: [{ email: "ada@example.com" }] })
        const { data } = await leads.list({ campaign_id: campaign.id })
        assert.deepStrictEqual(
          data.map(({ email }) => email),
          ["ada@example.com"]
        )
        assert.strictEqual((await its.campaigns.list()).total, 0)
        throw rollback
      })
      assert.strictEqual(await codeOf(outcome), rollback)
      assert.strictEqual((await its.campaigns.list()).total, 0)
      assert.strictEqual(await orders(), 0)
    })

    test("keep it when they commit, without what failed", async ({ id, its, mailroom, orders, transaction }) => {
      await transaction("read committed", id, async (client) => {
        const { campaigns, leads, tags } = mailroom.within(client).organization(id)
        await Promise.all(["A", "B", "C"].map((name) => campaigns.create({ name })))
        assert.strictEqual(await codeOf(leads.find(Number.MAX_SAFE_INTEGER)), "lead_not_found")
        const tag = await tags.create({ name: "Yes", sentiment: "positive" })
        assert.strictEqual(await codeOf(tags.create({ name: "Yes", sentiment: "positive" })), "duplicate_tag")
        await tags.update(tag.id, { name: "Maybe" })
      })
      assert.strictEqual((await its.campaigns.list()).total, 3)
      assert.strictEqual(await orders(), 1)
      const tags = await its.tags.list()
      assert.deepStrictEqual(
        tags.data.map(({ name }) => name),
        ["Maybe"]
      )
    })

    test("must be open, and read committed", async ({ database, id, mailroom, transaction }) => {
      for (const isolation of ["repeatable read", "serializable"] as const) {
        await transaction(isolation, id, async (client) => {
          const { campaigns } = mailroom.within(client).organization(id)
          assert.strictEqual(await codeOf(campaigns.list()), "wrong_isolation")
        })
      }
      const { campaigns } = mailroom.within(database).organization(id)
      assert.strictEqual(await codeOf(campaigns.list()), "no_transaction")
    })

    test("are our own where the app has none", async ({ its: { campaigns, leads } }) => {
      const { id } = await campaigns.create({ name: "Autumn" })
      const emails = Array.from({ length: 8 }, (_, i) => `lead${i}@example.com`)
      await Promise.all(emails.map((email) => leads.create({ campaign_id: id, leads: [{ email }] })))
      const found: Array<string> = []
      for await (const { email } of leads.list({ campaign_id: id, limit: 3 })) found.push(email)
      assert.sameMembers(found, emails)
    })
  })
}

itLayer(layer(apps["a pool of pg"]), { excludeTestServices: true })("a pool of pg", (it) => {
  it.effect("is refused when its transactions are not read committed", () =>
    Effect.gen(function* () {
      const { pool } = yield* Started
      const options = "-c default_transaction_isolation=serializable"
      const other = yield* acquire(
        async () => new pg.Pool({ ...pool.options, options }),
        (other) => other.end()
      )
      assert.strictEqual(yield* Effect.promise(() => codeOf(createMailroom({ database: other }))), "wrong_isolation")
    })
  )

  it.effect("survives that its connections break", () =>
    Effect.gen(function* () {
      const { mailroom, pool } = yield* Started
      const admin = yield* acquire(
        async () => new pg.Client(pool.options),
        (admin) => admin.end()
      )
      yield* Effect.promise(async () => {
        const { id } = await mailroom.organizations.create({ name: "Acme" })
        const { campaigns } = mailroom.organization(id)
        await admin.connect()
        await admin.query("BEGIN; LOCK TABLE mailroom.campaigns IN EXCLUSIVE MODE")
        const outcome = codeOf(campaigns.create({ name: "Autumn" }))
        const others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        const isWaiting = async () =>
          (await admin.query(`SELECT pid ${others} AND wait_event_type = 'Lock'`)).rows.length > 0
        while (!(await isWaiting()));
        await admin.query(`SELECT pg_terminate_backend(pid) ${others}`)
        await admin.query("COMMIT")
        assert.include(["unavailable", "unknown"], await outcome)
        // The pool may give out another broken connection before it notices that the connection is broken.
        let again: unknown = "unavailable"
        while (again === "unavailable") again = await codeOf(campaigns.create({ name: "Winter" }))
        assert.isUndefined(again)
      })
    })
  )
})
