/** docs/operations.md shows what a process writes. Its table of the metrics: `packages/cli/test/Metrics.test.ts`. */
import { assert, describe, it } from "@effect/vitest"
import { createMailroom } from "@mailroom/node"
import { codeOf } from "./Documents.ts"

describe("docs/operations.md", () => {
  it("shows the line of a request with all its fields", async () => {
    const [shown = "{}"] = codeOf("docs/operations.md", "json")
    const { level, message, timestamp, ...fields } = JSON.parse(shown)
    assert.strictEqual(new Date(timestamp).toISOString(), timestamp)
    const lines: Array<readonly [level: string, message: string, fields: object]> = []
    const write = (level: string) => (message: string, fields: object) => void lines.push([level, message, fields])
    const logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") }
    let id = 0
    const authenticate = () => ({ organization_id: id, access: "full" }) as const
    const mailroom = await createMailroom({ database: "memory", logger, authenticate, accessLog: true })
    id = (await mailroom.organizations.create({ name: "Acme" })).id
    await mailroom.fetch(new Request("http://localhost/leads/42"))
    await mailroom.close()
    const line = lines.find(([, message]) => message.startsWith("GET "))
    assert.sameMembers(Object.keys(line?.[2] ?? {}), Object.keys(fields))
    assert.deepStrictEqual([line?.[0], line?.[1].replace(/ \d+$/u, " 200")], [level, message])
  })
})
