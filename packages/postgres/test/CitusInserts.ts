/**
 * Rules for INSERT … SELECT. Citus sends one to the worker of its organization only when it takes the organization from a
 * row there. It runs any other on the coordinator and copies the rows to the worker, which takes several times as long,
 * and whose errors have no SQLSTATE.
 */
import { isDistributed, keyOf, nameOf, type Node, nodesOf, sourcesOf } from "./CitusSyntax.ts"

/** Distributed tables that draw the ids of their rows. */
export const identified: ReadonlySet<string> = new Set([
  "accounts",
  "attachments",
  "blacklist",
  "deliveries",
  "events",
  "leads",
  "log_entries",
  "messages",
  "notes",
  "people",
  "reply_templates",
  "sends",
  "sequences",
  "tags",
  "threads",
  "transactions"
])

const volatile = new Set([
  "clock_timestamp",
  "gen_random_uuid",
  "nextval",
  "random",
  "setval",
  "txid_current",
  "uuidv7"
])

/** The queries in a SELECT: itself, its subqueries, and the parts of a UNION. */
const queriesOf = (select: Node): ReadonlyArray<Node> =>
  [...nodesOf([{ SelectStmt: select }])].flatMap(([, node]) =>
    typeof node["op"] === "string" && node["op"].startsWith("SETOP_") ? [node] : []
  )

/** Whether one of the expressions is the column with the organization. */
const includes = (expressions: ReadonlyArray<Node> | undefined, organization: string) =>
  expressions?.some(({ ColumnRef }) => ColumnRef !== undefined && nameOf(ColumnRef) === organization) === true

/** Why a query in the SELECT cannot run on a worker. */
function* reasonsOf(query: Node, organization: string): Iterable<string> {
  if (query["op"] !== "SETOP_NONE") yield "UNION"
  else if (!(query["fromClause"] ?? []).flatMap((from: Node) => sourcesOf(from).tables).some(isDistributed)) {
    yield "a subquery without a table of the organization"
  }
  if (query["withClause"] !== undefined) yield "a CTE"
  if (query["lockingClause"] !== undefined) yield "a lock"
  if (query["limitCount"] !== undefined || query["limitOffset"] !== undefined) yield "LIMIT or OFFSET"
  if (query["groupClause"] !== undefined && !includes(query["groupClause"], organization)) {
    yield "GROUP BY without the organization"
  }
  if (query["distinctClause"]?.some((by: Node) => Object.keys(by).length > 0) === true) yield "DISTINCT ON"
}

/** Why Citus would copy the rows of an INSERT. */
export const copiesOf = (
  { cols, relation, selectStmt, withClause }: Node,
  { isDistributed: drawn = false }: { readonly isDistributed?: boolean }
): ReadonlyArray<string> => {
  const select = selectStmt?.SelectStmt
  if (!isDistributed(relation) || select === undefined || select.valuesLists !== undefined) return []
  const names: ReadonlyArray<string> = cols.map((column: Node) => column["ResTarget"].name)
  const place = names.indexOf(keyOf(relation))
  const nodes = [...nodesOf(selectStmt)]
  const tables = nodes.flatMap(([kind, node]) => (kind === "RangeVar" && isDistributed(node) ? [node] : []))
  const sources = (select.fromClause ?? []).flatMap((from: Node) => sourcesOf(from).tables).filter(isDistributed)
  const organization = nameOf(select.targetList?.[place]?.ResTarget.val.ColumnRef)
  const owners = sources.map((table: Node) => `${table["alias"]?.aliasname ?? table["relname"]}.${keyOf(table)}`)
  return [
    ...(organization === ""
      ? ["the organization is a parameter"]
      : owners.includes(organization)
        ? []
        : ["the organization is not that of a table"]),
    ...(tables.length > 1 ? ["two distributed tables"] : []),
    ...(withClause === undefined ? [] : ["a CTE"]),
    ...queriesOf(select).flatMap((query) => [...reasonsOf(query, organization)]),
    // An OVER with a name refers to a WINDOW.
    ...nodes.flatMap(([kind, node]) =>
      (kind === "WindowDef" || (kind === "over" && node["name"] === undefined)) &&
      !includes(node["partitionClause"], organization)
        ? ["a window without the organization"]
        : []
    ),
    ...nodes.flatMap(([kind, node]) =>
      kind === "FuncCall" && volatile.has(node["funcname"].at(-1).String.sval) ? ["a VOLATILE function"] : []
    ),
    ...(drawn && identified.has(relation.relname) && !names.includes("id") ? ["it draws its ids itself"] : [])
  ].map((reason) => `Citus copies the rows of this INSERT: ${reason}`)
}
