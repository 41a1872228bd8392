/** The number of concurrent requests of a client. */
import { assert, describe, it } from "@effect/vitest"
import { createClient, type MailroomError } from "@mailroom/client"
import { vi } from "vitest"
import { held, settled } from "./Scripted.ts"

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: MailroomError) => error.code ?? error
  )
const pathsOf = (requests: ReadonlyArray<{ readonly path: string }>) => requests.map(({ path }) => path)

describe("a client", () => {
  it("has at most eight requests under way, and sends the others in order", async () => {
    const { leads, requests } = held()
    const calls = Array.from({ length: 100 }, (_, id) => leads.update(id, { stop_sending: true }))
    const sent: Array<string> = []
    for (const _ of calls) {
      await settled()
      assert.isAtMost(requests.length, 8)
      const [first] = requests
      sent.push(first?.path ?? "")
      await first?.answer([200])
    }
    await Promise.all(calls)
    assert.deepStrictEqual(
      sent,
      calls.map((_, id) => `/leads/${id}`)
    )
  })

  it("has as many under way as its owner says", async () => {
    const { leads, requests } = held({ concurrency: 2 })
    const outcomes = Promise.all([1, 2, 3].map((id) => outcomeOf(leads.find(id))))
    await settled()
    assert.deepStrictEqual(pathsOf(requests), ["/leads/1", "/leads/2"])
    await requests[1]?.answer([404, "not_found"])
    assert.deepStrictEqual(pathsOf(requests), ["/leads/1", "/leads/3"])
    while (requests[0] !== undefined) await requests[0].answer([200])
    assert.deepStrictEqual(await outcomes, ["done", "not_found", "done"])
  })

  it("lets the body of a loop call other methods, also one at a time", async () => {
    const removed: Array<string> = []
    const fetch = async (url: string, { method }: RequestInit) => {
      if (method === "DELETE") {
        removed.push(new URL(url).pathname)
        return new Response(null, { status: 204 })
      }
      const after = Number(new URL(url).searchParams.get("after_id"))
      const data = after < 4 ? [{ id: after + 1 }, { id: after + 2 }] : []
      return Response.json({ total: 4, offset: 0, limit: 2, data })
    }
    const { tags } = createClient({ baseUrl: "https://mailroom.test", concurrency: 1, fetch })
    for await (const { id } of tags.list({ limit: 2 })) await tags.remove(id)
    assert.deepStrictEqual(removed, ["/tags/1", "/tags/2", "/tags/3", "/tags/4"])
  })

  it("forgets a call that is aborted while it waits for a slot", async () => {
    const { leads, requests } = held({ concurrency: 1 })
    const reason = new Error("gone")
    const controller = new AbortController()
    const first = leads.find(1)
    const aborted = leads.find(2, { signal: controller.signal }).catch((error: unknown) => error)
    const last = leads.find(3)
    await settled()
    controller.abort(reason)
    assert.strictEqual(await aborted, reason)
    assert.strictEqual(await leads.find(4, { signal: controller.signal }).catch((error: unknown) => error), reason)
    assert.deepStrictEqual(pathsOf(requests), ["/leads/1"])
    await requests[0]?.answer([200])
    assert.deepStrictEqual(pathsOf(requests), ["/leads/3"])
    await requests[0]?.answer([200])
    assert.deepStrictEqual(await Promise.all([first, last].map(outcomeOf)), ["done", "done"])
  })

  it("counts the time of a call from when it has a slot", async () => {
    const timers = vi.spyOn(AbortSignal, "timeout")
    try {
      const { leads, requests } = held({ concurrency: 1 })
      const calls = [leads.find(1), leads.find(2, { timeout: 1 })].map(outcomeOf)
      await settled()
      assert.deepStrictEqual(timers.mock.calls, [[60_000]])
      await requests[0]?.answer([200])
      assert.deepStrictEqual(timers.mock.calls, [[60_000], [1]])
      assert.deepStrictEqual(await Promise.all(calls), ["done", "timeout"])
    } finally {
      timers.mockRestore()
    }
  })
})

describe("a call that is sent again", () => {
  /** Runs a test with fake timers, which it advances; random numbers are 0.5. */
  const withTimers = (run: () => Promise<void>) => async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5)
    try {
      await run()
    } finally {
      random.mockRestore()
      vi.useRealTimers()
    }
  }
  const pass = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds)
    await settled()
  }

  it(
    "waits at least as long as the answer says, and a random time",
    withTimers(async () => {
      const { leads, requests } = held()
      const call = leads.find(1)
      await settled()
      await requests[0]?.answer([429, "rate_limited", 2])
      await pass(2_000)
      assert.deepStrictEqual(requests, [])
      await pass(99)
      assert.deepStrictEqual(requests, [])
      await pass(1)
      assert.strictEqual(requests.length, 1)
      await requests[0]?.answer([200])
      await call
    })
  )

  it(
    "waits a random time that is twice as long on average each time",
    withTimers(async () => {
      const { leads, requests } = held()
      const call = leads.find(1)
      await settled()
      for (const wait of [100, 200, 400]) {
        await requests[0]?.answer("broken")
        await pass(wait - 1)
        assert.deepStrictEqual(requests, [])
        await pass(1)
        assert.strictEqual(requests.length, 1)
      }
      await requests[0]?.answer([200])
      await call
    })
  )

  it(
    "keeps its slot while the server asks to wait, so that others wait, too",
    withTimers(async () => {
      for (const [status, code] of [
        [429, "rate_limited"],
        [503, "unavailable"]
      ] as const) {
        const { leads, requests } = held({ concurrency: 1 })
        const calls = [leads.find(1), leads.find(2)]
        await settled()
        await requests[0]?.answer([status, code, 1])
        assert.deepStrictEqual(requests, [], code)
        await pass(1_100)
        assert.deepStrictEqual(pathsOf(requests), ["/leads/1"])
        await requests[0]?.answer([200])
        assert.deepStrictEqual(pathsOf(requests), ["/leads/2"])
        await requests[0]?.answer([200])
        await Promise.all(calls)
      }
    })
  )

  it(
    "gives its slot to others while it waits alone, and goes on before them",
    withTimers(async () => {
      const { campaigns, leads, requests } = held({ concurrency: 1 })
      const calls = [campaigns.create({ name: "Autumn" }), leads.find(1), leads.find(2)]
      await settled()
      await requests[0]?.answer([409, "idempotency_in_progress", 1])
      assert.deepStrictEqual(pathsOf(requests), ["/leads/1"])
      await pass(1_100)
      assert.deepStrictEqual(pathsOf(requests), ["/leads/1"])
      await requests[0]?.answer([200])
      assert.deepStrictEqual(pathsOf(requests), ["/campaigns"])
      await requests[0]?.answer([201])
      assert.deepStrictEqual(pathsOf(requests), ["/leads/2"])
      await requests[0]?.answer([200])
      await Promise.all(calls)
    })
  )
})
