/** The grammar of requests to stop in whole sentences, for all languages. `OptOutLanguage.ts` explains its form. */
import type { Sentences } from "./OptOutLanguage.ts"
import { asianSentences } from "./OptOutSentencesAsian.ts"
import { easternSentences } from "./OptOutSentencesEastern.ts"
import { germanicSentences } from "./OptOutSentencesGermanic.ts"
import { otherSentences } from "./OptOutSentencesOtherScripts.ts"
import { romanceSentences } from "./OptOutSentencesRomance.ts"
import { slavicSentences } from "./OptOutSentencesSlavic.ts"

export const sentences: ReadonlyArray<Sentences> = [
  ...germanicSentences,
  ...romanceSentences,
  ...slavicSentences,
  ...easternSentences,
  ...otherSentences,
  ...asianSentences
]
