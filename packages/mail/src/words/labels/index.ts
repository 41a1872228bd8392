/** The words of labels of all languages. */
import { eastern } from "./Eastern.ts"
import { english } from "./English.ts"
import { germanic } from "./Germanic.ts"
import type { LabelWords } from "./LabelWords.ts"
import { romance } from "./Romance.ts"

export const labelWords: ReadonlyArray<LabelWords> = [english, ...germanic, ...romance, ...eastern]
