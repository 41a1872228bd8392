/**
 * Operations: how the endpoints of a group call use cases. The server and, in the same process, `@mailroom/node` run
 * the same operations.
 *
 * A use case gets the parts of a request that its endpoint declares, in this order: the parameters of the path, the body, the
 * query, the precondition. Its result is the body of the answer. `operation` declares what differs.
 */
import { type Fault, Log } from "@mailroom/core"
import { Context, Effect, SchemaAST } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Api } from "../Api.ts"
import type { FittingAll, Given, GivenFor, GroupName, RightsOfAll, Typed } from "./OperationTypes.ts"
import { logged } from "./Logged.ts"
import { rightOf, rights } from "./Rights.ts"
import { OptionalBody } from "./Validation.ts"

/** Does not compile when an endpoint that needs credentials has no right. */
void (rights satisfies RightsOfAll)

/** How the result of a use case becomes an answer. */
interface Answer<
  Args extends ReadonlyArray<any>,
  Result,
  Error,
  Body,
  Etag extends string,
  Location extends string | undefined,
  IsEncoded extends boolean,
  FaultTag extends string
> {
  /** The body. Default: the result. */
  readonly body?: (result: Result) => Body
  /** The entity tag. */
  readonly etag?: (result: Result) => Etag
  /** The path of the resource that the request created: then the answer is 201. */
  readonly location?: (result: Result, ...args: Args) => Location
  /** Whether the body has the encoded type of its schema. It is then written without the schema, which is faster: see `json`. */
  readonly isEncoded?: IsEncoded
  /** The errors that are faults of the request, by their tag. Their pointers begin in the body. */
  readonly faults?: { readonly [Tag in FaultTag]: (error: Extract<Error, { readonly _tag: Tag }>) => Fault }
}

/** A use case whose answer differs from its result, or a function that calls use cases. */
export const operation = <
  Args extends ReadonlyArray<any>,
  Result,
  Error,
  Services,
  Body = Result,
  Etag extends string = never,
  Location extends string | undefined = never,
  const IsEncoded extends boolean = false,
  FaultTag extends string = never
>(
  run: (...args: Args) => Effect.Effect<Result, Error, Services>,
  answer: Answer<Args, Result, Error, Body, Etag, Location, IsEncoded, FaultTag> = {}
): Typed<
  Args,
  {
    body: Body
    headers: ([Etag] extends [never] ? never : "etag") | ([Location] extends [never] ? never : "location")
    error: Exclude<Error, { readonly _tag: FaultTag }>
    services: Services
    isEncoded: IsEncoded
  }
> => ({ run, answer })

/** An endpoint and its use case. */
export interface Operation {
  /** Its name in the OpenAPI document, such as `leads.create`. */
  readonly id: string
  readonly endpoint: HttpApiEndpoint.Top
  readonly run: (...args: ReadonlyArray<any>) => Effect.Effect<any, any, any>
  readonly answer: Answer<any, any, any, any, string, string | undefined, boolean, string>
  /** The names of the parameters of the path, in order. */
  readonly params: ReadonlyArray<string>
  /** The form of the body. `empty`: a body without fields, which is checked, and is not an argument. */
  readonly body: "bytes" | "empty" | "json" | undefined
  readonly isBodyOptional: boolean
  readonly hasQuery: boolean
  /** Whether the answer is a page of rows. */
  readonly isPage: boolean
  /** Whether the use case takes a precondition. */
  readonly isConditional: boolean
}

/** The operations of a group. */
export interface Operations<Name extends GroupName, R> {
  readonly name: Name
  readonly operations: Effect.Effect<ReadonlyArray<Operation>, never, R>
}

/** Declares the operations of a group: one for each endpoint, under its name. */
export const operationsOf = <Name extends GroupName, Services, R, G extends GivenFor<Name>>(
  name: Name,
  services: Effect.Effect<Services, never, R>,
  given: (services: Services) => FittingAll<Name, G> & G
): Operations<Name, Log | R> => ({
  name,
  operations: Effect.map(Effect.all({ log: Log, services }), ({ log, services }) => {
    const byEndpoint = given(services) as Readonly<Record<string, Given<any>>>
    const { endpoints } = Api.groups[name] as unknown as HttpApiGroup.Top
    return Object.values<HttpApiEndpoint.Top>(endpoints as any).map((endpoint): Operation => {
      const operation = {
        id: `${name}.${endpoint.identifier}`,
        endpoint,
        ...declared(byEndpoint[endpoint.identifier]),
        ...partsOf(endpoint)
      }
      const { isLogged = false, unlogged } = rightOf(name, endpoint.identifier) ?? {}
      return isLogged ? { ...operation, run: logged(log, operation, unlogged) } : operation
    })
  })
})

/** A use case and its answer, in whichever of the three forms of `Given` it was declared. */
const declared = (given: Given<any> | undefined): Pick<Operation, "answer" | "run"> => {
  if (Effect.isEffect(given)) return { run: () => given as Effect.Effect<any, any, any>, answer: {} }
  return typeof given === "function" ? { run: given, answer: {} } : (given as Pick<Operation, "answer" | "run">)
}

/** The parts of a request that the endpoint declares. */
const partsOf = (endpoint: HttpApiEndpoint.Top) => ({
  params: Array.from(endpoint.path.matchAll(/:(\w+)/gu), ([, name = ""]) => name),
  body: bodyFormOf(endpoint),
  isBodyOptional: Context.get(endpoint.annotations, OptionalBody),
  hasQuery: endpoint.query !== undefined,
  isPage: fieldsOf(endpoint.query).includes("limit"),
  isConditional: fieldsOf(endpoint.headers).includes("if-match")
})

const bodyFormOf = ({ payload }: HttpApiEndpoint.Top): Operation["body"] => {
  const [body] = payload.values()
  if (body === undefined) return undefined
  if (body.encoding._tag !== "Json") return "bytes"
  return SchemaAST.isObjects(body.schemas[0].ast) && fieldsOf(body.schemas[0]).length === 0 ? "empty" : "json"
}

const fieldsOf = (schema: { readonly ast: SchemaAST.AST } | undefined): ReadonlyArray<PropertyKey> =>
  schema !== undefined && SchemaAST.isObjects(schema.ast) ? schema.ast.propertySignatures.map(({ name }) => name) : []
