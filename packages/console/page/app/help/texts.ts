/** The texts of the list of keys. */
import { pick } from "../../base/pick.ts"

export const texts = pick("help", {
  title: "Keys",
  off: "Single keys are switched off.",
  layers: { detail: "Here", page: "This page", global: "Everywhere" }
})
