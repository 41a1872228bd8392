/**
 * An IMAP server for `inboxes.ts` and `intake.ts`. It runs in a separate process, so that its processor time is not measured.
 * Prints its port. The mails of each message from its parent are added to the inbox.
 */
import { startScriptedImap } from "../../packages/host/test/ScriptedImap.ts"

const inbox: Array<string> = []
process.on("message", (mails: ReadonlyArray<string>) => {
  for (const mail of mails) inbox.push(mail)
  process.send?.(inbox.length)
})

const { port } = await startScriptedImap(process.argv.includes("--inbox") ? { inbox } : {})
console.log(port)
