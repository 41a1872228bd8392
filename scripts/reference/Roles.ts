/** The roles that operations need, from the OpenAPI document. */
import { Role } from "@mailroom/core"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { table } from "./Markdown.ts"

interface Operation {
  readonly summary: string
  readonly "x-role"?: Role
}

const document = join(import.meta.dirname, "../../packages/http/openapi.json")

/** A row for each operation that needs credentials, and a column for each role. */
export const roles = (): string => {
  const { paths } = JSON.parse(readFileSync(document, "utf8")) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { "x-role": role }]) => {
      if (role === undefined) return []
      const least = Role.literals.indexOf(role)
      return [[`\`${method.toUpperCase()} ${path}\``, ...Role.literals.map((_, i) => (i >= least ? "yes" : ""))]]
    })
  )
  return table(["operation", ...Role.literals], rows)
}
