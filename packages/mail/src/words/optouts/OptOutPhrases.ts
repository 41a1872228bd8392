/** Requests to stop in all languages. `OptOutLanguage.ts` explains their form. */
import { easternPhrases } from "./OptOutEastern.ts"
import type { Phrases } from "./OptOutLanguage.ts"
import { otherPhrases } from "./OptOutOtherScripts.ts"
import { westernPhrases } from "./OptOutWestern.ts"

/** Words that mean a request in any language, because links and programs use them. */
export const keywords: ReadonlyArray<string> = ["unsubscribe", "stop", "opt out", "remove"]

export const phrases: ReadonlyArray<Phrases> = [...westernPhrases, ...easternPhrases, ...otherPhrases]
