#!/usr/bin/env node
/** The command `mailroom`. */
// All other code is imported after this check, because an old Node could not load it.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major > 22 || (major === 22 && minor >= 19)) {
  // Imported before all other code, so that every schema is compiled. A page of 200 leads is then answered 1.6 times as
  // fast.
  await import("effect/schema/SchemaJITCompiler/enable")
  await import("./main.ts")
} else {
  console.error(`mailroom: Node 22.19 or later is needed, and this is ${process.versions.node}`)
  process.exitCode = 1
}
