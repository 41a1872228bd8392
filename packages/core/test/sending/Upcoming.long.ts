import { describe } from "@effect/vitest"
import { comparisons } from "./UpcomingSeeds.ts"

describe("What is upcoming is what the engine then sends", () => comparisons(11, 200))
