/** A request as a command of curl. The key is a variable, so that no key is copied. */
import type { AnsweredRequest } from "@mailroom/client"

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** `base` is where Mailroom is mounted, with a slash at its end. */
export const curlOf = (
  { body, method, path }: Pick<AnsweredRequest, "body" | "method" | "path">,
  base: string
): string =>
  [
    `curl ${quoted(new URL(path.replace(/^\//u, ""), base).href)}`,
    ...(method === "GET" ? [] : [`--request ${method}`]),
    `--header "Authorization: Bearer $KEY"`,
    ...(typeof body !== "string" ? [] : [`--header 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`])
  ].join(" \\\n  ")
