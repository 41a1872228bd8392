/** Writes the log: an entry after each operation that has changed something. */
import { CurrentEntry, type Log, type OperationEntry } from "@mailroom/core"
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

/** The name of the collection in a path: `/unibox/threads` has `threads`, `/leads/pause` has `leads`, `/blacklist/emails` has `blacklist/emails`. */
const collectionOf = (path: string) => {
  const [first = "", second] = path.split("/").filter((part) => part !== "" && !part.startsWith(":"))
  if (second === undefined) return first
  if (first === "unibox") return second
  return first === "blacklist" ? `${first}/${second}` : first
}

/** The subject for an id: `leads/42`. That of a step has its campaign in front, as in its path. */
const subjectOf = (collection: string, id: unknown, campaign: string | undefined) =>
  collection === "sequences" && campaign !== undefined ? `${campaign}/${collection}/${id}` : `${collection}/${id}`

/** The subject for each parameter of a path: its collection is the segment before it. */
const subjectsInPath = (path: string, campaign: string | undefined, args: ReadonlyArray<unknown>) => {
  const parts = path.split("/")
  return parts
    .flatMap((part, i) => (part.startsWith(":") ? [parts[i - 1] ?? ""] : []))
    .map((collection, i) => subjectOf(collection, String(args[i]), campaign))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isId = (value: unknown): value is number | string => typeof value === "number" || typeof value === "string"

/** The collections that fields of a body refer to, in the order of the subjects. */
const references = {
  assigned_to: "people",
  campaign_id: "campaigns",
  lead_id: "leads",
  sequence_id: "sequences",
  account_id: "accounts",
  tag_id: "tags"
}

/**
 * The subjects in a body: the references in its fields, the campaign of its filter, and the ids of a bulk operation. A
 * reference that is `null` has the id `none`. The references come first, because an entry with too many subjects loses the
 * last ones. Other fields of a filter are left out.
 */
const subjectsInBody = (path: string, campaign: string | undefined, body: unknown): ReadonlyArray<string> => {
  if (!isObject(body)) return []
  const { filter, ids } = body
  const chosen = isObject(filter) ? filter["campaign_id"] : undefined
  return [
    ...Object.entries(references).flatMap(([field, collection]) => {
      const id = body[field] === null ? "none" : body[field]
      return isId(id) ? [subjectOf(collection, id, campaign)] : []
    }),
    ...(isId(chosen) ? [`campaigns/${chosen}`] : []),
    ...(Array.isArray(ids) ? ids.filter(isId).map((id) => `${collectionOf(path)}/${id}`) : [])
  ]
}

/** The results of a bulk operation that mean a change. */
const changes: ReadonlySet<unknown> = new Set(["added", "blacklisted", "created", "removed", "updated"])

/** The subjects in a result: the changed rows of a bulk operation, a mail that was queued, and the conversation of a mail or a note. */
const subjectsInResult = (group: string, path: string, result: unknown): ReadonlyArray<string> => {
  if (Array.isArray(result)) return result.flatMap((item) => subjectsInResult(group, path, item))
  if (!isObject(result)) return []
  const { data, id, thread_id } = result
  const rows = Array.isArray(data)
    ? data.filter((row) => isObject(row) && changes.has(row["status"]) && isId(row["id"]))
    : []
  const isMail = group === "sends"
  return [
    ...rows.map((row) => `${collectionOf(path)}/${row.id}`),
    ...(isMail && isId(id) ? [`sends/${id}`] : []),
    ...((isMail || group === "notes") && isId(thread_id) ? [`threads/${thread_id}`] : [])
  ]
}

/** `/reply-templates/5` without the slash; without `unibox` as in the other subjects. */
const subjectsInLocation = (location: string | undefined) =>
  location === undefined ? [] : [location.replace(/^\/(?:unibox\/)?/u, "")]

/** The subjects that a request names, as collection and id. `created` follows the subjects of the path. */
const subjectsInRequest = (
  { body, endpoint: { path }, params }: Omit<Loggable, "run">,
  args: ReadonlyArray<unknown>,
  created: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const campaign = path.startsWith("/campaigns/:") ? `campaigns/${String(args[0])}` : undefined
  return [
    ...subjectsInPath(path, campaign, args),
    ...created,
    ...(body === "json" ? subjectsInBody(path, campaign, args[params.length]) : [])
  ]
}

/** Whether a body changes no other field than this one. `ids` and `filter` only choose what is changed. */
const changesOnly = (field: string, body: unknown): boolean =>
  isObject(body) && Object.keys(body).every((name) => name === field || name === "ids" || name === "filter")

/** The subjects of a call, as collection and id. */
const subjectsOf = (
  operation: Omit<Loggable, "run">,
  args: ReadonlyArray<unknown>,
  result: unknown
): ReadonlyArray<string> => {
  const { answer, endpoint, id } = operation
  const [group = ""] = id.split(".")
  const created = subjectsInLocation(answer.location?.(result, ...args))
  return [...subjectsInRequest(operation, args, created), ...subjectsInResult(group, endpoint.path, result)]
}

/**
 * Runs an operation, and then adds an entry. Two calls add none here: one whose use case has stored its entry with the
 * change, and one that has only changed the field `unlogged`.
 */
export const logged =
  (log: Log["Service"], operation: Loggable, unlogged?: string): Loggable["run"] =>
  (...args) =>
    Effect.suspend(() => {
      if (unlogged !== undefined && changesOnly(unlogged, args[operation.params.length])) return operation.run(...args)
      const entry: OperationEntry = {
        operation: operation.id,
        subjects: () => subjectsInRequest(operation, args),
        isStored: false
      }
      return operation.run(...args).pipe(
        Effect.provideService(CurrentEntry, entry),
        Effect.tap((result) =>
          entry.isStored ? Effect.void : log.record(operation.id, subjectsOf(operation, args, result))
        )
      )
    })
