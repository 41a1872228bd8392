/** How often a variant wins by chance, and how often a better one wins, over thousands of campaigns. */
import { assert, describe, it } from "@effect/vitest"
import { alpha } from "../../src/sequences/Winner.ts"
import { chance, play, type Play } from "./WinnerPlay.ts"

const wins = (campaigns: number, setting: Omit<Play, "random">) => {
  const random = chance(64)
  return Array.from({ length: campaigns }, () => play({ ...setting, random }))
}

describe("Equal variants", () => {
  it.each<readonly [string, number, Omit<Play, "random">]>([
    ["a look after each mail", 2_000, { rates: [0.05, 0.05], mails: 1_500, isImpatient: true }],
    ["a look after each mail, five variants", 1_000, { rates: Array(5).fill(0.08), mails: 1_000, isImpatient: true }],
    ["5 % answer", 4_000, { rates: [0.05, 0.05], mails: 4_000 }],
    ["1 % answers", 4_000, { rates: [0.01, 0.01], mails: 6_000 }],
    ["30 % answer", 2_000, { rates: [0.3, 0.3], mails: 1_000 }],
    ["three variants", 2_000, { rates: [0.1, 0.1, 0.1], mails: 2_000 }],
    ["one of six leads gets the other variant", 2_000, { rates: [0.05, 0.05], weights: [5, 1], mails: 3_000 }],
    ["answers come up to 500 mails later", 2_000, { rates: [0.05, 0.05], delay: 500, mails: 3_000 }],
    ["fewer and fewer answer", 2_000, { rates: [0.1, 0.1], trend: 0.1, delay: 300, mails: 3_000 }],
    ["more and more answer", 2_000, { rates: [0.02, 0.02], trend: 8, delay: 300, weights: [1, 3], mails: 3_000 }]
  ])("have a winner in at most 5 of 100 campaigns: %s", (name, campaigns, setting) => {
    const wrong = wins(campaigns, setting).filter((winner) => winner !== undefined).length / campaigns
    console.log(`${name}: ${(wrong * 100).toFixed(1)} % of ${campaigns} campaigns`)
    assert.isAtMost(wrong, alpha)
  })
})

describe("Variants of which one is worse", () => {
  it("let the worse one win in at most 5 of 100 campaigns", () => {
    const campaigns = 4_000
    const worse = wins(campaigns, { rates: [0.05, 0.055, 0.055], mails: 2_000 }).filter((winner) => winner === 0)
    assert.isAtMost(worse.length / campaigns, alpha)
  })
})

describe("A better variant wins", () => {
  it.each<readonly [string, number, Omit<Play, "random">]>([
    ["3 % and 6 %, 4000 mails", 0.9, { rates: [0.03, 0.06], mails: 4_000 }],
    ["5 % and 8 %, 4000 mails", 0.8, { rates: [0.05, 0.08], mails: 4_000 }],
    ["5 % and 10 %, 2000 mails", 0.85, { rates: [0.05, 0.1], mails: 2_000 }],
    ["10 % and 20 %, 1000 mails", 0.85, { rates: [0.1, 0.2], mails: 1_000 }],
    ["3 %, 3 % and 6 %, 6000 mails", 0.85, { rates: [0.03, 0.03, 0.06], mails: 6_000 }]
  ])("%s", (name, least, setting) => {
    const campaigns = 500
    const best = setting.rates.length - 1
    const right = wins(campaigns, { ...setting, minimum: 100 }).filter((winner) => winner === best).length / campaigns
    console.log(`${name}: ${(right * 100).toFixed(0)} %`)
    assert.isAtLeast(right, least)
  })
})
