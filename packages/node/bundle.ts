/** Bundles the fake server into `dist/bundle`: `npm run build`, and before it is packed. Tests load it anew for each file. */
import { join } from "node:path"
import { bundle } from "../../scripts/bundle.ts"

await bundle({
  folder: join(import.meta.dirname, "dist/bundle"),
  input: {
    testing: join(import.meta.dirname, "src/testing/index.ts"),
    // What threads run: a file beside the code that starts them.
    MailThread: join(import.meta.dirname, "../mime/src/MailThread.ts")
  }
})
