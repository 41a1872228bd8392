/** Generates the reference of the command line from the definitions of the commands. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Option } from "effect"
import { CliConfig, CliOutput, GlobalFlag, type HelpDoc } from "effect/cli"
import { run } from "../../packages/cli/src/Cli.ts"
import { table } from "./Markdown.ts"

/** The help of a command, as data. */
const helpOf = Effect.fnUntraced(function* (path: ReadonlyArray<string>) {
  const documents: Array<HelpDoc.HelpDoc> = []
  const presenter = CliOutput.layerPresenter({
    present: (event) => Effect.sync(() => void (event._tag === "Help" && documents.push(event.helpDoc)))
  })
  const layer = Layer.mergeAll(presenter, CliConfig.layer({ builtIns: [GlobalFlag.Help] }))
  yield* run([...path, "--help"], layer).pipe(Effect.provide(NodeServices.layer))
  const [document] = documents
  return document ?? (yield* Effect.die(new Error(`No help for ${path.join(" ")}`)))
})

const rowOf = (name: string, { description, required }: Pick<HelpDoc.FlagDoc, "description" | "required">) => [
  `\`${name}\``,
  `${Option.getOrElse(description, () => "")}${required ? ". Required" : ""}`
]

const typeOf = (type: string) => (type === "boolean" ? "" : ` ${type}`)

const sectionOf = (
  path: ReadonlyArray<string>,
  { args = [], description, examples = [], flags, usage }: HelpDoc.HelpDoc
) =>
  [
    `## ${["mailroom", ...path].join(" ")}`,
    `${description.replace(/\.?$/u, ".")}`,
    `Usage: \`${usage}\``,
    table(
      ["argument or flag", "what it is"],
      [
        ...args.map((argument) => rowOf(`<${argument.name}>`, argument)),
        ...flags.map((flag) => rowOf(`--${flag.name}${typeOf(flag.type)}`, flag))
      ]
    ),
    examples
      .map(({ command, description }) => `- \`${command}\`${description === undefined ? "" : `: ${description}`}`)
      .join("\n")
  ].filter((part) => part !== "")

const sectionsOf = (path: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const help = yield* helpOf(path)
    const subcommands = (help.subcommands ?? []).flatMap(({ commands }) => commands)
    const nested = yield* Effect.forEach(subcommands, ({ name }) => sectionsOf([...path, name]))
    const own = path.length === 0 ? [] : sectionOf(path, help)
    return [...own, ...nested.flat()]
  })

/** A section for each command. */
export const commandLine: Effect.Effect<string> = Effect.map(sectionsOf([]), (sections) => sections.join("\n\n"))
