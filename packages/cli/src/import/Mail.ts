/** Imports raw e-mail from files through the intake. */
import { Intake, MailKind } from "@mailroom/core"
import { Console, Effect, Result, Stream } from "effect"
import { createReadStream } from "node:fs"
import { open, readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Failure, messageOf } from "../Failure.ts"
import { count, makeProgress, printable } from "../Output.ts"
import { isMbox, mailsOf } from "./Mbox.ts"
import { attempt, failIfRejected, summarized } from "./Running.ts"
import type { Source } from "./Source.ts"

/** In bytes: the maximum of the mail parser. */
const maximumMail = 40 * 1024 * 1024

/** A mail, or why it cannot be read, with a name for reports. */
interface Found {
  readonly name: string
  readonly mail: Result.Result<Uint8Array, string>
}

/** Takes in every mail of a file, an mbox or a folder, and prints the number of each kind at the end. */
export const importMail = Effect.fn("importMail")(function* (
  source: Source,
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean }
) {
  const intake = yield* Intake
  const counts = new Map<string, number>()
  let total = 0
  const progress = yield* makeProgress
  const reject = (name: string, reason: string) => {
    counts.set("unreadable", (counts.get("unreadable") ?? 0) + 1)
    return Console.error(`${printable(name)}: ${printable(reason)}`)
  }
  const take = Effect.fnUntraced(function* ({ mail, name }: Found) {
    total++
    if (Result.isFailure(mail)) yield* reject(name, mail.failure)
    else {
      yield* intake.receive(mail.success).pipe(
        attempt(dryRun),
        Effect.map(({ kind }) => counts.set(kind, (counts.get(kind) ?? 0) + 1)),
        Effect.catchTag("UnreadableMail", ({ reason }) => reject(name, reason))
      )
    }
    yield* progress(() => `${count(total, "mail")}, last ${printable(name)}`)
  })
  const found = () =>
    [...MailKind.literals, "unreadable"].flatMap((kind) => {
      const number = counts.get(kind)
      return number === undefined ? [] : [[kind, number] as const]
    })
  const summary = () => {
    const kinds = found().map(([kind, number]) => `${number} ${kind}`)
    return `${count(total, "mail")}${kinds.length === 0 ? "" : `: ${kinds.join(", ")}`}`
  }
  yield* Stream.suspend(() =>
    Stream.fromAsyncIterable(find(source), (error) => new Failure({ message: messageOf(error) }))
  ).pipe(
    Stream.runForEach(take),
    summarized(json, () => ({ dry_run: dryRun, mails: total, ...Object.fromEntries(found()) }), summary)
  )
  yield* failIfRejected(counts.get("unreadable") ?? 0, "mail")
})

/** The mails under a path, in order of file names. Hidden files are ignored. */
async function* find({ name, path }: Source): AsyncGenerator<Found> {
  if (!(await stat(path)).isDirectory()) return yield* mailsIn({ name, path })
  const entries = await readdir(path, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name)
    if (!entry.isDirectory() && (!entry.isFile() || entry.name.startsWith("."))) continue
    try {
      yield* find({ name: child, path: child })
    } catch (error) {
      yield { name: child, mail: Result.fail(messageOf(error)) }
    }
  }
}

async function* mailsIn({ name, path }: Source): AsyncGenerator<Found> {
  const tooLarge = Result.fail("is larger than 40 MiB")
  // An .eml file is always a single mail, even if it begins like an mbox.
  if (/\.eml$/iu.test(path) || !(await beginsMbox(path))) {
    const { size } = await stat(path)
    return yield { name, mail: size > maximumMail ? tooLarge : Result.succeed(await readFile(path)) }
  }
  let number = 0
  for await (const mail of mailsOf(createReadStream(path), maximumMail)) {
    yield { name: `${name}, mail ${++number}`, mail: mail === null ? tooLarge : Result.succeed(mail) }
  }
}

const beginsMbox = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5)
    return isMbox(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}
