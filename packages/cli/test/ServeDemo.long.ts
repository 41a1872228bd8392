/** The demo data over the embedded database, from the first start to a rebuild of the sums. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { freshFolder } from "../../postgres/test/Server.ts"
import { folder, mailroom as inProcess, tenancy } from "./Harness.ts"
import { mailroom, serve } from "./Process.ts"
import { call, newKey } from "./Requests.ts"

describe("serve --demo", () => {
  it.live("refuses a database with other data, because its mailer sends nothing", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const cwd = yield* folder
      const leads = join(cwd, "leads.csv")
      yield* Effect.promise(() => writeFile(leads, "Email\nada@example.com\n"))
      yield* inProcess(env, "import", leads, "--campaign", "Spring", "--create")
      for (const found of ["is other data", "there are several organizations"]) {
        const { code, stderr } = yield* mailroom(["serve", "--demo", "--port", "0"], { cwd, env })
        assert.strictEqual(code, 1)
        assert.include(stderr, `needs a database of its own, but here ${found}: start without --demo`)
        yield* inProcess(env, "organizations", "create", "Second")
      }
    })
  )

  it.live(
    "has something to show at every address, keeps it, and comes to the same sums again",
    () =>
      Effect.gen(function* () {
        const cwd = yield* folder
        const data = yield* freshFolder
        const key = newKey()
        const first = yield* serve(["--demo", "--no-work", "--data", data], { cwd, env: { MAILROOM_API_KEY: key } })
        const get = (server: { readonly url: string }) => (path: string) =>
          Effect.map(call(server.url + path, key), ({ body, status }) => {
            assert.strictEqual(status, 200, path)
            return body
          })
        const campaigns = (yield* get(first)("/campaigns"))["data"] as ReadonlyArray<{ readonly id: string }>
        const id = campaigns[0]?.id ?? ""
        const years = "events?interval=month&start_date=2020-01-01&end_date=2029-12-31"
        const analytics = ["summary", years, "by-account", "by-sequence"].map(
          (view) => `/analytics/campaigns/${id}/${view}`
        )
        const lists = [
          "/accounts",
          "/tags",
          "/blacklist/emails",
          "/blacklist/domains",
          "/billing/transactions",
          `/leads/campaign/${id}`,
          `/campaigns/${id}/sequences`,
          "/unibox/threads?tab=replies",
          "/unibox/threads?tab=other",
          `/analytics/campaigns/${id}/activity`,
          ...analytics.slice(1)
        ]
        for (const path of lists) {
          assert.isAbove(((yield* get(first)(path))["data"] as ReadonlyArray<unknown>).length, 0, path)
        }
        const before = yield* Effect.forEach(analytics, get(first))
        const [lead] = (yield* get(first)(`/leads/campaign/${id}`))["data"] as ReadonlyArray<{ readonly id: number }>
        assert.match((yield* first.stop("SIGINT")).stderr, /^Filling the organization with demo data\n/mu)

        const rebuilt = yield* inProcess({}, "rebuild-analytics", "--data", data)
        assert.match(rebuilt.stdout, /^\d{4} events read$/u)
        const second = yield* serve(["--demo", "--no-work", "--data", data], { cwd })
        assert.deepStrictEqual(yield* Effect.forEach(analytics, get(second)), before)
        yield* second.stop("SIGINT")

        const events = join(cwd, "events.ndjson")
        const clicked = {
          type: "clicked",
          lead_id: lead?.id,
          occurred_at: "2026-01-05T10:00:00.000Z",
          message_id: "<1@x>"
        }
        yield* Effect.promise(() => writeFile(events, JSON.stringify(clicked)))
        const imported = yield* inProcess({}, "import", "events", events, "--data", data)
        assert.deepStrictEqual(imported, { code: 0, stdout: "1 recorded, 0 duplicate, 0 rejected", stderr: "" })
        const again = yield* inProcess({}, "rebuild-analytics", "--data", data)
        assert.strictEqual(Number.parseInt(again.stdout, 10), Number.parseInt(rebuilt.stdout, 10) + 1)
      }),
    180_000
  )
})
