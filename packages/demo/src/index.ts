/** Example data (`Demo`), a campaign that runs (`Live`), and what campaigns come to (`Results`), among recipients who answer (`World`). */
export * as Demo from "./Demo.ts"
export * as Live from "./Live.ts"
export { type Part, type RawMail, rawMail } from "./RawMail.ts"
export * as Results from "./Results.ts"
export * as World from "./World.ts"
