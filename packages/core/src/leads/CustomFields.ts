/** Values of a lead under names that the organization chooses (contract, section 2). */
import { text } from "@mailroom/mail/text"
import { Schema } from "effect"

/** The name of a custom field: lower case [spec], beginning with a letter, at most 64 characters. */
export const CustomFieldName = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{0,63}$/u, {
    expected: "a name of lower-case letters, digits and _, at most 64, a letter first"
  })
)
export const CustomFieldValue = Schema.Union([text(4_096), Schema.Finite, Schema.Boolean]).annotate({
  description: "A text of at most 4096 characters, a number or a boolean."
})

const maximum = 100
const tooMany = `must have at most ${maximum} custom fields`

export const CustomFields = Schema.Record(CustomFieldName, CustomFieldValue).check(Schema.isMaxProperties(maximum))
export type CustomFields = typeof CustomFields.Type

/** Changes of custom fields: a value sets the field, `null` removes it, absent names stay unchanged. */
export const CustomFieldsPatch = Schema.Record(CustomFieldName, Schema.NullOr(CustomFieldValue)).check(
  Schema.isMaxProperties(maximum)
)
export type CustomFieldsPatch = typeof CustomFieldsPatch.Type

/** The same fields with their names in ascending ASCII order, which every storage returns. */
export const ascending = (fields: CustomFields): CustomFields =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The fields after the patch, with names in ascending order, or why the patch cannot be applied. */
export const merge = (
  fields: CustomFields,
  patch: CustomFieldsPatch
): { readonly fields: CustomFields } | { readonly fault: string } => {
  const values = Object.entries({ ...fields, ...patch })
  const merged: Record<string, CustomFields[string]> = {}
  for (const [name, value] of values) if (value !== null) merged[name] = value
  return Object.keys(merged).length > maximum ? { fault: tooMany } : { fields: ascending(merged) }
}
