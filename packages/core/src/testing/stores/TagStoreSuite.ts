/** Conformance cases: the promises of `TagStore`. */
import { Sentiment } from "../../tags/Tag.ts"
import { tagRows, TagStore } from "../../tags/TagStore.ts"
import { namedSuite } from "../fixtures/NamedSuite.ts"

export const { cases, sample } = namedSuite({
  store: TagStore,
  rows: tagRows,
  draft: (name, n) => ({
    name,
    sentiment: Sentiment.literals[n % Sentiment.literals.length] ?? "neutral",
    ...(n % 2 === 0 ? {} : { label: "interested" as const })
  })
})
