/** How an operation is called: with curl, and with `@mailroom/client`. Both contain the example of the document. */
import { operations } from "../../client/src/generated/operations.ts"
import { examplesOf, exampleValue } from "./example.ts"
import type { Operation, Parameter } from "./OpenApi.ts"

export interface Snippet {
  readonly label: string
  readonly code: string
}

interface Method {
  /** `leads.create` */
  readonly name: string
  /** `none`, or the argument after the ids. */
  readonly kind: "body" | "file" | "mail" | "none" | "query"
  /** The parameters of the path that are arguments; the others are fields of the input. */
  readonly ids: ReadonlyArray<string>
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

/** The methods of the client, by method and path with their parameters replaced by `{}`. */
const methods = new Map(
  Object.entries(operations).flatMap(([resource, lines]) =>
    Object.entries(lines as Readonly<Record<string, string>>).map(([name, line]): readonly [string, Method] => {
      const [method = "", path = "", kind = ""] = line.split(" ")
      const ids = [...path.matchAll(/:(\w+)/gu)].map(([, id = ""]) => id)
      const isKind = kind === "body" || kind === "file" || kind === "mail" || kind === "query"
      const place = `${method} ${path.replaceAll(/:\w+|\{\w+\}/gu, "{}")}`
      return [place, { name: `${resource}.${name}`, kind: isKind ? kind : "none", ids }]
    })
  )
)

/** A value as JavaScript: like JSON, with names that need no quotes. */
const literal = (value: unknown) =>
  JSON.stringify(value, null, 2).replaceAll(
    /^( *)"([A-Za-z_]\w*)":/gmu,
    (_, indent: string, name: string) => `${indent}${name}:`
  )

/** A text in single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The example of a parameter; a value of the right type if the document has none. */
const valueOf = (parameter: Parameter): unknown => exampleValue(parameter) ?? 1
const textOf = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value))

const bodyOf = ({ requestBody }: Operation) => {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return type === undefined || media === undefined ? undefined : { type, example: examplesOf(media)[0]?.[1] }
}

/** The files that stand for bodies that are not JSON, by media type. */
const files: Readonly<Record<string, string>> = {
  "application/octet-stream": "Offer.pdf",
  "message/rfc822": "mail.eml"
}
const fileOf = (operation: Operation) => files[bodyOf(operation)?.type ?? ""]

const curl = (operation: Operation): string => {
  const { method, needsKey, parameters, path } = operation
  const inPath = parameters
    .filter(({ in: place }) => place === "path")
    .reduce(
      (path, parameter) => path.replace(`{${parameter.name}}`, encodeURIComponent(textOf(valueOf(parameter)))),
      path
    )
  const query = parameters
    .filter(({ in: place, required = false }) => place === "query" && required)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(textOf(valueOf(parameter)))}`)
  const body = bodyOf(operation)
  const file = fileOf(operation)
  const isImplied = method === "GET" || (method === "POST" && body !== undefined)
  return [
    `curl ${isImplied ? "" : `-X ${method} `}"$URL${inPath}${query.length === 0 ? "" : `?${query.join("&")}`}"`,
    ...(needsKey ? [`-H "Authorization: Bearer $KEY"`] : []),
    ...(file === undefined ? [] : [`-H "Content-Type: ${body?.type}"`, `--data-binary @${file}`]),
    ...(body === undefined || file !== undefined ? [] : [`--json ${quoted(JSON.stringify(body.example, null, 2))}`])
  ].join(" \\\n  ")
}

/** The input of a method: its body or its query, and the parameters of the path that the method does not take as arguments. */
const inputOf = ({ parameters }: Operation, { ids, kind }: Method, body: unknown) => {
  const fields = parameters.filter(
    ({ in: place, name, required = false }) =>
      (place === "path" && !ids.includes(name)) || (place === "query" && required && kind !== "body" && kind !== "none")
  )
  const named = Object.fromEntries(fields.map((parameter) => [snakeCase(parameter.name), valueOf(parameter)]))
  if (kind === "body") return { ...named, ...(body as object) }
  return Object.keys(named).length === 0 ? undefined : named
}

/** Undefined for an operation of a document that is not Mailroom's. */
const client = (operation: Operation): string | undefined => {
  const path = operation.path.replaceAll(/\{\w+\}/gu, "{}")
  const method = methods.get(`${operation.method} ${path}`)
  // The signed URL of an attachment needs no client.
  if (method === undefined) {
    return operation.id === "attachments.open" ? "const answer = await fetch(attachment.url)" : undefined
  }
  const ids = method.ids.map((id) => {
    const parameter = operation.parameters.find(({ in: place, name }) => place === "path" && name === id)
    return parameter === undefined ? "1" : literal(valueOf(parameter))
  })
  const input = method.kind === "none" ? undefined : inputOf(operation, method, bodyOf(operation)?.example)
  const file = fileOf(operation)
  const args = [
    ...ids,
    ...(file === undefined ? [] : [`await openAsBlob("${file}")`]),
    ...(input === undefined ? [] : [literal(input)])
  ]
  const [resource = ""] = method.name.split(".")
  return [
    ...(file !== undefined ? [`import { openAsBlob } from "node:fs"`] : []),
    `import { createClient } from "@mailroom/client"`,
    "",
    `const { ${resource} } = createClient({ baseUrl, key })`,
    `const answer = await ${method.name}(${args.join(", ")})`
  ].join("\n")
}

/** The calls of an operation. A webhook has none. */
export const snippetsOf = (operation: Operation): ReadonlyArray<Snippet> => {
  if (operation.isWebhook) return []
  const code = client(operation)
  return [
    { label: "curl", code: curl(operation) },
    ...(code === undefined ? [] : [{ label: "@mailroom/client", code }])
  ]
}
