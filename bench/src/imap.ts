/** An IMAP server for `inboxes.ts`. It runs in a separate process, so that its processor time is not measured. Prints its port. */
import { startScriptedImap } from "../../packages/host/test/ScriptedImap.ts"

const { port } = await startScriptedImap()
console.log(port)
