/** `mailroom export`: writes an organization with everything that belongs to it to a file. */
import { Mailroom, Moving, Timestamp } from "@mailroom/core"
import { Console, Effect, Option, Stdio, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { Failure } from "./Failure.ts"
import * as Flags from "./Flags.ts"
import { type Counts, linesOfRows, writeFile } from "./moving/HouseFile.ts"
import { count, makeProgress, printable, printResult } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

/** The rows that were counted before and after, without the parts of attachments, which are not counted. */
const isSame = (a: Readonly<Counts>, b: Readonly<Counts>) =>
  Object.entries(a).every(([kind, n]) => (b[kind] ?? 0) === n)

const changed = new Failure({
  message: "The organization was changed while it was exported: stop the service, and run the same command again"
})

export const exportCommand = Command.make(
  "export",
  {
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withMetavar("FILE"),
      Flag.withDescription("The file to write, compressed if its name ends in .gz (default: standard output)"),
      Flag.optional
    ),
    json: Flags.json,
    organization: Tenant.flag,
    data: Storage.dataFlag
  },
  Effect.fn(
    function* ({ json, organization: given, output }) {
      const moving = yield* Moving
      // Removals that a killed process left unfinished are not moved.
      yield* Mailroom.finishOrders({ all: true })
      const { id } = yield* Tenant.resolve(given)
      const organization = yield* moving.find(id)
      const before = yield* moving.counts(id)
      const total = Object.values(before).reduce((sum, n) => sum + n, 0)
      const progress = yield* makeProgress
      const counts: Counts = {}
      let done = 0
      const items = Stream.tap(moving.rows(id), (item) => {
        if (item.kind !== "bytes") done++
        return progress(() => `${done} of ${total} rows`)
      })
      const checked = Stream.concat(
        items,
        Stream.fromEffectDrain(
          Effect.flatMap(moving.counts(id), (after) =>
            isSame(before, after) && isSame(before, counts) ? Effect.void : Effect.fail(changed)
          )
        )
      )
      const lines = linesOfRows(organization, yield* Timestamp.now, checked, counts)
      if (Option.isSome(output)) yield* writeFile(output.value, lines)
      else yield* Stream.run(lines, (yield* Stdio.Stdio).stdout())
      const text = `Organization ${id} (${printable(organization.name)}): ${count(total, "row")} exported`
      if (Option.isNone(output)) return yield* Console.error(text)
      yield* printResult(json, { organization_id: id, rows: total, counts, file: output.value }, () => text)
    },
    (effect, { data }) =>
      effect.pipe(Effect.provide(Moving.layer), Effect.provide(Storage.layerUseCases({ data })))
  )
).pipe(
  Command.withDescription(
    "Write an organization with everything that belongs to it to one file: leads, campaigns, accounts, threads, mail with its " +
      "attachments, events, the blacklist, integrations, billing and what was sent. Keys, credentials and the secrets of " +
      "integrations are not in it. Stop the service first: what changes during the export makes it fail. The file ends with its " +
      "SHA-256, so `mailroom import --all` recognizes one that is cut off or changed."
  ),
  Command.withShortDescription("Write everything of an organization to a file"),
  Command.withExamples([
    { command: "mailroom export --output house.ndjson.gz" },
    { command: "mailroom export --organization 2 > house.ndjson" }
  ])
)
