import { useEffect, useState } from "preact/hooks"
import { type AllTyped, isTyped, withoutSent } from "./typed.ts"

export interface Draft<Field extends string> {
  /** The value to show: what was typed, else what is stored. */
  readonly value: (field: Field) => string
  /** The stored value, if it has changed since the typing began, and is not what was typed. */
  readonly conflict: (field: Field) => string | undefined
  readonly type: (field: Field, value: string) => void
  /** The fields that were typed into, with their values. */
  readonly changes: () => Partial<Record<Field, string>>
  /** Forgets what was sent. What was typed after it was sent stays. Without an argument, everything is forgotten. */
  readonly forget: (sent?: Partial<Record<Field, string>>) => void
}

/** The typed values of drafts, by key. Drafts with a text as key outlive their editors, others have a symbol. */
const kept = new Map<string | symbol, AllTyped<string>>()

/** Whether a draft with such a key differs from what is stored. */
export const hasDraft = (prefix: string): boolean =>
  [...kept].some(([key, typed]) => String(key).startsWith(prefix) && Object.values(typed).some(isTyped))

/** The browser asks before the page is closed or loaded again, as the drafts would be lost. */
addEventListener("beforeunload", (event) => {
  if (hasDraft("")) event.preventDefault()
})

/** Forgets a draft whose subject is gone. */
export const forgetDraft = (key: string): void => void kept.delete(key)

/** Forgets all drafts, so that the browser does not ask before the page is loaded again. */
export const forgetDrafts = (): void => kept.clear()

/**
 * Values that are being edited over the stored ones. What was typed stays until it is saved, also when that fails; with
 * a key, also while another page is open.
 */
export const useDraft = <Field extends string>(stored: Readonly<Record<Field, string>>, key?: string): Draft<Field> => {
  const [own] = useState(() => Symbol())
  useEffect(() => () => void kept.delete(own), [])
  const [typed, setState] = useState<AllTyped<Field>>(
    () => (key === undefined ? {} : (kept.get(key) ?? {})) as AllTyped<Field>
  )
  const setTyped = (change: (known: AllTyped<Field>) => AllTyped<Field>) =>
    setState((known) => {
      const next = change(known)
      kept.set(key ?? own, next)
      return next
    })
  return {
    value: (field) => {
      const found = typed[field]
      return isTyped(found) ? found.value : stored[field]
    },
    conflict: (field) => {
      const now = stored[field]
      const found = typed[field]
      return isTyped(found) && now !== found.before && now !== found.value ? now : undefined
    },
    type: (field, value) =>
      setTyped((known) => {
        const found = known[field]
        return { ...known, [field]: { value, before: isTyped(found) ? found.before : stored[field] } }
      }),
    changes: () => {
      const values: Partial<Record<Field, string>> = {}
      for (const field in typed) {
        const found = typed[field]
        if (isTyped(found)) values[field] = found.value
      }
      return values
    },
    forget: (sent) => setTyped((known) => (sent === undefined ? {} : withoutSent(known, sent)))
  }
}
