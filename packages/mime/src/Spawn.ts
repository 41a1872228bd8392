/** Starts threads. In the bundle of `@mailroom/node`, this file contains the code of `MailThread.ts` as a text. */
import { extname } from "node:path"
import { Worker } from "node:worker_threads"

const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** The thread's file has the same extension as this file: `.ts` in the sources, `.js` in the package. */
export const spawn = (): Worker =>
  new Worker(new URL(`MailThread${extname(import.meta.url)}`, import.meta.url), { resourceLimits })
