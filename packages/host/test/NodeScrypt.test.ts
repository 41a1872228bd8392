/** Passwords are hashed two at a time, also when requests are aborted. */
import { assert, it } from "@effect/vitest"
import { PasswordHashing } from "@mailroom/core"
import { NodeScrypt } from "@mailroom/host"
import { Effect, Fiber } from "effect"
import { createHook } from "node:async_hooks"

const running = Effect.acquireRelease(
  Effect.sync(() => {
    const ids = new Set<number>()
    const seen = { most: 0, total: 0 }
    const hook = createHook({
      init: (id, type) => {
        if (type !== "SCRYPTREQUEST") return
        ids.add(id)
        seen.total++
        seen.most = Math.max(seen.most, ids.size)
      },
      before: (id) => void ids.delete(id)
    }).enable()
    return { hook, seen }
  }),
  ({ hook }) => Effect.sync(() => hook.disable())
)

it.live("an aborted request keeps its place until its computation ends", () =>
  Effect.gen(function* () {
    const { derive } = yield* PasswordHashing
    const { seen } = yield* running
    const one = derive("a password", new Uint8Array(16), { N: 2 ** 15, r: 8, p: 1, length: 32 })
    for (let i = 0; i < 6; i++) {
      const fiber = yield* Effect.forkChild(one, { startImmediately: true })
      yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
    }
    assert.strictEqual((yield* one).length, 32)
    assert.isAbove(seen.total, 2)
    assert.strictEqual(seen.most, 2)
  }).pipe(Effect.scoped, Effect.provide(NodeScrypt.layer))
)
