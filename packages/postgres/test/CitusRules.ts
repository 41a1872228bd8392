/**
 * Rules for statements that Citus can send whole to the one shard of their organization. Postgres' own parser parses
 * the statements; each use of a distributed table must name the organization.
 */
import { Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import { loadModule, parseSync } from "libpg-query"
import { copiesOf } from "./CitusInserts.ts"
import { conjuncts, isDistributed, isParameter, keyOf, nameOf, type Node, nodesOf, sourcesOf } from "./CitusSyntax.ts"

export { identified } from "./CitusInserts.ts"

/** Reads without an organization, which run on all shards. */
const everywhere = [
  /^SELECT id, name, created_at FROM mailroom\.organizations WHERE deleted_at IS NULL ORDER BY id$/u,
  /^SELECT id FROM mailroom\.organizations WHERE deleted_at < \$1::timestamptz ORDER BY id$/u,
  /^SELECT organization_id, key FROM mailroom\.idempotency_keys WHERE expires_at <= \$1::timestamptz ORDER BY expires_at/u,
  /^SELECT organization_id, id FROM mailroom\.threads WHERE snoozed_until <= \$1::timestamptz ORDER BY snoozed_until/u,
  /^SELECT organization_id, hash FROM mailroom\.sessions WHERE expires_at <= \$1::timestamptz ORDER BY expires_at/u,
  /^SELECT organization_id, id FROM mailroom\.uploads WHERE expires_at <= \$1::timestamptz ORDER BY expires_at/u,
  /^SELECT organization_id, id FROM mailroom\.(?:accounts|campaigns) WHERE \w+ < \$1::timestamptz ORDER BY/u,
  /^SELECT DISTINCT organization_id FROM mailroom\.blacklist WHERE \w+ IS NOT NULL ORDER BY/u,
  // A person signs in with an address.
  /^SELECT organization_id, .* FROM mailroom\.people WHERE identity_folded = \$1::text AND TRUE ORDER BY organization_id$/u,
  // WorkStore.due and next, also of the organizations of one server
  /^SELECT id FROM mailroom\.organizations$/u,
  /^SELECT organization_id, lane, due_at, considered FROM \( SELECT organization_id, lane, min\(due_at\)/u,
  /^WITH free AS \( SELECT due_at FROM mailroom\.work WHERE kind = \$\d+::text AND lease_until = '-infinity'/u,
  /^SELECT count\(\*\)::integer AS number FROM \( SELECT due_at FROM mailroom\.work WHERE kind = \$\d+::text AND due_at/u
]

/**
 * Inserts that a storage without Citus sends. With Citus, a statement before them locks the row or draws the ids, and those in a CTE
 * are a statement after it.
 */
const alone = [
  /^WITH campaign AS MATERIALIZED \( ?SELECT .* INSERT INTO mailroom\.leads /u,
  /^WITH organization AS MATERIALIZED \( ?SELECT .* INSERT INTO mailroom\.rollups /u,
  /^WITH new AS MATERIALIZED \( ?SELECT nextval\('mailroom\.events_id_seq'\) .* INSERT INTO mailroom\.events /u,
  // LeadStore.set
  /^WITH new AS MATERIALIZED \( ?SELECT new\.\*, lead\.campaign_id, .* INSERT INTO mailroom\.log_entries /u
]

const isOneOf = (statements: ReadonlyArray<RegExp>, text: string): boolean => {
  const normal = text.replaceAll(/\s+/gu, " ").trim()
  return statements.some((pattern) => pattern.test(normal))
}

export const isEverywhere = (text: string): boolean => isOneOf(everywhere, text)

/** Functions that are STABLE, so an UPDATE of several shards may not call them. */
const stable = new Set(["convert_from", "convert_to", "now", "to_char", "to_jsonb", "to_json", "json_build_object"])

const isRecord = (call: Node): boolean => call["funcname"].at(-1).String.sval === "json_to_record"

/** Whether an operand of `||` is text as written. Text joined to a number, or to a column of unknown type, is STABLE. */
const isText = (node: Node): boolean =>
  "A_Const" in node ||
  ("TypeCast" in node && node["TypeCast"].typeName.names.at(-1).String.sval === "text") ||
  ("A_Expr" in node && node["A_Expr"].name[0].String.sval === "||")

/** Whether a part of an UPDATE, without its subqueries, is STABLE. */
const isStable = (kind: string, node: Node): boolean =>
  (kind === "FuncCall" && stable.has(node["funcname"].at(-1).String.sval)) ||
  (kind === "A_Expr" && node["name"][0].String.sval === "||" && !(isText(node["lexpr"]) && isText(node["rexpr"])))

/** The tables of a query whose organization is not given by a parameter. */
function* unbound(kind: string, query: Node): Iterable<string> {
  const parts = [...(query["fromClause"] ?? []), ...(query["usingClause"] ?? [])].map(sourcesOf)
  const target: ReadonlyArray<Node> = kind === "SelectStmt" ? [] : [query["relation"]]
  const tables = [...target, ...parts.flatMap((part) => part.tables)].filter(isDistributed)
  const conditions = [...conjuncts(query["whereClause"]), ...parts.flatMap((part) => part.conditions)]
  const bound = new Set(
    conditions.flatMap(({ A_Expr: equal }) => {
      if (equal?.kind !== "AEXPR_OP" || equal.name[0].String.sval !== "=") return []
      const { lexpr, rexpr } = equal
      if (isParameter(rexpr)) return [nameOf(lexpr?.ColumnRef)]
      return isParameter(lexpr) ? [nameOf(rexpr?.ColumnRef)] : []
    })
  )
  for (const table of tables) {
    const name = table["alias"]?.aliasname ?? table["relname"]
    const own = tables.length === 1 ? [keyOf(table), `${name}.${keyOf(table)}`] : [`${name}.${keyOf(table)}`]
    if (!own.some((column) => bound.has(column))) {
      yield `${table["relname"]} (${name}) without "${keyOf(table)} = <parameter>"`
    }
  }
}

/**
 * Whether an insert may write rows of another organization. The organization of a row must be a parameter, or a column
 * of a row whose organization is a parameter.
 */
const insertsElsewhere = ({ cols, relation, selectStmt }: Node): boolean => {
  if (!isDistributed(relation) || relation.relname === "organizations") return false
  const place = cols.findIndex((column: Node) => column["ResTarget"].name === "organization_id")
  const { targetList, valuesLists } = selectStmt.SelectStmt
  const values: ReadonlyArray<Node> = valuesLists?.map((list: Node) => list["List"].items[place]) ?? [
    targetList[place]?.ResTarget.val
  ]
  return values.some((value) => !isParameter(value) && value?.["ColumnRef"] === undefined)
}

/** Whether a query reads what a function returns, without a subquery around it. */
const readsFunction = (from: ReadonlyArray<Node>): boolean =>
  from.some(
    ({ JoinExpr: join, RangeFunction: bare }) =>
      bare !== undefined || (join !== undefined && readsFunction([join.larg, join.rarg]))
  )

/**
 * Everything in a statement that Citus would reject, run on several shards, run on the coordinator, or answer wrongly. Empty
 * when the statement follows the rules. With `isDistributed`, as a storage sends statements that knows of Citus: then it
 * draws ids before it inserts rows.
 */
export const violationsOf = (text: string, sent: { readonly isDistributed?: boolean } = {}): ReadonlyArray<string> => {
  const all = [...nodesOf(parseSync(text).stmts)]
  const asksAll = isEverywhere(text)
  const tables = all.filter(([kind, node]) => (kind === "RangeVar" || kind === "relation") && isDistributed(node))
  const names = new Set(all.flatMap(([kind, node]) => (kind === "CommonTableExpr" ? [node["ctename"]] : [])))
  const isAlone = sent.isDistributed !== true && isOneOf(alone, text)
  const found: Array<string> = []
  for (const [kind, node, within] of all) {
    if (!asksAll && /^(?:Delete|Select|Update)Stmt$/u.test(kind)) found.push(...unbound(kind, node))
    if (kind === "InsertStmt") {
      if (within.includes("CommonTableExpr") && !isAlone) found.push("INSERT inside a CTE")
      if (insertsElsewhere(node)) found.push(`INSERT into ${node["relation"].relname} without the organization`)
      if (!isAlone) found.push(...copiesOf(node, sent))
      const assigned = node["onConflictClause"]?.targetList ?? []
      if ([...nodesOf(assigned)].some(([kind, part]) => isStable(kind, part))) {
        found.push("a STABLE function in the UPDATE of an INSERT")
      }
    }
    const conditions = [
      ...(kind === "BoolExpr" ? node["args"] : []),
      ...(node["whereClause"] === undefined ? [] : [node["whereClause"]])
    ]
    if (conditions.some(isParameter)) found.push("a bare parameter as a condition")
    if (kind === "UpdateStmt" && node["targetList"].some(({ ResTarget }: Node) => "MultiAssignRef" in ResTarget.val)) {
      found.push("UPDATE … SET (…) = (SELECT …)")
    }
    if (
      (kind === "UpdateStmt" || kind === "DeleteStmt") &&
      readsFunction([...(node["fromClause"] ?? []), ...(node["usingClause"] ?? [])])
    ) {
      found.push("a bare function in the FROM of an UPDATE: put it into a subquery, as `rowsOf` does")
    }
    if (kind === "UpdateStmt") {
      if ([...nodesOf(node["targetList"])].some(([kind, part]) => isStable(kind, part))) {
        found.push("a STABLE function in an UPDATE")
      }
      if ([...nodesOf(node["fromClause"])].some(([kind, part]) => kind === "FuncCall" && isRecord(part))) {
        found.push("json_to_record in an UPDATE")
      }
    }
    if (kind === "InsertStmt") {
      const returned = [...nodesOf(node["returningClause"])].filter(([kind]) => kind === "RangeVar")
      if (returned.some(([, { relname, schemaname }]) => schemaname === undefined && names.has(relname))) {
        found.push("a CTE in the RETURNING of an INSERT")
      }
    }
    const locked = node["lockingClause"]?.some((clause: Node) => clause["LockingClause"].lockedRels !== undefined)
    const sources = [...(node["fromClause"] ?? [])].flatMap((from) => sourcesOf(from).tables)
    if (locked === true && sources.some(({ relname, schemaname }) => schemaname === undefined && names.has(relname))) {
      found.push("a lock OF a table that is joined to a CTE")
    }
    if (kind === "FuncCall" && tables.length > 0) {
      const called = String(node["funcname"].at(-1).String.sval)
      if (called === "pg_notify") found.push("NOTIFY beside a distributed table")
    }
  }
  return found
}

await loadModule()

/** Does not send a statement that breaks a rule: the test that sends it fails. */
export const checking = (sent: { readonly isDistributed?: boolean } = {}) => {
  const verdicts = new Map<string, ReadonlyArray<string>>()
  return (statement: Statement.Statement<unknown>) => {
    const [text] = statement.compile()
    const found = verdicts.get(text) ?? violationsOf(text, sent)
    verdicts.set(text, found)
    return found.length === 0
      ? Effect.succeed(statement)
      : Effect.die(new Error(`On Citus this statement fails: ${found.join("; ")}\n${text}`))
  }
}

export const layer: Layer.Layer<never> = Layer.succeed(Statement.CurrentTransformer, checking())
