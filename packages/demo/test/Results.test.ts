/** Winners and moves in the demo. */
import { assert, describe, it } from "@effect/vitest"
import {
  Accounts,
  Campaigns,
  CurrentOrganization,
  Encryption,
  Mailroom,
  Organizations,
  Sending,
  Tags
} from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Results from "../src/Results.ts"
import * as World from "../src/World.ts"

const layer = Mailroom.layer.pipe(
  Layer.provide([PostalMime.layer, Encryption.layerEphemeral]),
  Layer.provideMerge(Layer.mergeAll(MemoryStorage.layer, World.layer))
)

describe("The results of the demo", () => {
  it.effect("are a winner with its figures, and leads that move", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2030, 5, 15, 3))
      const organization = yield* Organizations.use((organizations) => organizations.create({ name: "Acme" }))
      const asTenant = Effect.provideService(CurrentOrganization, organization)
      for (const label of ["interested", "not_now"] as const) {
        yield* asTenant(Tags.use((tags) => tags.create({ name: label, sentiment: "neutral", label })))
      }
      const sender = { email: "lena@quillmark.example", provider: "smtp" } as const
      yield* asTenant(Accounts.use((accounts) => accounts.create(sender)))
      yield* asTenant(Results.fill)
      const { data } = yield* asTenant(Campaigns.use((campaigns) => campaigns.page({ offset: 0, limit: 10 })))
      const { account_ids, id = "" as never, status } = data.find(({ name }) => name === "Two subjects") ?? {}
      assert.deepStrictEqual([status, account_ids?.length], ["completed", 1])
      const [comparison] = yield* asTenant(Sending.use((sending) => sending.comparisons(id)))
      assert.deepInclude(comparison, { state: "decided", leader: "B" })
      assert.isAtLeast(comparison?.certainty ?? 0, 0.95)
      const { leads_moving } = yield* asTenant(Sending.use((sending) => sending.upcoming(id)))
      assert.deepStrictEqual(
        leads_moving.map(({ at, name }) => [at.slice(0, 10), name]),
        [
          ["2030-06-15", "Details for those who are interested"],
          ["2030-07-15", "Another try"]
        ]
      )
    }).pipe(Effect.provide(layer, { local: true }))
  )
})
