/** The syntax trees of statements, as Postgres' own parser makes them, and the tables in them. */

/** A node of the syntax tree, as Postgres names it. */
export type Node = { readonly [key: string]: any }

/** Tables that stay on the coordinator. */
const localTables = new Set([
  "api_keys",
  "imports",
  "migrations",
  "organization_external_ids",
  "secrets",
  "tracking_domains"
])

/** All nodes of a tree, each with the kinds of its ancestors. */
export function* nodesOf(
  tree: unknown,
  within: ReadonlyArray<string> = []
): Iterable<readonly [string, Node, ReadonlyArray<string>]> {
  if (Array.isArray(tree)) for (const item of tree) yield* nodesOf(item, within)
  else if (typeof tree === "object" && tree !== null) {
    for (const [kind, node] of Object.entries(tree)) {
      if (typeof node === "object" && node !== null && !Array.isArray(node)) yield [kind, node, within]
      yield* nodesOf(node, [...within, kind])
    }
  }
}

/** The name of a column, such as `lead.id`. */
export const nameOf = (columnRef: Node | undefined): string =>
  columnRef?.["fields"]?.map((field: Node) => field["String"]?.sval ?? "*").join(".") ?? ""

export const isParameter = (node: Node | undefined): boolean =>
  node !== undefined && ("ParamRef" in node || ("TypeCast" in node && isParameter(node["TypeCast"].arg)))

/** Conditions that must all be true. */
export const conjuncts = (condition: Node | undefined): ReadonlyArray<Node> => {
  if (condition === undefined) return []
  const { BoolExpr: all } = condition
  return all?.boolop === "AND_EXPR" ? all.args.flatMap(conjuncts) : [condition]
}

/** The tables that a query reads, without its subqueries, and the conditions of the query. */
export const sourcesOf = (from: Node | undefined): { tables: Array<Node>; conditions: Array<Node> } => {
  if (from?.["RangeVar"] !== undefined) return { tables: [from["RangeVar"]], conditions: [] }
  if (from?.["JoinExpr"] === undefined) return { tables: [], conditions: [] }
  const { larg, quals, rarg } = from["JoinExpr"]
  const [left, right] = [sourcesOf(larg), sourcesOf(rarg)]
  return {
    tables: [...left.tables, ...right.tables],
    conditions: [...left.conditions, ...right.conditions, ...conjuncts(quals)]
  }
}

export const isDistributed = ({ relname, schemaname }: Node) => schemaname === "mailroom" && !localTables.has(relname)
export const keyOf = ({ relname }: Node) => (relname === "organizations" ? "id" : "organization_id")
