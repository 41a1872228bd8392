/** Describes how the answer or the rows of a peer differ from ours. */

/** The paths of all fields, for example `data.email`. Elements of a list have the path of the list. */
const fieldsOf = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((element) => fieldsOf(element, path))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = path === "" ? name : `${path}.${name}`
    return [field, ...fieldsOf(inner, field)]
  })
}

/** The fields of `a` that `b` has nowhere, each quoted. */
const without = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) =>
  [...new Set(a)]
    .filter((field) => !b.includes(field))
    .map((field) => `\`${field}\``)
    .join(", ")

/** Says which fields a peer lacks, so that the author of a new field knows what to add to the bench. */
export const differenceOf = (theirs: unknown, ours: unknown): string => {
  const [own, other] = [fieldsOf(ours), fieldsOf(theirs)]
  const [missing, unknown] = [without(own, other), without(other, own)]
  if (missing !== "" && other.length > 0) {
    return `it lacks ${missing}: add each to bench/src/peers, and to bench/src/data.ts if it is a column`
  }
  return unknown !== "" && own.length > 0 ? `it has ${unknown}, which mailroom has not` : "the values differ"
}
