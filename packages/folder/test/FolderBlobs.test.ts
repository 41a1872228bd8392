import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import {
  Attachment,
  BlobStore,
  type Mailroom,
  OrganizationId,
  Organizations,
  OrganizationStore,
  Timestamp,
  Transactor
} from "@mailroom/core"
import { suite } from "@mailroom/core/testing"
import { MemoryStorage } from "@mailroom/memory"
import { Context, Effect, FileSystem, Layer, Logger, Path, PlatformError, Stream } from "effect"
import { FolderBlobs } from "../src/index.ts"

/** In-memory storage with its attachments in this folder. */
const layerIn = (folder: string, storage: Layer.Layer<Mailroom.Storage> = MemoryStorage.layer) =>
  FolderBlobs.layer(folder).pipe(Layer.provideMerge(storage))

const temporaryFolder = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

suite(
  "memory, with attachments in a folder",
  Layer.unwrap(Effect.map(temporaryFolder, (folder) => layerIn(folder))).pipe(Layer.provide(NodeServices.layer)),
  {
    singleTransaction: "memory runs transactions one after the other",
    outcomesElsewhere: "the tests of memory run them"
  }
)

const organization_id = OrganizationId.make(7)
const id = (id: number) => Attachment.AttachmentId.make(id)
const bytes = (...values: ReadonlyArray<number>) => Uint8Array.from(values)

const put = (number: number, ...values: ReadonlyArray<number>) =>
  BlobStore.use((store) => store.put(organization_id, id(number), bytes(...values)))
const read = (number: number) =>
  BlobStore.use((store) =>
    Effect.map(Stream.runCollect(store.read(organization_id, id(number))), (chunks) =>
      Array.from(Buffer.concat(chunks))
    )
  )
const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Transactor.use(({ transaction }) => transaction(effect))

/**
 * Runs a test in a folder that does not exist yet. `files` are its files, without the records of transactions
 * (`Pending.test.ts`).
 */
const test = <A, E>(
  name: string,
  body: (
    folder: string,
    files: Effect.Effect<ReadonlyArray<string>, PlatformError.PlatformError>
  ) => Effect.Effect<A, E, FileSystem.FileSystem | Path.Path>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = (yield* Path.Path).join(yield* temporaryFolder, "deep", "folder")
      const files = Effect.map(fs.readDirectory(folder, { recursive: true }), (names) =>
        names.filter((name) => !name.startsWith("pending")).sort()
      )
      return yield* body(folder, files)
    }).pipe(Effect.provide(NodeServices.layer))
  )

/** In-memory storage with another implementation of transactions. */
const layerTransactor = (
  transaction: (inner: Transactor["Service"]["transaction"]) => Transactor["Service"]["transaction"]
) =>
  Layer.effectContext(
    Effect.map(Layer.build(MemoryStorage.layer), (storage) => {
      const { isNested, ...inner } = Context.get(storage, Transactor)
      return Context.add(storage, Transactor, { isNested, transaction: transaction(inner.transaction) })
    })
  )

describe("attachments in a folder", () => {
  test("are files under the ids of their organization and their own, for no one else to read", (folder, files) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      yield* put(1, 1, 2)
      yield* transaction(put(Number.MAX_SAFE_INTEGER))
      assert.deepStrictEqual(yield* files, ["7", "7/1", "7/9007199254740991"])
      assert.deepStrictEqual([...(yield* fs.readFile(`${folder}/7/1`))], [1, 2])
      assert.strictEqual((yield* fs.stat(`${folder}/7/1`)).mode & 0o777, 0o600)
      assert.strictEqual((yield* fs.stat(`${folder}/7`)).mode & 0o777, 0o700)
    }).pipe(Effect.provide(layerIn(folder))))

  test("are closed to other users who could read them; the folder itself may be the host's choice", (folder) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const lines: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && lines.push(String(message))))
      const warnings = Effect.scoped(Layer.build(layerIn(folder))).pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.map(() => lines.splice(0))
      )
      yield* put(1, 1).pipe(Effect.provide(layerIn(folder)))
      assert.deepStrictEqual(yield* warnings, [])
      yield* fs.chmod(folder, 0o755)
      yield* fs.chmod(`${folder}/7`, 0o750)
      const open = `Other users can read the folder ${folder}: \`chmod 700\` makes it private`
      assert.deepStrictEqual(yield* warnings, [open, `Other users could read ${folder}/7: its mode is 700 now`])
      assert.strictEqual((yield* fs.stat(`${folder}/7`)).mode & 0o777, 0o700)
      assert.strictEqual((yield* fs.stat(folder)).mode & 0o777, 0o755)
      assert.deepStrictEqual(yield* warnings, [open])
    }))

  test("outlive the process", (folder) =>
    Effect.gen(function* () {
      yield* put(1, 1, 2).pipe(Effect.provide(layerIn(folder)))
      assert.deepStrictEqual(yield* read(1).pipe(Effect.provide(layerIn(folder), { local: true })), [1, 2])
    }))

  test("of a transaction that failed are removed, at any depth", (folder, files) =>
    Effect.gen(function* () {
      yield* put(1, 1)
      yield* transaction(
        Effect.gen(function* () {
          yield* put(2, 2)
          yield* Effect.exit(transaction(Effect.andThen(transaction(put(3, 3)), Effect.fail("refused"))))
        })
      )
      assert.deepStrictEqual(yield* files, ["7", "7/1", "7/2"])
      for (const end of [Effect.fail("refused"), Effect.die("a bug"), Effect.interrupt]) {
        yield* Effect.exit(transaction(transaction(put(4, 4)).pipe(Effect.andThen(put(5, 5)), Effect.andThen(end))))
        assert.deepStrictEqual(yield* files, ["7", "7/1", "7/2"])
      }
    }).pipe(Effect.provide(layerIn(folder))))

  test("of a removed organization are removed, also one that is written late", (folder, files) => {
    // A write of the organization is committed just before the last transaction of the removal.
    const late = Layer.effect(
      OrganizationStore,
      Effect.gen(function* () {
        const store = yield* OrganizationStore
        const blobs = yield* BlobStore
        const remove: typeof store.remove = (organization) =>
          Effect.andThen(blobs.put(organization, id(2), bytes(2)), store.remove(organization))
        return { ...store, remove }
      })
    )
    return Effect.gen(function* () {
      const organizations = yield* Organizations
      const organization = yield* organizations.create({ name: "Tenant" })
      yield* BlobStore.use((store) => store.put(organization.id, id(1), bytes(1)))
      yield* organizations.remove(organization.id)
      assert.deepStrictEqual(yield* files, [])
    }).pipe(Effect.provide(Organizations.layer.pipe(Layer.provide(late), Layer.provideMerge(layerIn(folder)))))
  })

  test("of a transaction that is run again are those of the last time", (folder, files) => {
    let next = 0
    const twice = layerTransactor((inner) => (effect) => Effect.andThen(inner(effect), inner(effect)))
    return Effect.gen(function* () {
      yield* transaction(Effect.suspend(() => put(++next, next)))
      assert.deepStrictEqual(yield* files, ["7", "7/2"])
    }).pipe(Effect.provide(layerIn(folder, twice)))
  })

  test("stay when no one knows whether their transaction was committed", (folder) => {
    const lost = layerTransactor((inner) => (effect) => Effect.andThen(inner(effect), Effect.die("connection lost")))
    return Effect.gen(function* () {
      yield* Effect.exit(transaction(put(1, 1)))
      assert.deepStrictEqual(yield* read(1), [1])
    }).pipe(Effect.provide(layerIn(folder, lost)))
  })

  test("are never what a crash left behind", (folder, files) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      yield* fs.makeDirectory(`${folder}/7`, { recursive: true })
      for (const name of ["1", "1.part", "2.part", "3"]) yield* fs.writeFile(`${folder}/7/${name}`, bytes(9, 9, 9))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* read(2), [])
        yield* put(1, 1)
        yield* put(2, 2)
        yield* put(3)
        assert.deepStrictEqual([yield* read(1), yield* read(2), yield* read(3)], [[1], [2], []])
      }).pipe(Effect.provide(layerIn(folder)))
      assert.deepStrictEqual(yield* files, ["7", "7/1", "7/2", "7/3"])
    }))

  test("are read from the storage when it has kept them before", (folder) =>
    Effect.gen(function* () {
      const storage = yield* Layer.build(MemoryStorage.layer)
      const { id: organization_id } = yield* Context.get(storage, OrganizationStore).insert({
        name: "x",
        created_at: Timestamp.fromMillis(0)
      })
      const before = Context.get(storage, BlobStore)
      yield* before.put(organization_id, id(1), bytes(1))
      yield* Effect.gen(function* () {
        const { put, read } = yield* BlobStore
        yield* put(organization_id, id(2), bytes(2))
        const chunks = yield* Stream.runCollect(
          Stream.concat(read(organization_id, id(1)), read(organization_id, id(2)))
        )
        assert.deepStrictEqual(
          chunks.map(([byte]) => byte),
          [1, 2]
        )
      }).pipe(Effect.provide(layerIn(folder, Layer.succeedContext(storage))))
      assert.lengthOf(yield* Stream.runCollect(before.read(organization_id, id(2))), 0)
    }).pipe(Effect.scoped))

  test("that cannot be written are refused, and leave nothing", (folder, files) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const full = PlatformError.systemError({ _tag: "WriteZero", module: "FileSystem", method: "rename" })
      const layerFull = layerIn(folder).pipe(
        Layer.provide(Layer.succeed(FileSystem.FileSystem, { ...fs, rename: () => Effect.fail(full) }))
      )
      const error = yield* Effect.flip(put(1, 1)).pipe(Effect.provide(layerFull))
      assert.deepInclude(error, { _tag: "StorageError", operation: "BlobStore.put" })
      assert.strictEqual(error.reason._tag, "Unavailable")
      assert.deepStrictEqual(yield* files, ["7"])
    }))

  test("need a folder that can be one", (folder) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      yield* fs.makeDirectory(folder, { recursive: true })
      yield* fs.writeFile(`${folder}/file`, bytes())
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layerIn(`${folder}/file`))))
      assert.strictEqual(error.operation, "FolderBlobs.layer")
    }))
})
