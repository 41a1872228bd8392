/** How far incoming mail, and the facts it reports, can be believed (domain, "Whom to believe"). */
import { Schema } from "effect"

export const Trust = Schema.Literals(["verified", "plausible", "unverified"]).annotate({
  identifier: "Trust",
  description:
    "How far a mail, and what it reports, can be believed. `verified`: proven, by a Message-ID that only the recipient knows, by DMARC, or by the host's word. `plausible`: neither proven nor refuted. `unverified`: refuted, or a claim without evidence."
})
export type Trust = typeof Trust.Type

/** The highest of these levels; `unverified` if the list is empty. */
export const bestTrust = (all: ReadonlyArray<Trust>): Trust =>
  Trust.literals.find((trust) => all.includes(trust)) ?? "unverified"
