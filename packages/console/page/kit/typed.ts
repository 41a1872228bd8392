/** Values that were typed over stored ones. Pure functions. */
export interface Typed {
  readonly value: string
  /** The stored value when the typing began. */
  readonly before: string
}

export type AllTyped<Field extends string> = Partial<Record<Field, Typed>>

/** Whether a value differs from what was stored when the typing began. */
export const isTyped = (typed: Typed | undefined): typed is Typed => typed !== undefined && typed.value !== typed.before

/** The typed values that remain after `sent` is stored: of other fields, and values typed while it was sent. */
export const withoutSent = <Field extends string>(
  typed: AllTyped<Field>,
  sent: Partial<Record<Field, string>>
): AllTyped<Field> => {
  const rest: AllTyped<Field> = {}
  for (const field in typed) {
    // A field may have the name of a member of each object, such as `constructor`.
    const [found, stored] = [typed[field], Object.hasOwn(sent, field) ? sent[field] : undefined]
    if (found !== undefined && found.value !== stored) rest[field] = { ...found, before: stored ?? found.before }
  }
  return rest
}
