/** Faults of accessibility, by axe. */
import axe from "axe-core"
import type { CDPSession, Page } from "playwright-core"

const sessions = new WeakMap<Page, CDPSession>()

/** Evaluates a script. The browser does it, as the page's policy allows no other script. */
const evaluate = async (page: Page, expression: string): Promise<unknown> => {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  const { exceptionDetails, result } = await session.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
    allowUnsafeEvalBlockedByCSP: true
  })
  if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
  return result.value
}

/**
 * The faults of the open page in both schemes. The dark scheme differs in colours alone, so it is checked by the rules for
 * these. The page must be opened with reduced motion, as colours that change slowly are of neither scheme.
 */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  if ((await evaluate(page, "typeof axe")) === "undefined") await evaluate(page, axe.source)
  const faults = await evaluate(
    page,
    `(async () => {
      const { dataset } = document.documentElement
      const before = dataset.scheme
      const faults = []
      for (const [scheme, options] of [["light", {}], ["dark", { runOnly: ["color-contrast", "link-in-text-block"] }]]) {
        dataset.scheme = scheme
        const { violations } = await axe.run({ iframes: false, resultTypes: ["violations"], ...options })
        for (const { id, nodes } of violations) {
          for (const { html, any, all, none } of nodes) {
            const reasons = [...any, ...all, ...none].map(({ message }) => message).join("; ")
            faults.push(scheme + " " + id + ": " + html.slice(0, 160) + " " + reasons)
          }
        }
      }
      if (before === undefined) delete dataset.scheme
      else dataset.scheme = before
      return faults
    })()`
  )
  if (!Array.isArray(faults)) throw new Error(`axe did not run: ${String(faults)}`)
  return faults
}
