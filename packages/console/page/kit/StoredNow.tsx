import { texts } from "../base/texts.ts"
import type { Draft } from "./useDraft.ts"

/** The stored value of a field that somebody else has changed while it was edited here. */
export const StoredNow = <Field extends string>({
  draft,
  field,
  show = (stored) => stored || "–"
}: {
  readonly draft: Pick<Draft<Field>, "conflict">
  readonly field: Field
  /** The text of a stored value. */
  readonly show?: (stored: string) => string
}) => {
  const stored = draft.conflict(field)
  return stored === undefined ? null : (
    <p class="text-bad">
      {texts.storedNow} <strong>{show(stored)}</strong>
    </p>
  )
}
