import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { database, folder } from "./Harness.ts"
import { serve, work } from "./Process.ts"
import { call, newKey } from "./Requests.ts"
import { familiesOf, scrape } from "./Scrape.ts"

const root = join(import.meta.dirname, "../../..")

/** The rows of the table of the metrics in a page. */
const tableIn = (page: string) => page.split("\n").filter((line) => line.startsWith("| `mailroom_"))

const rowsOf = (families: ReturnType<typeof familiesOf>) =>
  [...families]
    .map(([name, { help, samples, type }]) => {
      const labels = Object.keys(samples[0]?.labels ?? {}).map((label) => `\`${label}\``)
      return `| \`${name}\` | ${type} | ${labels.join(", ")} | ${help} |`
    })
    .toSorted()

describe("GET /metrics", () => {
  it.live("shows requests by route, places, connections and the process, without ids and addresses", () =>
    Effect.gen(function* () {
      const key = newKey()
      // With traces, whose figures are in the table, too.
      const env = { ...(yield* database), MAILROOM_API_KEY: key, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }
      const { url } = yield* serve(["--metrics"], { cwd: yield* folder, env })
      yield* call(`${url}/campaigns/018f5b7e-0000-7000-8000-000000000000`, key)
      yield* call(`${url}/leads/4711`, newKey())
      yield* call(`${url}/nowhere/ada@example.com`, key)
      const { text, type } = yield* scrape(`${url}/metrics`)
      assert.strictEqual(type, "text/plain; version=0.0.4; charset=utf-8")
      assert.include(
        text,
        'mailroom_http_requests_total{method="GET",route="/campaigns/{campaignId}",status="404"} 1\n'
      )
      assert.include(text, 'mailroom_http_requests_total{method="GET",route="/leads/{id}",status="401"} 1\n')
      assert.include(text, 'mailroom_http_requests_total{method="GET",route="none",status="404"} 1\n')
      for (const secret of ["018f5b7e", "4711", "ada@", key]) assert.notInclude(text, secret)
      const of = familiesOf(text)
      const value = (name: string) => of.get(name)?.samples[0]?.value
      assert.deepStrictEqual([value("mailroom_http_places"), value("mailroom_http_requests_in_flight")], [20, 1])
      assert.deepStrictEqual(
        [value("mailroom_database_connections_max"), value("mailroom_work_due"), value("mailroom_info")],
        [12, 0, 1]
      )
      assert.deepStrictEqual(rowsOf(of), tableIn(readFileSync(join(root, "docs/operations.md"), "utf8")))
      for (const file of ["grafana.json", "alerts.yaml"]) {
        const used = [...readFileSync(join(root, "examples/deploy", file), "utf8").matchAll(/\bmailroom_\w+/gu)]
        const names = new Set(used.map(([name]) => name.replace(/_(?:bucket|count|sum)$/u, "")))
        assert.isAbove(names.size, 3)
        assert.deepStrictEqual(
          [...names].filter((name) => !of.has(name)),
          [],
          file
        )
      }
      assert.isAbove(value("mailroom_process_resident_memory_bytes") ?? 0, 10_000_000)
    })
  )

  it.live("is on a port of its own beside the workers", () =>
    Effect.gen(function* () {
      const running = yield* work(["--metrics-port", "0"], { cwd: yield* folder, env: yield* database })
      const [, url = ""] = /^Metrics on (http:\/\/127\.0\.0\.1:\d+\/metrics)$/mu.exec(running.greeting) ?? []
      const { text } = yield* scrape(url)
      assert.include(text, 'mailroom_work_due{kind="sending"} 0\n')
      assert.include(text, 'mailroom_mails_total{kind="step",outcome="sent"} 0\n')
      const other = yield* Effect.promise(() => fetch(new URL("/leads", url)))
      assert.strictEqual(other.status, 404)
      assert.strictEqual((yield* running.stop("SIGTERM")).code, 0)
    })
  )
})
