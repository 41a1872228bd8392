/**
 * Bundles the package into `dist/bundle`, with the snapshot beside it: `npm run build`, and before it is packed. An app then
 * installs it and the types of `@mailroom/client`, whatever release of Effect it has itself.
 */
import { join } from "node:path"
import { bundle, bundledText } from "../../scripts/bundle.ts"
import { copySnapshot } from "../postgres/snapshot.ts"

const packages = join(import.meta.dirname, "..")
const dist = join(import.meta.dirname, "dist")

/** The code of threads is a text in the bundle: a bundler of the app would not find a file. */
const thread = await bundledText(join(packages, "mime/src/MailThread.ts"))
const spawn = `import { Worker } from "node:worker_threads"
export const spawn = () =>
  new Worker(${JSON.stringify(thread)}, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 256 } })
`

await copySnapshot(join(dist, "snapshot"))
await bundle({
  folder: join(dist, "bundle"),
  input: {
    index: join(packages, "node/src/index.ts"),
    testing: join(packages, "node/src/testing/index.ts"),
    // The thread of an embedded database runs a file beside the code that starts it.
    databaseThread: join(packages, "postgres/src/internal/embedded/databaseThread.ts")
  },
  // The database and the console load files that lie beside their code.
  external: /^@(?:electric-sql\/pglite|mailroom\/console)/u,
  replaced: { [join(packages, "mime/src/Spawn.ts")]: spawn }
})
