/** Which opens and clicks a person made. */
import { assert, describe, it } from "@effect/vitest"
import * as Timestamp from "../../src/Timestamp.ts"
import { countsClick, countsOpen, isProgram, openOf, type Visit } from "../../src/tracking/Visit.ts"
import { bots, programs, readers } from "./UserAgents.ts"

const sent_at = Timestamp.Timestamp.make("2026-03-02T09:00:00.000Z")
const after = (milliseconds: number) => Timestamp.plus(sent_at, milliseconds)
const visit = (milliseconds: number, user_agent: string = readers[0]): Visit => ({
  sent_at,
  at: after(milliseconds),
  user_agent
})
const event = (milliseconds: number, url?: string) => ({
  occurred_at: after(milliseconds),
  data: url === undefined ? {} : { url }
})

describe("a user agent", () => {
  it("of a program is told from one of a person's mail program or browser", () => {
    for (const agent of [...programs, ...bots, "", " ", "Mozilla/5.0"]) assert.isTrue(isProgram(agent), agent)
    for (const agent of readers) assert.isFalse(isProgram(agent), agent)
    for (const agent of ["Some-Bot", "bot", "A BOT (1)", "CUBOT; Examplebot"]) assert.isTrue(isProgram(agent), agent)
    assert.isFalse(isProgram("Botanic Robots Browser/1.0"))
    assert.isFalse(isProgram(`${"x".repeat(1_000)}curl/8.0`))
  })
})

describe("an open", () => {
  it("is a machine's within ten seconds, and by a program at any time", () => {
    assert.deepStrictEqual(
      [-1, 0, 9_999, 10_000].map((at) => openOf(visit(at))),
      ["machine_opened", "machine_opened", "machine_opened", "opened"]
    )
    for (const agent of programs) assert.strictEqual(openOf(visit(86_400_000, agent)), "machine_opened", agent)
    const google = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"
    assert.strictEqual(openOf(visit(9_999, google)), "machine_opened")
    assert.strictEqual(openOf(visit(10_000, google)), "opened")
  })

  it("counts again after a minute", () => {
    assert.isTrue(countsOpen(visit(90_000), []))
    assert.isFalse(countsOpen(visit(90_000), [event(20_000), event(30_001)]))
    assert.isTrue(countsOpen(visit(90_000), [event(20_000), event(30_000)]))
  })
})

describe("a click", () => {
  const url = "https://a.test/"
  it("counts ten seconds after the mail, unless a program made it", () => {
    assert.isFalse(countsClick(visit(9_999), url, []))
    assert.isTrue(countsClick(visit(10_000), url, []))
    for (const agent of programs) assert.isFalse(countsClick(visit(86_400_000, agent), url, []), agent)
  })

  it("does not count again within a minute, nor two seconds after another link", () => {
    assert.isFalse(countsClick(visit(90_000), url, [event(30_001, url)]))
    assert.isTrue(countsClick(visit(90_000), url, [event(30_000, url)]))
    assert.isFalse(countsClick(visit(90_000), url, [event(88_001, "https://b.test/")]))
    assert.isTrue(countsClick(visit(90_000), url, [event(88_000, "https://b.test/")]))
  })
})
