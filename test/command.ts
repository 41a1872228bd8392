/** Bundles the command for the tests that run it: from its sources it takes at least twice as long to start. */
import { buildCommand } from "../packages/cli/bundle.ts"

export default () => buildCommand("test")
