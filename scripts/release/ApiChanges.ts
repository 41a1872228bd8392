/** The differences between the public interfaces of two releases: the API reports of the packages, and the HTTP API. */

export interface Changes {
  /** Removed and changed parts, which programs for the previous release may use. */
  readonly breaking: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
}

/** The lines of a report, by the file that they are from. */
const sectionsOf = (report: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    report
      .split(/^## /mu)
      .slice(1)
      .map((section) => {
        const [file = "", ...lines] = section.split("\n")
        return [file, lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("```"))]
      })
  )

/** The items of `a` that `b` does not have, counting repeated ones. */
const without = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const item of b) counts.set(item, (counts.get(item) ?? 0) + 1)
  return a.filter((item) => {
    const count = counts.get(item) ?? 0
    counts.set(item, count - 1)
    return count <= 0
  })
}

/** The version of the API is a part of the report, and differs in every release. */
const isVersion = (line: string) => line.startsWith("export declare const version = ")

/**
 * Compares two API reports of a package, line by line: a line that is gone was removed or changed, which may break its
 * users. Lines that merely moved within their file do not count.
 */
export const compareReports = (name: string, previous: string, next: string): Changes => {
  const [before, after] = [sectionsOf(previous), sectionsOf(next)]
  const difference = (a: typeof before, b: typeof before) =>
    [...a].flatMap(([file, lines]) =>
      without(lines, b.get(file) ?? [])
        .filter((line) => /\w/u.test(line) && !isVersion(line))
        .map((line) => `${name}, ${file}: ${line}`)
    )
  return { breaking: difference(before, after), added: difference(after, before) }
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
const fieldsOf = ({ components }: Document) =>
  Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties).map((field) => `${name}.${field}`)
  )
/** Names of required fields, and of fields that may be absent. */
const requiredOf = ({ components }: Document) =>
  Object.entries(components.schemas).flatMap(([name, { required = [] }]) => required.map((field) => `${name}.${field}`))
const valuesOf = ({ components }: Document) =>
  Object.entries(components.schemas).flatMap(([name, schema]) =>
    (schema.enum ?? []).map((value) => `${name}: ${String(value)}`)
  )

/** Compares two OpenAPI documents: operations, fields and values that are gone, and fields that are newly required. */
export const compareDocuments = (previous: Document, next: Document): Changes => {
  const gone = (what: string, of: (document: Document) => ReadonlyArray<string>) =>
    without(of(previous), of(next)).map((name) => `${what} ${name} is gone`)
  const come = (what: string, of: (document: Document) => ReadonlyArray<string>) =>
    without(of(next), of(previous)).map((name) => `${what} ${name}`)
  const known = new Set(Object.keys(previous.components.schemas))
  const required = without(requiredOf(next), requiredOf(previous)).filter((name) =>
    known.has(name.split(".", 1)[0] ?? "")
  )
  return {
    breaking: [
      ...gone("operation", operationsOf),
      ...gone("field", fieldsOf),
      ...gone("value", valuesOf),
      ...required.map((name) => `field ${name} is required now`)
    ],
    added: [...come("operation", operationsOf), ...come("field", fieldsOf), ...come("value", valuesOf)]
  }
}

/** The differences as a page. */
export const page = (previous: string | undefined, { added, breaking }: Changes): string => {
  if (previous === undefined)
    return "# Changes of the API\n\nThis is the first release: there is nothing to compare it with.\n"
  const list = (title: string, lines: ReadonlyArray<string>) => [
    `## ${title}`,
    "",
    ...(lines.length === 0 ? ["Nothing."] : lines.map((line) => `- \`${line.replaceAll("`", "'")}\``)),
    ""
  ]
  return [
    `# Changes of the API since ${previous}`,
    "",
    ...list("May break programs", breaking),
    ...list("Added", added)
  ].join("\n")
}
