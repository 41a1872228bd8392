/** Light or dark. */
import { makeChoice } from "./stored.ts"

export const scheme = makeChoice("scheme", ["auto", "light", "dark"])

const dark = matchMedia("(prefers-color-scheme: dark)")

const apply = () => {
  const chosen = scheme.get()
  if (chosen === "auto") delete document.documentElement.dataset["scheme"]
  else document.documentElement.dataset["scheme"] = chosen
}
scheme.subscribe(apply)
apply()

export const isDark = (): boolean => (scheme.get() === "auto" ? dark.matches : scheme.get() === "dark")

/** Changes between light and dark. */
export const toggleScheme = (): void => {
  const next = isDark() ? "light" : "dark"
  scheme.set(next === (dark.matches ? "dark" : "light") ? "auto" : next)
}
