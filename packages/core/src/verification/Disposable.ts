/** Whether a domain belongs to a service for throw-away addresses. */
import { disposableDomains } from "./DisposableDomains.ts"

let known: ReadonlySet<string> | undefined

/** Whether the list has this domain, in its normal form. Ask for its parent domains, too. */
export const isDisposable = (domain: string): boolean => {
  // Made at the first question: most processes never ask one.
  known ??= new Set(disposableDomains.trim().split(/\s+/u))
  return known.has(domain)
}
