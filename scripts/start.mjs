/**
 * Starts a program of this checkout. The first argument is its path. Old releases of Node cannot read TypeScript. They can read this
 * file, which names the release that is needed.
 */
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"

const [major, minor] = process.versions.node.split(".").map(Number)

if (major > 22 || (major === 22 && minor >= 19)) {
  process.argv.splice(1, 1)
  process.argv[1] = resolve(process.argv[1])
  await import(pathToFileURL(process.argv[1]).href)
} else {
  console.error(
    `Node 22.19 or later is needed, and this is ${process.versions.node}: install it, or run \`npm install\`, which brings one`
  )
  process.exitCode = 1
}
