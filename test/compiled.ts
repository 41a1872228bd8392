/**
 * Keeps PGlite compiled for as long as a worker lives: V8 shares the code with every embedded database of the process, which
 * then opens in two thirds of the time.
 */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

// Node has this global; its types do not.
declare const WebAssembly: { readonly compile: (bytes: Uint8Array) => Promise<object> }

const kept = globalThis as { compiledPglite?: object }

if (kept.compiledPglite === undefined) {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite")
  kept.compiledPglite = await WebAssembly.compile(await readFile(join(dirname(main), "pglite.wasm")))
}
