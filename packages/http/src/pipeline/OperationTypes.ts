/**
 * The compiler compares an operation with its endpoint: its arguments with the parts of the request, its result with the body of
 * the answer, its errors with the problems of the endpoint, and its services with the services of a request.
 */
import type { CurrentOrganization } from "@mailroom/core"
import type { Effect } from "effect"
import type { HttpRouter, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import type { Api } from "../Api.ts"
import type { ProblemOf } from "../contract/Problems.ts"

type Groups = (typeof Api)["groups"]
export type GroupName = keyof Groups & string
type Endpoints<Name extends GroupName> = Groups[Name]["endpoints"]
interface Codec {
  readonly Encoded: unknown
  readonly Type: unknown
}

/** The endpoints that need credentials: their middlewares provide the organization. */
type Secured<Name extends GroupName> = {
  [E in keyof Endpoints<Name>]: CurrentOrganization extends HttpApiEndpoint.MiddlewareProvides<Endpoints<Name>[E]>
    ? E
    : never
}[keyof Endpoints<Name>]
/** A right for each endpoint that needs credentials. */
export type RightsOfAll = {
  readonly [Name in GroupName as [Secured<Name>] extends [never] ? never : Name]: {
    readonly [E in Secured<Name>]: unknown
  }
}

/** The names of the parameters in a path, in order. */
type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? [Name, ...NamesIn<`/${Rest}`>]
  : Path extends `${string}:${infer Name}`
    ? [Name]
    : []
type ValuesOf<Names, Params> = { [I in keyof Names]: Names[I] extends keyof Params ? Params[Names[I]] : never }
/** The body is not decoded: the use case does that. A body without fields is left out. */
type BodyArgument<Payload extends Codec> = [Payload["Type"]] extends [Readonly<Record<string, never>>]
  ? []
  : [body: Payload["Encoded"] & Payload["Type"]]
interface Precondition {
  readonly if_version: ReadonlyArray<number> | undefined
}

/** The arguments for the use case of an endpoint. */
type Arguments<E> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    any,
    any,
    infer Path,
    infer Params,
    infer Query,
    infer Payload,
    infer Headers,
    any,
    any,
    any,
    any
  >
    ? [
        ...ValuesOf<NamesIn<Path>, Params["Type"]>,
        ...([Payload] extends [never] ? [] : BodyArgument<Payload>),
        ...([Query] extends [never] ? [] : [query: Query["Type"]]),
        ...([Headers] extends [never] ? [] : [precondition: Precondition])
      ]
    : never

/** The body that an endpoint declares. */
type BodyOf<Success, IsEncoded> =
  Success extends HttpApiSchema.WithHeaders<infer Body, any>
    ? BodyOf<Body, IsEncoded>
    : Success extends Codec
      ? Success[IsEncoded extends true ? "Encoded" : "Type"]
      : never

/** The names of the headers that an endpoint declares. */
type HeadersOf<Success> = Success extends HttpApiSchema.WithHeaders<any, infer Headers> ? keyof Headers["Type"] : never

/** A use case and its answer. */
interface Declared<Args extends ReadonlyArray<any>> {
  readonly run: (...args: Args) => Effect.Effect<any, any, any>
  readonly answer: object
}
/** A use case with the arguments of its endpoint, a use case without arguments, or an operation. */
export type Given<Args extends ReadonlyArray<any>> =
  | ((...args: Args) => Effect.Effect<any, any, any>)
  | Declared<Args>
  | Effect.Effect<any, any, any>
export type GivenFor<Name extends GroupName> = {
  readonly [E in keyof Endpoints<Name>]: Given<Arguments<Endpoints<Name>[E]>>
}

declare const types: unique symbol
/** The types that are compared. */
interface Types {
  readonly body: unknown
  readonly headers: string
  readonly error: unknown
  readonly services: unknown
  readonly isEncoded: boolean
}
/** An operation that keeps its types for the comparison. */
export interface Typed<Args extends ReadonlyArray<any>, T extends Types> extends Declared<Args> {
  readonly [types]?: T
}
type TypesOf<G> =
  G extends Typed<any, infer T>
    ? T
    : G extends
          | Effect.Effect<infer Body, infer Error, infer Services>
          | ((...args: any) => Effect.Effect<infer Body, infer Error, infer Services>)
      ? { body: Body; headers: never; error: Error; services: Services; isEncoded: false }
      : never

/** The types that the endpoint does not allow. */
interface Misfit<E, T extends Types> {
  readonly errorsWithoutProblem: Exclude<ProblemOf<T["error"]>, HttpApiEndpoint.Errors<E>>
  readonly servicesNotProvided: Exclude<T["services"], HttpApiEndpoint.MiddlewareProvides<E> | HttpRouter.Provided>
  readonly otherBody: Exclude<
    T["body"],
    BodyOf<HttpApiEndpoint.Success<E>, T["isEncoded"]> | HttpServerResponse.HttpServerResponse
  >
  readonly headersMissing: Exclude<HeadersOf<HttpApiEndpoint.Success<E>>, T["headers"]>
}
/** The operation itself if it fits its endpoint, else a type that nothing has, and that the compiler shows. */
type Fitting<E, G, M = Misfit<E, TypesOf<G>>> = [M[keyof M]] extends [never] ? G : M
export type FittingAll<Name extends GroupName, G> = {
  readonly [E in keyof Endpoints<Name>]: E extends keyof G ? Fitting<Endpoints<Name>[E], G[E]> : never
}
