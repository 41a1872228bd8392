/** How every import runs: where to, tentatively or not, and how it ends. */
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
 * Runs an import over the database that the options name, for an organization of it. What is missing is made, except the
 * schema of a Postgres without `--migrate`. A dry run makes nothing: where there is no database, it runs over memory. When
 * it is interrupted, or the database stops to answer, says what running it again does; `again` is an exception to that.
 */
export const over =
  ({ data, dryRun, migrate, organization }: Options, again = "") =>
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
      const within = dryRun && !inMemory ? Tenant.within(organization) : Tenant.withinOrNew(organization, !inMemory)
      const storage = inMemory
        ? { data: Option.none(), memory: true }
        : { data, migrate: migrate && !dryRun, makeFolder: true }
      return yield* Effect.provide(within(effect), Storage.layerUseCases(storage))
    }).pipe(
      Effect.onInterrupt(() => (dryRun ? Effect.void : Console.error(`Interrupted: ${goesOn}${again}`))),
      Effect.tapError((error) =>
        dryRun || !(error instanceof StorageError) ? Effect.void : Console.error(`Not complete: ${goesOn}${again}`)
      )
    )

const goesOn = "what was imported is stored. Run the same command again: it does the rest"

/** Carries a result out of the transaction that it rolls back. */
class Undo extends Data.TaggedError("Undo")<{ readonly result: unknown }> {}

/** Runs an effect; in a dry run, takes back everything that it wrote. */
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

/** Prints how many rows there were of each outcome, also when the import ends before the file. */
export const summarized =
  (json: boolean, value: () => object, text: () => string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.ensuring(
      effect,
      Effect.suspend(() => printResult(json, value(), text))
    )

/** Fails when something was rejected, so that a script notices. */
export const failIfRejected = (rejected: number, noun: string): Effect.Effect<void, Failure> =>
  rejected === 0
    ? Effect.void
    : Effect.fail(new Failure({ message: `${count(rejected, noun)} ${rejected === 1 ? "was" : "were"} rejected` }))
