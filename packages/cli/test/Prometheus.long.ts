/** The files of examples/deploy for Prometheus, read by the real programs, which scrape `mailroom serve`. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { spawnSync } from "node:child_process"
import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Programs from "../../host/test/Programs.ts"
import { folder } from "./Harness.ts"
import { serve } from "./Process.ts"
import { scrape } from "./Scrape.ts"

const deploy = join(import.meta.dirname, "../../../examples/deploy")

/** Runs `promtool`, and fails with its output unless it accepts what it is given. */
const accepts = (args: ReadonlyArray<string>, input = "") => {
  const { status, stderr, stdout } = spawnSync("promtool", args, { input, encoding: "utf8" })
  assert.strictEqual(status, 0, `${stdout}${stderr}`)
}

describe("Prometheus", () => {
  const isThere = Programs.isInstalled("promtool") && Programs.isInstalled("prometheus")
  const test = isThere ? it.live : it.live.skip

  test("reads the figures and evaluates the rules (skipped unless prometheus and promtool are installed)", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const { url } = yield* serve(["--memory", "--metrics"], { cwd })
      accepts(["check", "config", join(deploy, "prometheus.yaml")])
      accepts(["check", "metrics"], (yield* scrape(`${url}/metrics`)).text)

      const port = yield* Effect.promise(Programs.freePort)
      const sample = readFileSync(join(deploy, "prometheus.yaml"), "utf8")
      const target = sample.replace("127.0.0.1:3000", new URL(url).host)
      writeFileSync(
        join(cwd, "prometheus.yaml"),
        `global: { scrape_interval: 1s, evaluation_interval: 1s, scrape_timeout: 1s }\n${target}`
      )
      copyFileSync(join(deploy, "alerts.yaml"), join(cwd, "alerts.yaml"))
      const { hasEnded, log } = yield* Programs.program(
        "prometheus",
        [
          `--config.file=${join(cwd, "prometheus.yaml")}`,
          `--storage.tsdb.path=${join(cwd, "tsdb")}`,
          `--web.listen-address=127.0.0.1:${port}`
        ],
        {}
      )
      const ask = (path: string) =>
        Effect.tryPromise(async () => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json() as Promise<any>)
      const rules = yield* ask("rules").pipe(
        Effect.map(({ data }) => data.groups.flatMap((group: any) => group.rules)),
        Effect.filterOrFail((rules) => rules.length > 5 && rules.every(({ health }: any) => health !== "unknown")),
        Effect.retry({ schedule: Schedule.spaced("200 millis"), until: hasEnded }),
        Effect.mapError(() => new Error(`prometheus does not answer: ${log()}`)),
        Effect.orDie
      )
      assert.deepStrictEqual(
        rules.filter(({ health }: any) => health !== "ok").map(({ lastError, name }: any) => [name, lastError]),
        []
      )
      const found = yield* ask("query?query=mailroom_info").pipe(
        Effect.map(({ data }) => data.result),
        Effect.filterOrFail((result) => result.length > 0),
        Effect.retry({ schedule: Schedule.spaced("200 millis"), until: hasEnded }),
        Effect.mapError(() => new Error(`prometheus does not answer: ${log()}`)),
        Effect.orDie
      )
      assert.deepInclude(found[0].metric, { job: "mailroom", instance: new URL(url).host })
    }))
})
