/** Cleanup of files whose transaction was interrupted by a crash. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import {
  Attachment,
  AttachmentStore,
  BlobStore,
  type Mailroom,
  OrganizationId,
  StorageError,
  Transactor,
  Unavailable,
  UploadStore
} from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { Context, Effect, FileSystem, Layer, Option, PlatformError } from "effect"
import { TestClock } from "effect/testing"
import { FolderBlobs } from "../src/index.ts"

const organization_id = OrganizationId.make(7)
const down = new StorageError({ operation: "test", reason: new Unavailable({ cause: "down" }) })

/** A database that contains the attachments of `rows`, and counts the look-ups of each. */
const newDatabase = (...rows: ReadonlyArray<number>) => {
  const state = { rows: new Set(rows), looked: new Map<number, number>(), isDown: false }
  const find: AttachmentStore["Service"]["find"] = (_, id) =>
    Effect.suspend(() => {
      state.looked.set(id, (state.looked.get(id) ?? 0) + 1)
      if (state.isDown) return Effect.fail(down)
      const file = { id, ...Attachment.describe("a.txt", "text/plain", 1) }
      return Effect.succeed(state.rows.has(id) ? Option.some(file) : Option.none())
    })
  const layer: Layer.Layer<Mailroom.Storage> = Layer.effectContext(
    Effect.map(Layer.build(MemoryStorage.layer), Context.add(AttachmentStore, { find }))
  )
  return { state, layer }
}

const put = (number: number) =>
  BlobStore.use((store) => store.put(organization_id, Attachment.AttachmentId.make(number), Uint8Array.of(number)))
const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Transactor.use(({ transaction }) => transaction(effect))

/** Waits for files in real time, because the test clock does not affect them. */
const until = (condition: Effect.Effect<boolean, PlatformError.PlatformError>) =>
  Effect.gen(function* () {
    while (!(yield* condition)) yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))
  })

const test = <E>(
  name: string,
  body: (tools: {
    readonly folder: string
    /** The files of attachments. */
    readonly files: Effect.Effect<ReadonlyArray<string>, PlatformError.PlatformError>
    /** Records of transactions whose end is not known. */
    readonly pending: Effect.Effect<ReadonlyArray<string>, PlatformError.PlatformError>
    /** Starts a process over the folder and this database. */
    readonly start: (
      database: Layer.Layer<Mailroom.Storage>
    ) => Effect.Effect<Context.Context<BlobStore | Transactor>, StorageError>
    /** Leaves the folder in the state after a process was killed that had written these files and committed nothing. */
    readonly crash: (...ids: ReadonlyArray<number>) => Effect.Effect<void, PlatformError.PlatformError | StorageError>
  }) => Effect.Effect<void, E, FileSystem.FileSystem>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const scope = yield* Effect.scope
      const platform = yield* Effect.context<Layer.Success<typeof NodeServices.layer>>()
      yield* TestClock.setTime(Date.now())
      const parent = yield* fs.makeTempDirectoryScoped()
      const folder = `${parent}/folder`
      const list = (directory: string) =>
        Effect.map(fs.readDirectory(directory), (names) => names.toSorted()).pipe(
          Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed([]))
        )
      const layerIn = (directory: string, database: Layer.Layer<Mailroom.Storage>) =>
        Layer.fresh(FolderBlobs.layer(directory).pipe(Layer.provide(database))).pipe(
          Layer.provide(Layer.succeedContext(platform))
        )
      yield* body({
        folder,
        files: list(`${folder}/7`),
        pending: list(`${folder}/pending`),
        start: (database) => Layer.buildWithScope(layerIn(folder, database), scope),
        crash: (...ids) =>
          transaction(
            Effect.forEach(ids, put).pipe(
              // A kill leaves the disk as it is at this instant.
              Effect.andThen(fs.copy(`${parent}/killed`, folder)),
              Effect.andThen(Effect.fail("rolled back" as const))
            )
          ).pipe(
            Effect.provide(layerIn(`${parent}/killed`, MemoryStorage.layer)),
            Effect.catchIf(
              (error) => error === "rolled back",
              () => Effect.void
            )
          )
      })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

describe("attachments in a folder, whose transaction a crash ended", () => {
  test("are removed after a day, and not before", ({ crash, files, folder, pending, start }) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      yield* crash(1, 2, 3)
      // The crash interrupted the writing of file 2.
      yield* fs.rename(`${folder}/7/2`, `${folder}/7/2.part`)
      yield* fs.writeFile(`${folder}/7/4`, Uint8Array.of(4))
      const { layer, state } = newDatabase()
      yield* start(layer)
      const lookedAll = (times: number) => Effect.sync(() => [1, 2, 3].every((id) => state.looked.get(id) === times))
      yield* until(lookedAll(1))
      yield* TestClock.adjust("23 hours")
      yield* until(lookedAll(2))
      yield* TestClock.adjust("30 minutes")
      assert.deepStrictEqual(yield* files, ["1", "2.part", "3", "4"])
      yield* TestClock.adjust("1 hour")
      // File 4 has no record of an interrupted transaction, so it stays, although the database does not contain it.
      yield* until(Effect.map(files, (names) => names.join() === "4"))
      yield* until(Effect.map(pending, ({ length }) => length === 0))
    }))

  test("stay when it was committed", ({ crash, files, pending, start }) =>
    Effect.gen(function* () {
      yield* crash(1, 2)
      yield* TestClock.adjust("2 days")
      yield* start(newDatabase(1).layer)
      yield* until(Effect.map(pending, ({ length }) => length === 0))
      assert.deepStrictEqual(yield* files, ["1"])
    }))

  test("stay while the database does not answer", ({ crash, files, pending, start }) =>
    Effect.gen(function* () {
      yield* crash(1)
      yield* TestClock.adjust("2 days")
      const { layer, state } = newDatabase()
      state.isDown = true
      yield* start(layer)
      yield* until(Effect.sync(() => state.looked.get(1) === 1))
      yield* TestClock.adjust("1 hour")
      yield* until(Effect.sync(() => state.looked.get(1) === 2))
      assert.deepStrictEqual(yield* files, ["1"])
      state.isDown = false
      yield* TestClock.adjust("1 hour")
      yield* until(Effect.map(pending, ({ length }) => length === 0))
      assert.deepStrictEqual(yield* files, [])
    }))

  test("are known by names that nothing else has", ({ crash, files, folder, pending, start }) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      yield* crash(1)
      for (const name of ["7", "7.x", "..1", "7.1.bak", ".7.1"])
        yield* fs.writeFile(`${folder}/pending/${name}`, Uint8Array.of())
      yield* TestClock.adjust("2 days")
      yield* start(newDatabase().layer)
      yield* until(Effect.map(files, ({ length }) => length === 0))
      yield* until(Effect.map(pending, (names) => names.join() === "..1,.7.1,7,7.1.bak,7.x"))
    }))
})

describe("uploads in a folder", () => {
  test("stay, however long a mail keeps them", ({ crash, files, pending, start }) =>
    Effect.gen(function* () {
      const { layer } = newDatabase()
      const findMany: UploadStore["Service"]["findMany"] = (_, [id]) =>
        Effect.succeed(
          id === 1 ? [{ id, ...Attachment.describe("a.txt", "text/plain", 1), of_send: null, expires_at: null }] : []
        )
      const withUpload = Layer.effectContext(
        Effect.map(Layer.build(layer), (context) =>
          Context.add(context, UploadStore, { ...Context.get(context, UploadStore), findMany })
        )
      )
      yield* crash(1, 2)
      yield* TestClock.adjust("2 days")
      yield* start(withUpload)
      yield* until(Effect.map(pending, ({ length }) => length === 0))
      assert.deepStrictEqual(yield* files, ["1"])
    }))
})

describe("attachments in a folder, whose transaction ends", () => {
  test("are known to be stored soon after the commit", ({ files, pending, start }) =>
    Effect.gen(function* () {
      const process = yield* start(newDatabase(1, 2).layer)
      const seen = yield* transaction(Effect.andThen(transaction(put(1)), Effect.andThen(put(2), pending))).pipe(
        Effect.provide(process)
      )
      assert.deepStrictEqual(seen, ["7.1", "7.2"])
      yield* until(Effect.map(pending, ({ length }) => length === 0))
      assert.deepStrictEqual(yield* files, ["1", "2"])
    }))

  test("leave nothing when it is rolled back", ({ files, pending, start }) =>
    Effect.gen(function* () {
      const process = yield* start(newDatabase().layer)
      yield* Effect.exit(transaction(Effect.andThen(put(1), Effect.fail("refused")))).pipe(Effect.provide(process))
      assert.deepStrictEqual([...(yield* files), ...(yield* pending)], [])
    }))

  test("are looked for until a transaction of the host around it has ended", ({ files, pending, start }) =>
    Effect.gen(function* () {
      const { layer, state } = newDatabase()
      const process = yield* start(layer)
      yield* transaction(Effect.andThen(put(1), put(2))).pipe(Effect.provide(process))
      yield* until(Effect.sync(() => state.looked.get(2) === 1))
      assert.deepStrictEqual(yield* pending, ["7.1", "7.2"])
      // The host commits the first transaction and rolls back the second.
      state.rows.add(1)
      yield* TestClock.adjust("1 hour")
      yield* until(Effect.map(pending, (names) => names.join() === "7.2"))
      assert.deepStrictEqual(yield* files, ["1", "2"])
      yield* TestClock.adjust("1 day")
      yield* until(Effect.map(pending, ({ length }) => length === 0))
      assert.deepStrictEqual(yield* files, ["1"])
    }))

  test("are removed later when that fails at the rollback", ({ folder, files, pending, start }) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const process = yield* start(newDatabase().layer)
      yield* Effect.exit(
        transaction(
          Effect.gen(function* () {
            yield* put(1)
            // A folder takes the place of the file, so removing the file fails.
            yield* fs.rename(`${folder}/7/1`, `${folder}/7/aside`)
            yield* fs.makeDirectory(`${folder}/7/1`)
            return yield* Effect.fail("refused")
          })
        )
      ).pipe(Effect.provide(process))
      assert.deepStrictEqual(yield* pending, ["7.1"])
      yield* fs.remove(`${folder}/7/1`, { recursive: true })
      yield* fs.rename(`${folder}/7/aside`, `${folder}/7/1`)
      yield* TestClock.adjust("25 hours")
      yield* until(Effect.map(pending, ({ length }) => length === 0))
      assert.deepStrictEqual(yield* files, [])
    }))
})
