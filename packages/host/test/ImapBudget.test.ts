/** A mail server that sends what nobody asked for, or nothing, costs little and is left soon. */
import { assert, describe, it } from "@effect/vitest"
import { InboxReader, type InboxServer } from "@mailroom/core"
import { ImapInbox } from "@mailroom/host"
import { Effect, Fiber, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { imap, imapCommands } from "../src/internal/budgets.ts"
import { Meter } from "../src/internal/imapBudget.ts"
import { startScriptedImap } from "./ScriptedImap.ts"

const scripted = (options: Parameters<typeof startScriptedImap>[0]) =>
  Effect.acquireRelease(
    Effect.promise(() => startScriptedImap(options)),
    ({ stop }) => Effect.promise(stop)
  )

const serverAt = (port: number): InboxServer => ({
  connection: { host: "127.0.0.1", port, security: "tls" },
  login: { type: "password", user: "grace@ours.example", password: Redacted.make("hunter2-secret") }
})

/** Opens an inbox, lists its folders, and asks for the state of one. */
const look = (port: number) =>
  Effect.gen(function* () {
    const inbox = yield* InboxReader.use(({ open }) => open(serverAt(port)))
    yield* inbox.list
    yield* inbox.status("INBOX")
  }).pipe(Effect.scoped, Effect.provide(ImapInbox.layer({ allowPrivateTargets: true })))

describe("a server that sends lines without end", () => {
  for (const flooded of ["CAPABILITY", "AUTHENTICATE", "NAMESPACE", "LIST", "STATUS"]) {
    it.live(`is left after some thousand lines: as its answer to ${flooded}`, () =>
      Effect.gen(function* () {
        const { closed, port } = yield* scripted({ flooded })
        const { fault, reason } = yield* Effect.flip(look(port))
        assert.strictEqual(fault, "connection")
        assert.match(reason, /^The server sent more than [1-9]\d* lines for one command$/u)
        yield* Effect.promise(() => closed)
      })
    )
  }
})

describe("a server that does not answer", () => {
  for (const [silent, time] of [
    ["AUTHENTICATE", imapCommands.connect.time],
    ["LIST", imapCommands.list.time],
    ["STATUS", imapCommands.status.time]
  ] as const) {
    it.effect(`is left after ${time / 1000} s: at ${silent}`, () =>
      Effect.gen(function* () {
        const { asked, closed, port } = yield* scripted({ silent })
        const looking = yield* Effect.forkChild(Effect.flip(look(port)))
        yield* Effect.promise(() => asked)
        yield* TestClock.adjust(time)
        assert.strictEqual(
          (yield* Fiber.join(looking)).reason,
          `The server took longer than ${time / 1000} s for one command`
        )
        yield* Effect.promise(() => closed)
      })
    )
  }
})

describe("the time of a command", () => {
  it("to connect is longer than the connection and the greeting may take, which leaves some for the login", () => {
    assert.isAtLeast(imapCommands.connect.time, imap.connection + imap.greeting + 30_000)
  })
})

describe("a command that took too long", () => {
  it.effect("ends the connection: the next one does not wait for its answer", () =>
    Effect.gen(function* () {
      const { asked, closed, port } = yield* scripted({ silent: "STATUS" })
      const inbox = yield* InboxReader.use(({ open }) => open(serverAt(port)))
      const looking = yield* Effect.forkChild(Effect.flip(inbox.status("INBOX")))
      yield* Effect.promise(() => asked)
      yield* TestClock.adjust(imapCommands.status.time)
      yield* Fiber.join(looking)
      yield* Effect.promise(() => closed)
      assert.strictEqual((yield* Effect.flip(inbox.status("INBOX"))).fault, "connection")
      assert.strictEqual((yield* Effect.flip(inbox.structure("INBOX", 1))).fault, "connection")
    }).pipe(Effect.provide(ImapInbox.layer({ allowPrivateTargets: true })))
  )
})

describe("Meter", () => {
  const piece = Schema.Literals([
    "* OK x\r\n",
    "* 1 FETCH (BODY[] {7}\r\nab\r\nc\r\n)\r\n",
    "* {3+}\r\n{9}\n",
    "{x}\r\n"
  ])
  /** The lines of each piece that are not in a literal. */
  const linesOf = { [piece.literals[0]]: 1, [piece.literals[1]]: 2, [piece.literals[2]]: 2, [piece.literals[3]]: 1 }

  it.prop(
    "counts the lines outside of literals, however the bytes are cut",
    [Schema.Array(piece), Schema.Literals([1, 2, 3, 5, 8, 100])],
    ([pieces, size]) => {
      const bytes = Buffer.from(pieces.join(""))
      const lines = pieces.reduce((sum, one) => sum + (linesOf[one] ?? 0), 0)
      const excessOf = (allowed: number) => {
        const meter = new Meter()
        meter.allow({ bytes: bytes.length, lines: allowed, time: 1 })
        for (let at = 0; at < bytes.length; at += size) meter.count(bytes.subarray(at, at + size))
        return meter.excess
      }
      assert.isNull(excessOf(lines))
      if (lines > 0)
        assert.strictEqual(excessOf(lines - 1), `The server sent more than ${lines - 1} lines for one command`)
    }
  )

  it("counts bytes from the begin of a command on", () => {
    const meter = new Meter()
    meter.allow({ bytes: 10, lines: 5, time: 1 })
    meter.count(Buffer.from("* OK abc\r\n"))
    assert.isNull(meter.excess)
    meter.count(Buffer.from("*"))
    assert.strictEqual(meter.excess, "The server sent more than 10 bytes for one command")
    meter.allow({ bytes: 10, lines: 5, time: 1 })
    assert.isNull(meter.excess)
  })
})
