/** Keeps a folder for one process, by a file that names it. A process that is killed leaves it; the next one sees that. */
import { Option, Schema } from "effect"
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { fileMode } from "./privacy.ts"

const Holder = Schema.Struct({
  pid: Schema.Int,
  /** When the process was started, where Linux tells: pids are used again, also by a container's next run. */
  started: Schema.NullOr(Schema.String),
  /** The socket on which the process listens; absent where it cannot listen, as on Windows. */
  socket: Schema.optionalKey(Schema.String)
})
export type Holder = typeof Holder.Type
const HolderJson = Schema.fromJsonString(Holder)
const decodeHolder = Schema.decodeOption(HolderJson)
const encodeHolder = Schema.encodeSync(HolderJson)

/**
 * Takes the lock `file`, or returns the process that has it. Throws the errors of the file system. The content is written to a draft,
 * which is then linked as `file`: so no other process reads a lock without its whole content. A lock that cannot be decoded counts as left
 * behind, like that of a process that has ended.
 */
export const acquire = (file: string, socket?: string): Option.Option<Holder> => {
  const draft = beside(file)
  const holder: Holder = {
    pid: process.pid,
    started: statOf(process.pid)?.started ?? null,
    ...(socket === undefined ? {} : { socket })
  }
  writeFileSync(draft, encodeHolder(holder), { mode: fileMode })
  try {
    while (!link(draft, file)) {
      const content = read(file)
      if (Option.isNone(content)) continue
      const other = Option.filter(decodeHolder(content.value), isAlive)
      if (Option.isSome(other)) return other
      discard(file, content.value)
    }
    return Option.none()
  } finally {
    release(draft)
  }
}

export const release = (file: string): void => rmSync(file, { force: true })

/** A name beside `file` that no other file has. */
export const beside = (file: string) => `${file}.${crypto.randomUUID()}`

/** Whether `file` is now another name of `draft`: with all its content at once, and only if there was no such file. */
export const link = (draft: string, file: string): boolean =>
  Option.isSome(unless("EEXIST", () => linkSync(draft, file)))

const read = (file: string) => unless("ENOENT", () => readFileSync(file, "utf8"))

/**
 * Removes a lock that was left behind. If several processes find it at once, none of them removes a lock that another has
 * just created.
 */
const discard = (file: string, content: string): void => {
  const aside = beside(file)
  if (Option.isNone(unless("ENOENT", () => renameSync(file, aside)))) return
  // Another process had replaced it: its lock is put back, unless a third one has made a lock by now.
  if (!Option.contains(read(aside), content)) link(aside, file)
  release(aside)
}

/**
 * Whether the process that made a lock still runs: not as a zombie, and not another one with the same id. True where the
 * system does not tell.
 */
const isAlive = ({ pid, started }: Holder): boolean => {
  // The signal 0 only asks for the process. EPERM: it exists, and belongs to another user.
  const exists = Option.isSome(unless("ESRCH", () => unless("EPERM", () => process.kill(pid, 0))))
  if (!exists) return false
  const current = statOf(pid)
  return current === undefined || (current.state !== "Z" && (started === null || started === current.started))
}

/** The state of a process on Linux, `Z` when it has ended and its parent has not noticed, and its start in ticks. */
const statOf = (pid: number) => {
  // The second field, a name in parentheses, may hold spaces; the state is the third, the start the 22nd.
  const fields = Option.map(read(`/proc/${pid}/stat`), (stat) => stat.slice(stat.lastIndexOf(")") + 2).split(" "))
  return Option.isSome(fields) ? { state: fields.value[0], started: fields.value[19] ?? null } : undefined
}

/** The result of `f`; none when it throws an error with this code. */
const unless = <A>(code: string, f: () => A): Option.Option<A> => {
  try {
    return Option.some(f())
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === code) return Option.none()
    throw error
  }
}
