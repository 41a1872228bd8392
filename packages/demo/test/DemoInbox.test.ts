import { assert, describe } from "@effect/vitest"
import { Unibox } from "@mailroom/core"
import { Effect } from "effect"
import { fill } from "../src/Demo.ts"
import { demo, threads } from "./DemoHarness.ts"

describe("the demo's inbox", () => {
  demo(
    "has sixty conversations: long ones, HTML, other languages, unread, tagged and done",
    Effect.gen(function* () {
      yield* fill
      const replies = (yield* threads("replies")).data
      const other = (yield* threads("other")).data
      assert.lengthOf([...replies, ...other], 60)
      const isSome = <A>(items: ReadonlyArray<A>, matches: (item: A) => boolean) => {
        const found = items.filter(matches).length
        return found > 0 && found < items.length
      }
      assert.isTrue(isSome(replies, ({ last_message }) => last_message.is_new))
      assert.isTrue(isSome(replies, ({ state }) => state === "done"))
      assert.isTrue(isSome(replies, ({ lead }) => lead?.reply_status != null))
      const messages = yield* Effect.forEach([...replies, ...other], ({ id }) =>
        Effect.map(
          Unibox.use((unibox) => unibox.thread(id, { limit: 100 })),
          ({ data }) => data
        )
      )
      assert.lengthOf(
        messages.filter(({ length }) => length === 20),
        2
      )
      const html = messages.flat().flatMap(({ body_html }) => body_html ?? [])
      for (const part of ["<style>", 'style="', "<table", '<img src="https://'])
        assert.isTrue(
          isSome(html, (body) => body.includes(part)),
          part
        )
      const texts = messages.flat().map(({ reply_text }) => reply_text ?? "")
      for (const script of [/\p{Script=Arabic}/u, /\p{Script=Hebrew}/u, /\p{Script=Hiragana}/u, /ß/u, /[éè]/u, /ż/u])
        assert.isTrue(
          isSome(texts, (text) => script.test(text)),
          String(script)
        )
    })
  )
})
