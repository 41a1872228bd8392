import { useState } from "preact/hooks"

interface Typed {
  readonly value: string
  /** The stored value when the typing began. */
  readonly before: string
}

export interface Draft<Field extends string> {
  /** The value to show: what was typed, else what is stored. */
  readonly value: (field: Field) => string
  /** The stored value, if it has changed since the typing began, and is not what was typed. */
  readonly conflict: (field: Field) => string | undefined
  readonly type: (field: Field, value: string) => void
  /** The fields whose values were changed, with these values. */
  readonly changes: () => Partial<Record<Field, string>>
  /** Forgets the values that were saved: what `changes` returned then. What was typed meanwhile stays. */
  readonly forget: (saved: Partial<Record<Field, string>>) => void
  readonly forgetAll: () => void
}

/** The drafts with a key, which outlive their editors. */
const kept = new Map<string, Partial<Record<string, Typed>>>()

/** Whether a draft with such a key has changed values. */
export const hasDraft = (prefix: string): boolean =>
  [...kept].some(
    ([key, typed]) => key.startsWith(prefix) && Object.values(typed).some((field) => field?.value !== field?.before)
  )

// The browser asks before the page with a draft is left or loaded again.
addEventListener("beforeunload", (event) => {
  if (hasDraft("")) event.preventDefault()
})

/**
 * Values that are being edited over the stored ones. What was typed stays until it is saved, also when that fails; with
 * a key, also while another page is open.
 */
export const useDraft = <Field extends string>(stored: Readonly<Record<Field, string>>, key?: string): Draft<Field> => {
  const [typed, setState] = useState<Partial<Record<Field, Typed>>>(
    () => (key === undefined ? {} : (kept.get(key) ?? {})) as Partial<Record<Field, Typed>>
  )
  const setTyped = (change: (known: Partial<Record<Field, Typed>>) => Partial<Record<Field, Typed>>) =>
    setState((known) => {
      const next = change(known)
      if (key !== undefined) kept.set(key, next)
      return next
    })
  return {
    value: (field) => typed[field]?.value ?? stored[field],
    conflict: (field) => {
      const now = stored[field]
      const found = typed[field]
      return found === undefined || now === found.before || now === found.value ? undefined : now
    },
    type: (field, value) =>
      setTyped((known) => ({ ...known, [field]: { value, before: known[field]?.before ?? stored[field] } })),
    changes: () => {
      const values: Partial<Record<Field, string>> = {}
      for (const field in typed) {
        const { before, value } = typed[field] ?? {}
        if (value !== undefined && value !== before) values[field] = value
      }
      return values
    },
    forget: (saved) =>
      setTyped((known) => {
        const left: typeof known = {}
        for (const field in known) {
          const { before = "", value = "" } = known[field] ?? {}
          const now = saved[field] ?? before
          if (value !== now) left[field] = { value, before: now }
        }
        return left
      }),
    forgetAll: () => setTyped(() => ({}))
  }
}
