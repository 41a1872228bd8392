/**
 * Processor time, which other programs on the machine hardly change: they take turns from a server, not work. Read from
 * `/proc`, so on Linux only.
 */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** Milliseconds of processor time for each request. */
export interface Cost {
  readonly server: number
  /** All processes of Postgres together. */
  readonly postgres: number
}

const millisecondsOfTick = 1000 / Number(execFileSync("getconf", ["CLK_TCK"]).toString())

interface Process {
  readonly parent: number
  /** Milliseconds, of all threads. */
  readonly own: number
  /** Milliseconds of its children that have ended. */
  readonly ended: number
}

/** `undefined` if the process has ended. */
const processOf = (pid: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // proc(5): the name of the program, in parentheses, may contain anything; after it the third field follows.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const field = (number: number) => Number(fields[number - 3])
    return {
      parent: field(4),
      own: (field(14) + field(15)) * millisecondsOfTick,
      ended: (field(16) + field(17)) * millisecondsOfTick
    }
  } catch {
    return undefined
  }
}

/** Milliseconds that a process and its children have used, those that have ended included. */
const usedBy = (pid: number): number => {
  const main = processOf(pid)
  if (main === undefined) throw new Error(`Process ${pid} has ended`)
  const children = readdirSync("/proc").flatMap((name) => {
    const child = /^\d+$/u.test(name) ? processOf(Number(name)) : undefined
    return child?.parent === pid ? [child.own] : []
  })
  return children.reduce((sum, own) => sum + own, main.own + main.ended)
}

/** Starts to count; the function that it returns says what each of `requests` requests has cost since. */
export const counting = (server: number, postgres: number) => {
  const before = { server: usedBy(server), postgres: usedBy(postgres) }
  return (requests: number): Cost => ({
    server: (usedBy(server) - before.server) / requests,
    postgres: (usedBy(postgres) - before.postgres) / requests
  })
}
