/** Conformance cases: the promises of `ReplyTemplateStore`. */
import { replyTemplateRows, ReplyTemplateStore } from "../../templates/ReplyTemplateStore.ts"
import { at } from "../fixtures/Fixtures.ts"
import { namedSuite } from "../fixtures/NamedSuite.ts"

const bodies = ["  {{first_name|there}}\r\n\t'\"\\ ", "é".repeat(10_000), "Hello"]

export const { cases, sample } = namedSuite({
  store: ReplyTemplateStore,
  rows: replyTemplateRows,
  draft: (name, n) => ({ name, body: bodies[n % 3] ?? "", created_at: at(n), updated_at: at(n + 1) })
})
