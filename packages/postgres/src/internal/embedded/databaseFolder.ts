/** The folder of PGlite, with two additions: it flushes writes to the disk, and keeps files private. */
import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { fsyncSync, mkdirSync } from "node:fs"
import { isDenied } from "./disk.ts"

/** PGlite's own, without `-F`, which turns fsync off. The default method, fdatasync, does nothing in WebAssembly. */
export const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync"
]

/** The error number of a disk that cannot write, in WASI. */
const EIO = 29

/** The operations of Emscripten's file system in a folder of Node. */
interface Operations {
  readonly stream_ops: object
  readonly node_ops: {
    mknod: (parent: unknown, name: string, mode: number, device: number) => unknown
    setattr: (node: unknown, attributes: { readonly mode?: number }) => void
  }
}

/** The folder of a database. fsync reaches the disk, and only the owner can read what Postgres adds. */
export class DatabaseFolder extends NodeFS {
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    super(directory)
  }

  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(...args)
    const mend = ({ NODEFS }: { readonly NODEFS: object }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- PGlite's types do not show the operations
      const { node_ops, stream_ops } = NODEFS as Operations
      const { mknod, setattr } = node_ops
      node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~0o077, device)
      node_ops.setattr = (node, { mode, ...others }) =>
        setattr(node, mode === undefined ? others : { ...others, mode: mode & ~0o077 })
      Object.assign(stream_ops, { fsync: ({ nfd }: { readonly nfd: number }) => this.fsync(nfd) })
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), mend] } }
  }

  /** Answers an error number, 0 for success. */
  protected fsync(descriptor: number): number {
    try {
      fsyncSync(descriptor)
      return 0
    } catch (error) {
      return isDenied(error) ? 0 : EIO
    }
  }
}
