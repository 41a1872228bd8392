/**
 * Keeps the context of requests small. The framework copies the context several times for each request and each
 * transaction. With all services in it, copying took 25 % of the time of a short answer: the row
 * "leads, limit 1" of the bench.
 */
import {
  AccessTokens,
  Authenticator,
  DeliveryTransport,
  Encryption,
  InboxReader,
  Mailer,
  Mailroom,
  Signer
} from "@mailroom/core"
import { Context, Effect, FileSystem, Path, Stdio, Terminal } from "effect"
import { ChildProcessSpawner } from "effect/process"
import { SqlClient } from "effect/sql"

/** Services of the host, which use cases and programs have got when they were built. */
const ofHost = [
  AccessTokens,
  Authenticator,
  ChildProcessSpawner.ChildProcessSpawner,
  DeliveryTransport,
  Encryption,
  FileSystem.FileSystem,
  InboxReader,
  Mailer,
  Path.Path,
  Signer,
  SqlClient.SqlClient,
  Stdio.Stdio,
  Terminal.Terminal
] as const
const omitted = Context.omit(...Mailroom.ports, ...Mailroom.useCases, ...ofHost)

/** How many services a request adds: up to that, the framework does not copy the rest (the row "leads, limit 1"). */
const added = 24

/** Runs an effect without the use cases and the services of the host in its context. The effect must not need them. */
export const withoutUseCases = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(effect, (context: Context.Context<R>) =>
    Context.makeUnsafe<R>(omitted(context).mapUnsafe, { maxDepth: added })
  )
