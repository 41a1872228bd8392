/** Starts threads. In the bundle of `@mailroom/node`, the code of `MailThread.ts` is in here as a text. */
import { extname } from "node:path"
import { Worker } from "node:worker_threads"

const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** The file has the extension of this one: `.ts` in the sources, `.js` in the package. */
export const spawn = (): Worker =>
  new Worker(new URL(`MailThread${extname(import.meta.url)}`, import.meta.url), { resourceLimits })
