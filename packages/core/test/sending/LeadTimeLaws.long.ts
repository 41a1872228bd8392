import { describe } from "@effect/vitest"
import { comparisons } from "./UpcomingSeeds.ts"

describe("By the clock of each lead, mails go out inside of the window, at the instants that upcoming names", () => {
  comparisons(3, 22, true)
  comparisons(24, 60, true)
})
