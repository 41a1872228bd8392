/**
 * Measures processor time. Other programs on the machine hardly change it: they delay a server, but do not add to its
 * work. Reads `/proc`, so it works only on Linux.
 */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** Milliseconds of processor time per request. */
export interface Cost {
  readonly server: number
  /** All processes of Postgres together. */
  readonly postgres: number
}

const millisecondsOfTick = 1000 / Number(execFileSync("getconf", ["CLK_TCK"]).toString())

interface Process {
  readonly parent: number
  /** Milliseconds of all its threads. */
  readonly own: number
  /** Milliseconds of its ended children. */
  readonly ended: number
}

/** The times of a process; `undefined` if it has ended. */
const processOf = (pid: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // proc(5): the name of the program, in parentheses, may contain any character. The third field follows it.
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

/** Milliseconds that a process and its children, including ended ones, have used. */
const usedBy = (pid: number): number => {
  const main = processOf(pid)
  if (main === undefined) throw new Error(`Process ${pid} has ended`)
  const children = readdirSync("/proc").flatMap((name) => {
    const child = /^\d+$/u.test(name) ? processOf(Number(name)) : undefined
    return child?.parent === pid ? [child.own] : []
  })
  return children.reduce((sum, own) => sum + own, main.own + main.ended)
}

/** Milliseconds that processes have used, without their children. */
export const usedByThese = (pids: ReadonlyArray<number>): number =>
  pids.reduce((sum, pid) => sum + (processOf(pid)?.own ?? 0), 0)

/** Starts measuring. The returned function gives the average cost of `requests` requests since the start. */
export const startCounting = (server: number, postgres: number) => {
  const before = { server: usedBy(server), postgres: usedBy(postgres) }
  return (requests: number): Cost => ({
    server: (usedBy(server) - before.server) / requests,
    postgres: (usedBy(postgres) - before.postgres) / requests
  })
}
