/** The complete command line. */
import { version } from "@mailroom/http"
import { Cause, Console, Effect, Layer, Logger } from "effect"
import { Argument, CliConfig, type CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import { blacklist } from "./blacklist.ts"
import { demo } from "./demo.ts"
import { doctor } from "./doctor.ts"
import { exportCommand } from "./export.ts"
import { exitCode, explain, Usage } from "./Failure.ts"
import { importCommand } from "./import.ts"
import { keys } from "./keys.ts"
import { leads } from "./leads.ts"
import { migrate } from "./migrate.ts"
import { organizations } from "./organizations.ts"
import { printable } from "./Output.ts"
import { people } from "./people.ts"
import { rebuildAnalytics } from "./rebuild.ts"
import { serve } from "./serve.ts"
import { work } from "./work.ts"

const help = Command.make(
  "help",
  {
    command: Argument.String("command").pipe(
      Argument.withDescription("The command to describe, such as `keys create`"),
      Argument.variadic()
    )
  },
  // The type is written out because this command is part of `mailroom`, which it describes.
  Effect.fn(function* ({ command }): Effect.fn.Return<void, unknown, Command.Environment> {
    let described: Command.Command.Any = mailroom
    for (const name of command) {
      const found = described.subcommands.flatMap(({ commands }) => commands).find((known) => known.name === name)
      if (found === undefined) return yield* new Usage({ message: `There is no command ${command.join(" ")}` })
      described = found
    }
    yield* execute([...command, "--help"])
  })
).pipe(Command.withDescription("Describe a command"))

const mailroom = Command.make("mailroom").pipe(
  Command.withDescription("Mailroom: outbound-email campaigns, their leads and their inbox"),
  Command.withSubcommands([
    serve,
    work,
    migrate,
    keys,
    people,
    organizations,
    importCommand,
    exportCommand,
    leads,
    blacklist,
    doctor,
    rebuildAnalytics,
    demo,
    help
  ])
)

const execute = Command.runWith(mailroom, { version })

/**
 * The message of an error without the words of the library. For an invalid value from the environment, it names the
 * variable instead of a flag.
 */
const messageOf = (error: CliError.CliError): string => {
  if (error._tag !== "InvalidValue") return error.message
  const [, expected, variable] = /^SchemaError\((.*)\n +at \["(\w+)"\]\)$/u.exec(error.expected) ?? []
  return variable === undefined
    ? error.message.replace(/Schema validation failed: (?:Expected )?/u, "")
    : `Invalid value of ${variable}. ${expected}`
}

/** Prints help unchanged, and one line for each fault of an invalid invocation. */
const presenter: CliOutput.Presenter = {
  present: (event) => {
    if (event._tag !== "InvalidInvocation") return CliOutput.defaultPresenter.present(event)
    const faults = event.errors.map((error) => `mailroom: ${printable(messageOf(error))}`)
    return Console.error([...faults, `See: ${event.commandPath.join(" ")} --help`].join("\n"))
  }
}

const layerOutput = Layer.mergeAll(
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel] }),
  CliOutput.layer(CliOutput.defaultFormatter({ globalFlags: "summary" })),
  CliOutput.layerPresenter(presenter),
  // Logs go to standard error, because standard output is for results.
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])
)

/**
 * Runs a command line, and returns its exit code: 0 for success, 1 for a failure, 2 for invalid usage. `layer`
 * determines how help and errors are printed.
 */
export const run = (args: ReadonlyArray<string>, layer: Layer.Layer<never> = layerOutput) =>
  execute(args).pipe(
    Effect.as(0),
    Effect.catchCause(
      Effect.fnUntraced(function* (cause) {
        if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
        const error = Cause.squash(cause)
        const message = explain(error)
        if (message !== undefined) yield* Console.error(`mailroom: ${printable(message)}`)
        return exitCode(error)
      })
    ),
    Effect.provide(layer)
  )
