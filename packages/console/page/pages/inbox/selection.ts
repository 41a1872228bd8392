/** The selected threads. */
import { makeSelection } from "../../kit/selection.ts"

export const { clear: clearSelection, ids: selection, select } = makeSelection()
