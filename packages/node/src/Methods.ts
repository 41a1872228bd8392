/**
 * Makes the methods of `UseCases.ts`: of the operations of the API, and of a few use cases without an endpoint. Use cases
 * decode their inputs, so types are not checked here.
 */
import {
  Analytics,
  ApiKeys,
  Attachments,
  decode,
  Integrations,
  InvalidInput,
  Mailboxes,
  type Mailroom,
  type Organizations,
  Replies
} from "@mailroom/core"
import { Operations } from "@mailroom/http"
import { Effect, identity, Option, Redacted, Schema, Stream, String, Struct } from "effect"
import type { Resources } from "./generated/types.ts"
import { makePromised, type Promised, type Run } from "./Promised.ts"
import type { OrganizationsMethods, OrganizationUseCases } from "./UseCases.ts"

/** A service whose methods accept any arguments, because they decode them. */
type Unchecked<Service> = {
  readonly [K in keyof Service]: Service[K] extends (...args: any) => infer Result
    ? (...args: ReadonlyArray<any>) => Result
    : Service[K]
}

/** The services with a method that has no endpoint. */
const useCases = {
  analytics: Analytics,
  attachments: Attachments,
  integrations: Integrations,
  keys: ApiKeys,
  mailboxes: Mailboxes,
  replies: Replies
}

interface Services {
  readonly operations: ReadonlyArray<Operations.Method>
  readonly useCases: { readonly [K in keyof typeof useCases]: Unchecked<(typeof useCases)[K]["Service"]> }
}
export const services: Effect.Effect<Services, never, Mailroom.UseCases> = Effect.all({
  operations: Operations.methods,
  useCases: Effect.all(useCases)
})

/** The methods of one organization. `run` runs their effects. */
export const methods = ({ operations, useCases }: Services, run: Run): OrganizationUseCases => {
  const { analytics, attachments, integrations, keys, mailboxes, replies } = useCases
  const promised = makePromised(run)
  const { call } = promised
  const resources = resourcesOf(operations, promised)
  return {
    ...resources,
    analytics: { ...resources.analytics, rebuild: () => call(analytics.rebuild) },
    attachments: {
      sign: (id) => call(attachments.sign(id)),
      open: (ticket) =>
        call(
          Effect.map(attachments.open(ticket), ({ attachment, bytes }) => ({
            attachment,
            bytes: Stream.toAsyncIterable(bytes)
          }))
        )
    },
    integrations: { ...resources.integrations, reencrypt: () => call(integrations.reencrypt) },
    keys: {
      ...resources.keys,
      adopt: (secret, input) => call(keys.adopt(Redacted.make(secret), input)),
      authenticate: (secret) => call(Effect.map(keys.authenticate(Redacted.make(secret)), Option.getOrNull))
    },
    mailboxes: { ...resources.mailboxes, reencrypt: () => call(mailboxes.reencrypt) },
    replies: { ...resources.replies, stateOf: (id, accountId) => call(replies.stateOf(id, accountId)) }
  }
}

/** In process, the secret of a key is never `null`: only a repeated answer over HTTP lacks it. */
type WithSecrets = Resources & { readonly keys: Pick<OrganizationUseCases["keys"], "create" | "rotate"> }

/** The methods that call operations. The types are generated from the same endpoints. */
const resourcesOf = (operations: ReadonlyArray<Operations.Method>, promised: Promised): WithSecrets => {
  const resources: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    resources[operation.resource] ??= {}
    resources[operation.resource]![operation.name] = methodOf(operation, promised)
  }
  return resources as unknown as WithSecrets
}

/**
 * The method that calls an operation. It takes the parameters of the path, the body, the query and the options, as far as the
 * operation has them: `leads.update(42, { first_name: "Ada" }, { ifMatch })`.
 */
const methodOf = (operation: Operations.Method, { call, pages, tagged }: Promised) => {
  const { body, hasQuery, id, isBodyOptional, isConditional, isPage, params, run } = operation
  const { body: answer = identity, etag } = operation.answer
  // The method of a page takes one object, also with the parameters of the path.
  const inQuery = id.endsWith(".page") ? params.map(String.camelToSnake) : []
  const countOfIds = params.length - inQuery.length

  return (...given: ReadonlyArray<any>): unknown => {
    const rest = given.slice(countOfIds)
    const input = body === "json" || body === "bytes" ? rest.shift() : undefined
    // A query beside JSON repeats the ids of the body.
    const query = hasQuery && body !== "json" ? rest.shift() : undefined
    const [options] = rest

    const ask = Effect.fnUntraced(function* (query: any = {}) {
      const args = [...given.slice(0, countOfIds), ...inQuery.map((name) => query[name])]
      const precondition = isConditional ? yield* preconditionOf(options) : undefined
      if (body === "json") args.push(input === undefined && isBodyOptional ? {} : input)
      if (body === "bytes") args.push(yield* bytesOf(input))
      if (hasQuery) args.push(inQuery.length === 0 ? query : Struct.omit(query, inQuery))
      if (isConditional) args.push(precondition)
      return yield* run(...args)
    })
    if (isPage) return pages(query, (query) => Effect.map(ask(query), answer))
    return etag === undefined ? call(Effect.map(ask(query), answer)) : tagged(ask(query), answer, etag)
  }
}

const invalid = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })
const decodeOptions = decode(Schema.Struct({ ifMatch: Schema.optionalKey(Schema.String) }))

/** The condition that the resource has one of the versions in `ifMatch`. */
const preconditionOf = (options: unknown) =>
  decodeOptions(options ?? {}).pipe(
    Effect.flatMap(({ ifMatch }) => Operations.versionsOf(ifMatch)),
    Effect.mapBoth({
      onFailure: (error) =>
        error._tag === "InvalidRequest" ? invalid("/ifMatch", "must be * or a list of entity tags") : error,
      onSuccess: (if_version) => ({ if_version })
    })
  )

const bytesOf = (mail: unknown): Effect.Effect<Uint8Array, InvalidInput> => {
  if (typeof mail === "string") return Effect.sync(() => new TextEncoder().encode(mail))
  if (mail instanceof Uint8Array) return Effect.succeed(mail)
  if (mail instanceof Blob) return Effect.promise(async () => new Uint8Array(await mail.arrayBuffer()))
  return Effect.fail(invalid("", "must be a string, a Uint8Array or a Blob"))
}

/** The methods for all organizations. */
export const organizationsMethods = (service: Organizations["Service"], run: Run): OrganizationsMethods => {
  const organizations: Unchecked<Organizations["Service"]> = service
  const { call } = makePromised(run)
  return {
    create: (input) => call(organizations.create(input)),
    ensure: (input) => call(organizations.ensure(input)),
    find: (id) => call(Effect.map(organizations.find(id), Option.getOrNull)),
    list: () => call(organizations.list),
    remove: (id) => call(organizations.remove(id)),
    unreachable: () => call(organizations.unreachable)
  }
}
