/** Generates the reference of the API in process from the interfaces of `@mailroom/node`. */
import {
  type Comment,
  parseSync,
  type Program,
  type TSInterfaceDeclaration,
  type TSPropertySignature
} from "oxc-parser"
import { readFileSync } from "node:fs"
import { join } from "node:path"

type Declared = Extract<Program["body"][number], { type: "ExportNamedDeclaration" }>["declaration"]

interface Source {
  readonly file: string
  readonly text: string
  readonly comments: ReadonlyArray<Comment>
  readonly declarations: ReadonlyMap<string, NonNullable<Declared>>
}

const root = join(import.meta.dirname, "../..")

const parsed = (name: string): Source => {
  const file = `packages/node/src/${name}`
  const text = readFileSync(join(root, file), "utf8")
  const { comments, program } = parseSync(file, text)
  const declared = program.body.flatMap((node) =>
    node.type === "ExportNamedDeclaration" && node.declaration !== null ? [node.declaration] : []
  )
  const named = declared.flatMap((node) =>
    "id" in node && node.id?.type === "Identifier" ? [[node.id.name, node]] : []
  )
  return { file, text, comments, declarations: new Map(named as Array<[string, NonNullable<Declared>]>) }
}

const generated = parsed("generated/types.ts")
const useCases = parsed("UseCases.ts")
const calls = parsed("Call.ts")
const mailroom = parsed("Mailroom.ts")
const mailer = parsed("Mailer.ts")
/** The files whose types have a section, except the interfaces of methods. The client has all other types. */
const withTypes = [calls, mailer, useCases]

/** The docstring directly before a place, as paragraphs. */
const docstring = ({ comments, text }: Source, start: number): string => {
  const above = comments.findLast(({ end }) => end <= start && /^(?:export |\s)*$/u.test(text.slice(end, start)))
  const lines = (above?.value ?? "").split("\n").map((line) => line.replace(/^\s*\*?\s*/u, "").trimEnd())
  return lines
    .join("\n")
    .trim()
    .split(/\n{2,}/u)
    .map((paragraph) => paragraph.replaceAll("\n", " "))
    .join("\n\n")
}

const interfaceOf = (source: Source, name: string): TSInterfaceDeclaration => {
  const node = source.declarations.get(name)
  if (node?.type !== "TSInterfaceDeclaration") throw new Error(`${source.file} has no interface ${name}`)
  return node
}

const isMethods = (name: string) => /Methods(?:InProcess)?$|^OrganizationUseCases$/u.test(name)
const types = withTypes
  .flatMap((source) => [...source.declarations].map(([name, node]) => ({ source, name, node })))
  .filter(({ name }) => !isMethods(name))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
const typeNames = new Set(types.map(({ name }) => name))
const linkTo = (name: string) => `[\`${name}\`](#type-${name.toLowerCase()})`

const namedIn = (text: string) => [...new Set(text.match(/\b[A-Z]\w*/gu) ?? [])].filter((name) => typeNames.has(name))

/** The properties of an interface, with the source of each. Inherited properties come first, unless the interface declares them itself. */
const propertiesOf = (source: Source, name: string): ReadonlyMap<string, readonly [Source, TSPropertySignature]> => {
  const { body, extends: parents } = interfaceOf(source, name)
  const own = body.body.flatMap((property) =>
    property.type === "TSPropertySignature" && property.key.type === "Identifier"
      ? [[property.key.name, [source, property]] as const]
      : []
  )
  const inherited = parents.flatMap(({ expression }) =>
    expression.type === "Identifier" ? [...propertiesOf(generated, expression.name)] : []
  )
  return new Map([...inherited, ...own])
}

/** A section for each method of an interface: its call, what it does, and links to the types that it names. */
const methodsOf = (of: Source, name: string, path: string): ReadonlyArray<string> =>
  [...propertiesOf(of, name)].flatMap(([method, [source, property]]) => {
    const type = source.text.slice((property.typeAnnotation?.start ?? 0) + 1, property.end).trim()
    const call = type.replaceAll(/\s*\n\s*/gu, " ").replace(/^\((.*?)\) => /u, "($1): ")
    const links = namedIn(type).map(linkTo)
    return [
      `### ${path}.${method}`,
      `\`${path}.${method}${call.startsWith("(") ? call : `: ${call}`}\``,
      docstring(source, property.start),
      links.length === 0 ? "" : `Types: ${links.join(", ")}.`
    ].filter((part) => part !== "")
  })

/** The resources of an organization: their names, and the file and the name of the interface of each. */
const resources = () =>
  [...propertiesOf(useCases, "OrganizationUseCases")]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, [declaring, property]]) => {
      const type = declaring.text.slice((property.typeAnnotation?.start ?? 0) + 1, property.end).trim()
      const source = [useCases, generated].find(({ declarations }) => declarations.has(type))
      if (source === undefined) throw new Error(`No interface ${type}`)
      return { path, source, type }
    })

/** The text of a declaration, with its docstring, as a block that a test compares with the file. */
const block = ({ comments, file, text }: Source, { end, start }: { readonly end: number; readonly start: number }) => {
  const from = text.lastIndexOf("export ", start)
  const above = comments.findLast((comment) => comment.end <= from && text.slice(comment.end, from).trim() === "")
  const docs = above !== undefined && above.value.startsWith("*") ? above.start : from
  return `\`\`\`ts ${file}\n${text.slice(docs, end)}\n\`\`\``
}

/** The methods, resource by resource. */
export const methods = (): string =>
  [
    "## What `createMailroom` gives",
    block(mailroom, interfaceOf(mailroom, "UseCasesOf")),
    block(mailroom, interfaceOf(mailroom, "Mailroom")),
    "## organizations",
    ...methodsOf(useCases, "OrganizationsMethods", "organizations"),
    ...resources().flatMap(({ path, source, type }) => [`## ${path}`, ...methodsOf(source, type, path)])
  ].join("\n\n")

/** The types, by their names. */
export const allTypes = (): string =>
  types
    .flatMap(({ name, node, source }) => {
      const others = namedIn(source.text.slice(node.start, node.end)).filter((other) => other !== name)
      const links = others.length === 0 ? [] : [`Types: ${others.map(linkTo).join(", ")}.`]
      return [`### type ${name}`, block(source, node), ...links]
    })
    .join("\n\n")
