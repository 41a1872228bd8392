/** Common parts of all imports: the storage, dry runs, and the summary. */
import { type CurrentOrganization, type OrganizationId, StorageError, Transactor } from "@mailroom/core"
import { Console, Data, Effect, type Layer, Option } from "effect"
import { Flag } from "effect/cli"
import { Failure } from "../Failure.ts"
import * as Flags from "../Flags.ts"
import { count, printResult } from "../Output.ts"
import * as Storage from "../Storage.ts"
import * as Tenant from "../Tenant.ts"
import { migrateFlag } from "../work.ts"

export const flags = {
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription(
      "Say what would happen, and write nothing. At most a thousand rows are tried together, without the rows before " +
        "them, so what depends on those can differ"
    ),
    Flag.withDefault(false)
  ),
  json: Flags.json,
  organization: Tenant.flag,
  data: Storage.dataFlag,
  migrate: migrateFlag
}

interface Options {
  readonly dryRun: boolean
  readonly organization: Option.Option<OrganizationId>
  readonly data: Option.Option<string>
  readonly migrate: boolean
}

type UseCases = ReturnType<typeof Storage.layerUseCases>

/**
 * Runs an import with the storage from the options, for one of its organizations. Creates the embedded database and the
 * organization if they do not exist; the schema of a Postgres only with `--migrate`. A dry run creates nothing: if the
 * database does not exist, it uses memory.
 *
 * When the import is interrupted, or the database stops answering, prints that it continues when it is run again.
 * `exception` is added to that message.
 */
export const over =
  ({ data, dryRun, migrate, organization }: Options, exception = "") =>
  <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<
    A,
    unknown,
    Exclude<Exclude<R, CurrentOrganization>, Layer.Success<UseCases>> | Layer.Services<UseCases>
  > =>
    Effect.gen(function* () {
      const inMemory = dryRun && !(yield* Storage.exists(data))
      if (dryRun) yield* Console.error("Dry run: nothing is written")
      // A dry run on a real database must not make an organization.
      const within = dryRun && !inMemory ? Tenant.within(organization) : Tenant.withinOrNew(organization, !inMemory)
      const storage = inMemory
        ? { data: Option.none(), memory: true }
        : { data, migrate: migrate && !dryRun, makeFolder: true }
      return yield* Effect.provide(within(effect), Storage.layerUseCases(storage))
    }).pipe(
      Effect.onInterrupt(() => (dryRun ? Effect.void : Console.error(`Interrupted: ${howToContinue}${exception}`))),
      Effect.tapError((error) =>
        dryRun || !(error instanceof StorageError)
          ? Effect.void
          : Console.error(`Not complete: ${howToContinue}${exception}`)
      )
    )

const howToContinue = "what was imported is stored. Run the same command again: it does the rest"

/** Carries a result out of the transaction that it rolls back. */
class Undo extends Data.TaggedError("Undo")<{ readonly result: unknown }> {}

/** Runs an effect. In a dry run it is in a transaction that then fails, with the result in the error: nothing is stored. */
export const attempt =
  (dryRun: boolean) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageError, R | Transactor> =>
    dryRun
      ? Transactor.use(({ transaction }) => transaction(Effect.flatMap(effect, (result) => new Undo({ result })))).pipe(
          Effect.catchIf(
            (error): error is Undo => error instanceof Undo,
            ({ result }) => Effect.succeed(result as A)
          )
        )
      : effect

/** Prints the number of rows with each outcome, even when the import ends before the end of the file. */
export const summarized =
  (json: boolean, value: () => object, text: () => string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.ensuring(
      effect,
      Effect.suspend(() => printResult(json, value(), text))
    )

/** Fails when at least one row was rejected, so that scripts notice it. */
export const failIfRejected = (rejected: number, noun: string): Effect.Effect<void, Failure> =>
  rejected === 0
    ? Effect.void
    : Effect.fail(new Failure({ message: `${count(rejected, noun)} ${rejected === 1 ? "was" : "were"} rejected` }))
