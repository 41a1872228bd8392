/** `mailroom export`: writes an organization with everything that belongs to it to a file. */
import { Mailroom, Moving, Timestamp } from "@mailroom/core"
import { Console, Effect, Layer, Option, Stream } from "effect"
import { Command } from "effect/cli"
import { Failure, Usage } from "./Failure.ts"
import * as Flags from "./Flags.ts"
import { type Counts, linesOfRows, sumOf } from "./moving/HouseFile.ts"
import { outputFlag, writeLines } from "./moving/Table.ts"
import { count, makeProgress, printable, printResult } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

export const exportCommand = Command.make(
  "export",
  {
    output: outputFlag,
    json: Flags.json,
    organization: Tenant.flag,
    data: Storage.dataFlag
  },
  Effect.fn(
    function* ({ json, organization: given, output }) {
      if (json && Option.isNone(output)) {
        return yield* new Usage({ message: "--json needs --output: without it, standard output is the file" })
      }
      const moving = yield* Moving
      // Removals that a killed process left unfinished are not moved.
      yield* Mailroom.finishMultiStep({ all: true })
      const { id } = yield* Tenant.resolve(given)
      const organization = yield* moving.find(id)
      const total = sumOf(yield* moving.counts(id))
      const progress = yield* makeProgress
      const counts: Counts = {}
      let done = 0
      const items = Stream.tap(moving.rows(id), ({ kind }) => {
        if (kind !== "bytes") done++
        return progress(() => `${done} of ${total} rows`)
      })
      const lines = linesOfRows(organization, yield* Timestamp.now, items, counts)
      yield* writeLines(output, lines)
      const rows = sumOf(counts)
      const text = `Organization ${id} (${printable(organization.name)}): ${count(rows, "row")} exported`
      if (Option.isNone(output)) return yield* Console.error(text)
      yield* printResult(json, { organization_id: id, rows, counts, file: output.value }, () => text)
    },
    Effect.catchTags({
      BytesMissing: ({ message }) =>
        new Failure({ message: `${message}: set MAILROOM_ATTACHMENTS as it is for the service, and run it again` }),
      ChangedMeanwhile: ({ message }) =>
        new Failure({ message: `${message}: stop the service, and run the same command again` })
    })
  )
).pipe(
  Command.provide(({ data }) => Layer.provideMerge(Moving.layer, Storage.layerUseCases({ data }))),
  Command.withDescription(
    "Write an organization with everything that belongs to it to one file: leads, campaigns, accounts, threads, mail with its " +
      "attachments, events, the blacklist, integrations, billing and what was sent. Keys, credentials and the secrets of " +
      "integrations are not in it. Stop the service first: what changes during the export makes it fail. MAILROOM_ATTACHMENTS " +
      "names the folder of the attachments, as for `mailroom serve`. The file ends with its SHA-256, so `mailroom import " +
      "--all` recognizes one that is cut off or changed."
  ),
  Command.withShortDescription("Write everything of an organization to a file"),
  Command.withExamples([
    { command: "mailroom export --output house.ndjson.gz" },
    { command: "mailroom export --organization 2 > house.ndjson" }
  ])
)
