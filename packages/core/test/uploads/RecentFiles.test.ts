/** The files of steps in memory: few reads, and few bytes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { AttachmentId, OrganizationId } from "../../src/ids.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { makeRecentFiles, mostKept } from "../../src/uploads/RecentFiles.ts"

/** Reads files of 10 MB. */
const recentFiles = () => {
  const reads: Array<number> = []
  const recent = makeRecentFiles((files) =>
    Effect.sync(() =>
      files.map(({ content_type, filename, id }) => {
        reads.push(id)
        return { filename, content_type, bytes: new Uint8Array(10_000_000) }
      })
    )
  )
  const file = (id: number) => ({
    id: AttachmentId.make(id),
    filename: `${id}.pdf`,
    ext: "pdf",
    type: 2 as const,
    content_type: "application/pdf",
    size: 10_000_000
  })
  const of = (organization: number, ...ids: ReadonlyArray<number>) =>
    recent
      .read(ids.map(file))
      .pipe(Effect.provideService(CurrentOrganization, { id: OrganizationId.make(organization) }))
  return { reads, of, during: recent.during }
}

describe("recent files", () => {
  it.effect("are read once for 100 mails, and again after the last account has ended", () =>
    Effect.gen(function* () {
      const { during, of, reads } = recentFiles()
      const mails = Effect.replicateEffect(of(1, 1), 100)
      const all = yield* during(during(mails))
      assert.strictEqual(new Set(all.flat().map(({ bytes }) => bytes)).size, 1)
      assert.deepStrictEqual(reads, [1])
      yield* during(mails)
      assert.deepStrictEqual(reads, [1, 1])
      yield* of(1, 1)
      yield* of(1, 1)
      assert.lengthOf(reads, 4)
    })
  )

  it.effect("are at most 36 MB: the one that was not used for longest goes first", () =>
    Effect.gen(function* () {
      const { during, of, reads } = recentFiles()
      assert.strictEqual(mostKept, 36_000_000)
      yield* during(
        Effect.gen(function* () {
          assert.deepStrictEqual(
            (yield* of(1, 2, 1, 3)).map(({ filename }) => filename),
            ["2.pdf", "1.pdf", "3.pdf"]
          )
          yield* of(1, 2)
          yield* of(1, 4)
          assert.deepStrictEqual(reads, [2, 1, 3, 4])
          yield* of(1, 2, 3, 4)
          assert.deepStrictEqual(reads, [2, 1, 3, 4])
          yield* of(1, 1)
          assert.deepStrictEqual(reads, [2, 1, 3, 4, 1])
        })
      )
    })
  )

  it.effect("of an organization are not those of another one", () =>
    Effect.gen(function* () {
      const { during, of, reads } = recentFiles()
      yield* during(Effect.all([of(1, 1), of(2, 1)]))
      assert.lengthOf(reads, 2)
    })
  )
})
