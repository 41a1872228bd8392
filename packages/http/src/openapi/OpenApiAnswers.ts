/** The answers in the OpenAPI document. Problems and headers are components that operations share. */
import { header as idempotencyKey, replayedHeader } from "../pipeline/Idempotent.ts"
import { headerName, type Json, nameOf } from "./OpenApiSchemas.ts"

const problemType = "application/problem+json"
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/** The headers of answers, by name. */
const headers: Json = {
  "X-Request-Id": {
    description: "Identifies the request in the log: the caller's own id if it is well formed, else a new one.",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
    example: "0f9b3c7a-5d2e-4c8b-9a51-2f6f0e1d4b77"
  },
  RateLimit: {
    description:
      "The remaining rate of the organization: `r` requests, and `t` seconds until the full rate is available again. Absent without a rate limit, and from a 503 to a request whose organization is not known yet.",
    schema: { type: "string" },
    example: '"organization";r=199;t=1'
  },
  "RateLimit-Policy": {
    description: "The organization's rate: `q` requests in `w` seconds. Absent without a rate limit.",
    schema: { type: "string" },
    example: '"organization";q=200;w=2'
  },
  "Retry-After": {
    description:
      "The number of seconds to wait before trying again. A 409 has it only with the code `idempotency_in_progress`.",
    schema: { type: "integer", minimum: 0 },
    example: 1
  },
  "WWW-Authenticate": {
    description: "How to authenticate (RFC 6750). Absent where the host authenticates in another way.",
    schema: { type: "string" },
    example: 'Bearer realm="mailroom"'
  },
  ETag: {
    description: "The version of the resource, for `If-Match` and `If-None-Match`. Opaque.",
    required: true,
    schema: { type: "string" },
    example: '"3"'
  },
  Location: {
    description: "The URL of the new resource.",
    required: true,
    schema: { type: "string", format: "uri" },
    example: "https://mail.example.com/tags/7"
  },
  "Content-Disposition": {
    description: "The name of the file (RFC 6266).",
    required: true,
    schema: { type: "string" },
    example: "attachment; filename=\"Needs.pdf\"; filename*=UTF-8''Needs.pdf"
  },
  "Idempotency-Replayed": {
    description: "`true` when the answer is a copy of the answer to an earlier request with the same key, else absent.",
    schema: { type: "string", enum: ["true"] }
  }
}

/** The request headers that many operations have. */
const parameters: Json = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "Entity tags that the caller has. If one of them is still current, the answer is 304 without a body.",
    schema: { type: "string" },
    example: '"3"'
  },
  IdempotencyKey: {
    name: headerName(idempotencyKey),
    in: "header",
    required: false,
    description:
      "A key that the client chooses. For 24 hours, the same request with the same key gets the first successful answer again, and is not carried out again.",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
    example: "5f2c1b0e-order-17"
  }
}

const addParameter = (operation: Json, name: string) => {
  operation["parameters"] = [...operation["parameters"], parameters[name]]
}

/** Declares `If-None-Match` and 304 for a read with an entity tag. `Boundary` implements it for all of them. */
export const declareNotModified = (operation: Json): void => {
  const { etag } = operation["responses"]["200"]?.headers ?? {}
  if (etag === undefined) return
  addParameter(operation, "IfNoneMatch")
  operation["responses"]["304"] = { description: "The caller has the current version.", headers: { etag } }
}

/** Declares `Idempotency-Key`, and the header of replayed answers. */
export const declareIdempotency = (operation: Json): void => {
  addParameter(operation, "IdempotencyKey")
  for (const [status, response] of Object.entries<Json>(operation["responses"])) {
    if (status.startsWith("2")) response["headers"] = { ...response["headers"], [replayedHeader]: {} }
  }
}

/** Moves the problems of an operation to components. All have one schema; the response lists the possible codes. */
export const shareProblems = ({ components }: Json, { responses, security }: Json): void => {
  // The answer to a defect, which endpoints do not declare.
  if (security.length > 0) responses["500"] = { content: { [problemType]: { schema: ref("schemas", "Internal") } } }
  for (const [status, { content }] of Object.entries<Json>(responses)) {
    const schema = content?.[problemType]?.schema
    if (schema === undefined) continue
    const kinds: ReadonlyArray<Json> = (schema.anyOf ?? [schema]).map(
      ({ $ref }: Json) => components.schemas[nameOf($ref)]
    )
    const titles = new Map(kinds.map(({ properties: { code, title } }) => [code.enum[0] as string, title.enum[0]]))
    const name = [...titles.keys()].toSorted().map(pascalCase).join("Or")
    components.responses[name] ??= {
      description: Array.from(titles, ([code, title]) => `\`${code}\`: ${title}.`).join(" "),
      headers: headersOf(components, [
        "X-Request-Id",
        ...(fieldsOf[status] ?? rateFields),
        ...(titles.has("idempotency_in_progress") ? ["Retry-After"] : [])
      ]),
      content: { [problemType]: { schema: ref("schemas", "Problem") } }
    }
    responses[status] = ref("responses", name)
  }
}

const rateFields = ["RateLimit", "RateLimit-Policy"]

/** The headers of problems that differ from `rateFields`, by status. */
const fieldsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  401: ["WWW-Authenticate"],
  429: [...rateFields, "Retry-After"],
  503: [...rateFields, "Retry-After"]
}

const pascalCase = (code: string) => code.replaceAll(/(?:^|_)(\w)/gu, (_, letter: string) => letter.toUpperCase())

/** Adds the headers to the other answers of an operation. */
export const shareHeaders = ({ components }: Json, { responses, security }: Json): void => {
  const rate = security.length > 0 ? rateFields : []
  for (const [status, response] of Object.entries<Json>(responses)) {
    if (response["$ref"] !== undefined) continue
    if (status === "204") response["description"] = "Done. There is no body."
    // The schema of a stream cannot declare this.
    if (response["content"]?.["application/octet-stream"] !== undefined) {
      response["description"] = "The bytes of the file, to be saved rather than shown in a browser."
      response["headers"] = { ...response["headers"], "content-disposition": {} }
    }
    const own = Object.keys(response["headers"] ?? {}).map(headerName)
    response["headers"] = headersOf(components, ["X-Request-Id", ...rate, ...own])
  }
}

const headersOf = (components: Json, names: ReadonlyArray<string>) =>
  Object.fromEntries(
    names.map((name) => {
      components["headers"][name] = headers[name]
      return [name, ref("headers", name)]
    })
  )
