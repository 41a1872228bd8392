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
  /** The fields that were typed into, with their values. */
  readonly changes: () => Partial<Record<Field, string>>
  readonly forget: () => void
}

/** Values that are being edited over the stored ones. What was typed stays until it is saved, also when that fails. */
export const useDraft = <Field extends string>(stored: Readonly<Record<Field, string>>): Draft<Field> => {
  const [typed, setTyped] = useState<Partial<Record<Field, Typed>>>({})
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
      for (const field in typed) values[field] = typed[field]?.value
      return values
    },
    forget: () => setTyped({})
  }
}
