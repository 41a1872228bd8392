/** The words that the list and the dialog share. */
import { plural } from "../../base/format.ts"
import { texts } from "./texts.ts"

export const leadsText = (count: number) => plural(count, ...texts.leads)
