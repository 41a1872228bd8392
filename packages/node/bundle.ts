/**
 * Bundles the package into `dist/bundle`, with the snapshot beside it: `npm run build`, and before it is packed. An app then
 * installs it and the types of `@mailroom/client`, whatever release of Effect it has itself.
 */
import { readFile, writeFile } from "node:fs/promises"
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
  // The database and the console load files that lie beside their code. Few need the calendars of holidays.
  external: /^(?:@electric-sql\/pglite|@mailroom\/console|date-holidays)/u,
  replaced: { [join(packages, "mime/src/Spawn.ts")]: spawn }
})

/**
 * `require` of the test kit. Jest loads no ES modules for `require`, and replaces the modules of Node, but not the main
 * context of the process. So the kit runs outside of Jest's sandbox.
 */
const loader = `const process = require("node:vm").runInThisContext("process")
module.exports = process.getBuiltinModule("node:module").createRequire(__filename)("./testing.js")
`
await writeFile(join(dist, "bundle/testing.cjs"), loader)

/** The types of the kit for `require`, taken from the ES module. */
const kit = await readFile(join(packages, "node/src/testing/TestKit.ts"), "utf8")
const kitTypes = Array.from(kit.matchAll(/^export (?:interface|type) (\w+)/gmu), ([, name = ""]) => name)
const declarations = `import type * as Kit from "./index.js" with { "resolution-mode": "import" }
export declare const FakeServer: typeof Kit.FakeServer
export declare namespace FakeServer {
${kitTypes.map((name) => `  type ${name} = Kit.FakeServer.${name}`).join("\n")}
}
`
await writeFile(join(dist, "testing/index.d.cts"), declarations)
