/** Bundles the command into `dist/bundle`, with the snapshot beside it: `npm run build`, and before it is packed. */
import { join } from "node:path"
import { bundle } from "../../scripts/bundle.ts"
import { copySnapshot } from "../postgres/snapshot.ts"

const packages = join(import.meta.dirname, "..")

/** Writes `bin.js` and what it loads into a folder. */
export const bundleCommand = (folder: string): Promise<void> =>
  bundle({
    folder,
    input: {
      bin: join(packages, "cli/src/bin.ts"),
      // The code of threads: files in the folder of the code that starts the threads.
      MailThread: join(packages, "mime/src/MailThread.ts"),
      databaseThread: join(packages, "postgres/src/internal/embedded/databaseThread.ts")
    },
    // The database and the console load files that lie beside their code. Few need the calendars of holidays.
    external: /^(?:@electric-sql\/pglite|@mailroom\/console|date-holidays)/u
  })

/** The same in a folder of `dist`, from where it finds the snapshot. */
export const buildCommand = async (name: "bundle" | "test"): Promise<void> => {
  const dist = join(import.meta.dirname, "dist")
  await copySnapshot(join(dist, "snapshot"))
  await bundleCommand(join(dist, name))
}

if (import.meta.main) await buildCommand("bundle")
