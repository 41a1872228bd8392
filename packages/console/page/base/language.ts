/** The language of this reader. */
import { languages, localeOf } from "./locale.ts"
import { makeChoice } from "./stored.ts"

/** The reader's choice. By `auto` the browser decides. */
export const chosenLanguage = makeChoice("language", ["auto", ...languages])

export const locale = localeOf(chosenLanguage.get(), navigator.languages)

document.documentElement.lang = locale.tag
// All texts are chosen when the page is loaded.
chosenLanguage.subscribe(() => location.reload())
