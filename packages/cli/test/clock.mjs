/**
 * A clock that jumps, for processes of tests: `node --import`. SIGUSR2 moves the time of day by CLOCK_JUMP milliseconds, and the
 * time that a process has run by CLOCK_GAP. Then it appends a line to the file CLOCK_LOG.
 */
import { appendFileSync } from "node:fs"

const { CLOCK_GAP = "0", CLOCK_JUMP = "0", CLOCK_LOG = "" } = process.env
const { Date: Real } = globalThis
const realNow = performance.now.bind(performance)
let jumped = 0
let gap = 0

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + jumped)
    else super(...given)
  }
  static now() {
    return Real.now() + jumped
  }
}
performance.now = () => realNow() + gap

process.on("SIGUSR2", () => {
  jumped += Number(CLOCK_JUMP)
  gap += Number(CLOCK_GAP)
  appendFileSync(CLOCK_LOG, "jumped\n")
})
