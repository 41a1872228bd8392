/** The methods of storage ports: each one is code in every adapter, so core must call it. */
import { assert, describe, it } from "@effect/vitest"
import { parseSync, Visitor } from "oxc-parser"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

type Node = any

const parse = (name: string, text: string): Node => parseSync(name, text).program

/** `LeadStore` for the type `LeadStore["Service"]`. */
const portOfType = (type: Node): string | undefined =>
  type?.type === "TSIndexedAccessType" && type.indexType.literal?.value === "Service"
    ? type.objectType.typeName?.name
    : undefined

/** `LeadStore` for the expression `yield* LeadStore`. */
const portOfYield = (expression: Node): string | undefined =>
  expression?.type === "ParenthesizedExpression"
    ? portOfYield(expression.expression)
    : expression?.type === "YieldExpression"
      ? expression.argument?.name
      : undefined

/** The methods that several ports have in common, by the name of the interface. */
const sharedIn = (programs: ReadonlyArray<Node>): ReadonlyMap<string, ReadonlyArray<Node>> => {
  const shared = new Map<string, ReadonlyArray<Node>>()
  const visitor = new Visitor({ TSInterfaceDeclaration: ({ body, id }: Node) => void shared.set(id.name, body.body) })
  for (const program of programs) visitor.visit(program)
  return shared
}

/** The methods that ports declare, such as `LeadStore.lock`. */
const declaredIn = (programs: ReadonlyArray<Node>): ReadonlyArray<string> => {
  const shared = sharedIn(programs)
  const membersOf = (type: Node): ReadonlyArray<Node> =>
    type?.type === "TSTypeLiteral"
      ? type.members
      : type?.type === "TSIntersectionType"
        ? type.types.flatMap(membersOf)
        : (pickedIn(type) ?? shared.get(type?.typeName?.name) ?? [])
  /** The methods of `Pick<Shared<Row>, "find" | "page">` and `Omit<…>`. */
  const pickedIn = (type: Node): ReadonlyArray<Node> | undefined => {
    const isPick = type?.typeName?.name === "Pick"
    if (!isPick && type?.typeName?.name !== "Omit") return undefined
    const [from, names] = type.typeArguments.params
    const picked = new Set((names.types ?? [names]).map((name: Node) => name.literal?.value))
    return membersOf(from).filter(({ key }: Node) => picked.has(key.name) === isPick)
  }
  const declared: Array<string> = []
  const visitor = new Visitor({
    ClassDeclaration: ({ id, superClass }: Node) => {
      if (!/(?:Store|Transactor)$/u.test(id?.name ?? "")) return
      const [, type] = superClass?.callee?.typeArguments?.params ?? []
      for (const { key } of membersOf(type)) declared.push(`${id.name}.${key.name}`)
    }
  })
  for (const program of programs) visitor.visit(program)
  return declared
}

/** The methods of ports that a file names, by the variables that contain ports in it. */
const usedIn = (program: Node): ReadonlyArray<string> => {
  const ports = new Map<string, string>()
  const members: Array<readonly [object: string, method: string]> = []
  const used: Array<string> = []
  const bind = (pattern: Node, port: string | undefined) => {
    if (port === undefined) return
    if (pattern.type === "Identifier") ports.set(pattern.name, port)
    else for (const { key } of pattern.properties ?? []) if (key) used.push(`${port}.${key.name}`)
  }
  const bindParameters = ({ params }: Node) => {
    for (const parameter of params) {
      const type = parameter.typeAnnotation?.typeAnnotation
      bind(parameter, portOfType(type))
      for (const member of type?.members ?? []) bind(member.key, portOfType(member.typeAnnotation?.typeAnnotation))
    }
  }
  new Visitor({
    VariableDeclarator: ({ id, init }: Node) => bind(id, portOfYield(init)),
    ArrowFunctionExpression: bindParameters,
    FunctionExpression: bindParameters,
    // `LeadStore.use((store) => …)` and `Effect.map(LeadStore, (store) => …)`
    CallExpression: ({ arguments: [first, second], callee }: Node) => {
      if (callee.type !== "MemberExpression") return
      const isUse = callee.property.name === "use"
      const [parameter] = (isUse ? first : second)?.params ?? []
      if (parameter !== undefined) bind(parameter, isUse ? callee.object.name : first.name)
    },
    MemberExpression: ({ object, property }: Node) => {
      const port = portOfYield(object)
      if (port !== undefined) used.push(`${port}.${property.name}`)
      else if (object.type === "Identifier") members.push([object.name, property.name])
    }
  }).visit(program)
  return [...used, ...members.map(([object, method]) => `${ports.get(object)}.${method}`)]
}

const uncalledIn = (programs: ReadonlyArray<Node>): ReadonlyArray<string> => {
  const used = new Set(programs.flatMap(usedIn))
  return declaredIn(programs).filter((method) => !used.has(method))
}

const core = join(import.meta.dirname, "../packages/core/src")
const programs = globSync("**/*.ts", { cwd: core })
  .filter((file) => !file.startsWith("testing/"))
  .map((file) => parse(file, readFileSync(join(core, file), "utf8")))

describe("ports", () => {
  it("have no method without a caller in core", () => {
    assert.isAbove(declaredIn(programs).length, 100)
    assert.deepStrictEqual(uncalledIn(programs), [])
  })

  it("fail the check with a method that only its adapter knows", () => {
    const port = `class AStore extends Context.Service<AStore, {
      readonly a: () => void
      readonly b: () => void
      readonly c: () => void
      readonly d: () => void
      readonly e: () => void
      readonly f: () => void
    }>()("AStore") {}`
    const callers = [
      "function* f() { const store = yield* AStore; store.a() }",
      "function* f() { const { b } = yield* AStore }",
      "AStore.use((store) => store.c())",
      "Effect.map(AStore, (store) => ({ d: store.d() }))",
      `const make = (store: AStore["Service"]) => store.e()`,
      "const adapter = AStore.of({ f: () => undefined })"
    ]
    const planted = [port, ...callers].map((text) => parse("planted.ts", text))
    assert.deepStrictEqual(uncalledIn(planted), ["AStore.f"])
    const shared = [
      "interface Shared<Row> { readonly a: () => Row; readonly z: () => Row }",
      `class BStore extends Context.Service<BStore, Shared<string> & { readonly y: () => void }>()("BStore") {}`,
      "BStore.use((store) => store.a())"
    ]
    const plantedShared = shared.map((text) => parse("planted.ts", text))
    assert.deepStrictEqual(uncalledIn(plantedShared), ["BStore.z", "BStore.y"])
    const parts = [
      "interface Shared<Row> { readonly a: () => Row; readonly x: () => Row; readonly z: () => Row }",
      `class CStore extends Context.Service<CStore, Pick<Shared<string>, "a" | "z">>()("CStore") {}`,
      `class DStore extends Context.Service<DStore, Omit<Shared<string>, "z">>()("DStore") {}`
    ]
    const plantedParts = parts.map((text) => parse("planted.ts", text))
    assert.deepStrictEqual(uncalledIn(plantedParts), ["CStore.a", "CStore.z", "DStore.a", "DStore.x"])
  })
})
