/** Bundles the command into `dist/bundle`, with the snapshot beside it: `npm run build`, and before it is packed. */
import { cpSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { bundle } from "../../scripts/bundle.ts"
import { writeSnapshot } from "../postgres/snapshot.ts"

const packages = join(import.meta.dirname, "..")

/** Writes `bin.js` and what it loads into a folder. */
export const bundleCommand = (folder: string): Promise<void> =>
  bundle({
    folder,
    input: {
      bin: join(packages, "cli/src/bin.ts"),
      // What threads run: files beside the code that starts the threads.
      MailThread: join(packages, "mime/src/MailThread.ts"),
      databaseThread: join(packages, "postgres/src/internal/databaseThread.ts")
    },
    // It loads a database that lies beside its code.
    external: /^@electric-sql\/pglite/u
  })

if (import.meta.main) {
  await bundleCommand(join(import.meta.dirname, "dist/bundle"))
  const snapshot = join(import.meta.dirname, "dist/snapshot")
  rmSync(snapshot, { recursive: true, force: true })
  cpSync(dirname(await writeSnapshot()), snapshot, { recursive: true })
}
