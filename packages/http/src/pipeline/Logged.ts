/** Writes the log: an entry after each operation that has changed something. */
import type { Log } from "@mailroom/core"
import { Effect } from "effect"

/** The parts of an operation that the log needs. */
interface Loggable {
  readonly id: string
  readonly endpoint: { readonly path: string }
  readonly run: (...args: ReadonlyArray<any>) => Effect.Effect<any, any, any>
  readonly answer: { readonly location?: (result: any, ...args: any) => string | undefined }
  readonly params: ReadonlyArray<string>
  readonly body: string | undefined
}

/** The name of the collection in a path: `/unibox/threads` has `threads`, `/leads/pause` has `leads`. */
const collectionOf = (path: string) => {
  const [first = "", second] = path.split("/").filter((part) => part !== "" && !part.startsWith(":"))
  return first === "unibox" && second !== undefined ? second : first
}

/** The collection and the id of each parameter of a path. */
const ofPath = (path: string, args: ReadonlyArray<unknown>) => {
  const parts = path.split("/")
  return parts
    .flatMap((part, i) => (part.startsWith(":") ? [parts[i - 1] ?? ""] : []))
    .map((collection, i) => `${collection}/${String(args[i])}`)
}

const isId = (value: unknown): value is number | string => typeof value === "number" || typeof value === "string"

/** The ids in a body: the ids of a bulk operation, and the id of a campaign. */
const ofBody = (path: string, body: unknown): ReadonlyArray<string> => {
  if (typeof body !== "object" || body === null) return []
  const { campaign_id, ids } = body as { readonly campaign_id?: unknown; readonly ids?: unknown }
  return [
    ...(Array.isArray(ids) ? ids.filter(isId).map((id) => `${collectionOf(path)}/${id}`) : []),
    ...(isId(campaign_id) ? [`campaigns/${campaign_id}`] : [])
  ]
}

/** `/reply-templates/5` without the slash; without `unibox` as in the other subjects. */
const ofLocation = (location: string | undefined) =>
  location === undefined ? [] : [location.replace(/^\/(?:unibox\/)?/u, "")]

/** The subjects of a call, as collection and id. */
const subjectsOf = (
  { answer, body, endpoint, params }: Omit<Loggable, "id" | "run">,
  args: ReadonlyArray<unknown>,
  result: unknown
): ReadonlyArray<string> => [
  ...ofPath(endpoint.path, args),
  ...ofLocation(answer.location?.(result, ...args)),
  ...(body === "json" ? ofBody(endpoint.path, args[params.length]) : [])
]

/** Runs an operation, and then adds an entry. */
export const logged =
  (log: Log["Service"], operation: Loggable): Loggable["run"] =>
  (...args) =>
    Effect.tap(operation.run(...args), (result) => log.record(operation.id, subjectsOf(operation, args, result)))
