/** The secrets of mailboxes, whose servers repeat them: in the database, in logs and in answers, on Postgres. */
import { assert, describe, it } from "@effect/vitest"
import { Accounts, Mailboxes } from "@mailroom/core"
import { Connection } from "@mailroom/postgres"
import { Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { startScriptedImap } from "../packages/host/test/ScriptedImap.ts"
import { smtpServer } from "../packages/host/test/SmtpServers.ts"
import { migratedDatabase } from "../packages/postgres/test/Server.ts"
import { onPostgres, user } from "./Inboxes.ts"
import { password } from "./MailServers.ts"
import { runningCampaign } from "./RunningCampaign.ts"

/** Everything in the database as text. */
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'mailroom' AND table_type = 'BASE TABLE'`
  const texts = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql.unsafe<{ readonly text: string | null }>(`SELECT string_agg(row::text, E'\n') AS text FROM ${name} AS row`),
      ([found]) => `${name}: ${found?.text ?? ""}`
    )
  )
  return texts.join("\n")
})

describe("The secrets of a mailbox", () => {
  it.live("are in no row, no line of the log and no answer, although its servers repeat them", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const plain = Buffer.from(`\0${user}\0${password}`).toString("base64")
      const smtp = yield* smtpServer({ auth: `535 5.7.8 The SMTP server rejects ${password} (${plain})` })
      const imap = yield* Effect.acquireRelease(
        Effect.promise(() =>
          startScriptedImap({ login: `NO [AUTHENTICATIONFAILED] The IMAP server rejects ${password}` })
        ),
        ({ stop }) => Effect.promise(stop)
      )
      const log: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => void log.push(line))
      const answers = yield* Effect.gen(function* () {
        const { account_id, asTenant, mailbox, sends, work } = yield* runningCampaign({
          smtpPort: smtp.port,
          imapPort: imap.port,
          steps: [{ subject: "Hello", body: "One" }],
          leads: [{ email: "ada@lead.example" }]
        })
        yield* work
        const errors = [(yield* mailbox).error]
        // The next day, both are tried again.
        yield* TestClock.adjust("1 day")
        yield* work
        errors.push((yield* mailbox).error)
        return [
          ...errors,
          yield* sends,
          yield* asTenant(Accounts.use((accounts) => accounts.find(account_id))),
          yield* Effect.flip(asTenant(Mailboxes.use((mailboxes) => mailboxes.sync(account_id))))
        ]
      }).pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.provide(TestClock.layer()),
        Effect.provide(onPostgres(url), { local: true })
      )
      const rows = yield* Effect.provide(dump, Connection.layerClient({ url, maxConnections: 1 }), { local: true })
      const shown = JSON.stringify(answers)
      // The faults themselves are shown.
      assert.match(shown, /The (?:IMAP|SMTP) server rejects …/u)
      assert.match(rows, /The (?:IMAP|SMTP) server rejects …/u)
      const everything = [rows, shown, ...log].join("\n")
      for (const secret of [
        password,
        plain,
        Buffer.from(password).toString("base64"),
        Buffer.from(password).toString("hex")
      ])
        assert.notInclude(everything, secret)
    })
  )
})
