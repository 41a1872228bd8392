import { texts } from "../base/texts.ts"
import type { Draft } from "./useDraft.ts"

/** The stored value of a field that somebody else has changed while it was edited here. */
export const StoredNow = <Field extends string>({
  draft,
  field
}: {
  readonly draft: Pick<Draft<Field>, "conflict">
  readonly field: Field
}) => {
  const stored = draft.conflict(field)
  return stored === undefined ? null : (
    <p class="text-bad">
      {texts.storedNow} <strong>{stored || "–"}</strong>
    </p>
  )
}
