/** Example data (`Demo`), and a campaign that runs (`Live`) among recipients who answer (`World`). */
export * as Demo from "./Demo.ts"
export * as Live from "./Live.ts"
export { type Part, type RawMail, rawMail } from "./RawMail.ts"
export * as World from "./World.ts"
