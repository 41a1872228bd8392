/**
 * A stand-in for a Postgres on another machine: a proxy in which each statement occupies its connection for some
 * milliseconds, and connections run beside each other. It takes hardly any processor time, so a machine with two cores
 * shows how many statements a program runs in parallel. Run as a program, this file is the proxy.
 */
import { fork } from "node:child_process"
import { createServer, connect, type AddressInfo } from "node:net"

interface Job {
  readonly target: number
  /** Milliseconds that a statement occupies its connection. */
  readonly service: number
}

/** `CommandComplete` of the protocol, which ends the answer to a statement. */
const commandComplete = "C".charCodeAt(0)

/** Statements since the start, BEGIN and COMMIT included, and how many of them were COMMIT. */
interface Statements {
  readonly all: number
  readonly commits: number
}

const counted = { all: 0, commits: 0 }

/** The bytes of the whole messages at the start of `bytes`, cut behind each `CommandComplete`. */
const answersOf = (bytes: Buffer) => {
  const answers: Array<Buffer> = []
  let [from, end] = [0, 0]
  while (bytes.length >= end + 5) {
    const next = end + 1 + bytes.readUInt32BE(end + 1)
    if (bytes.length < next) break
    const isEnd = bytes[end] === commandComplete
    if (isEnd) {
      counted.all++
      if (bytes.toString("latin1", end + 5, next - 1) === "COMMIT") counted.commits++
    }
    end = next
    if (!isEnd) continue
    answers.push(bytes.subarray(from, end))
    from = end
  }
  return { answers, others: bytes.subarray(from, end), rest: bytes.subarray(end) }
}

const serve = ({ service, target }: Job) =>
  createServer((client) => {
    const server = connect(target, "127.0.0.1")
    client.setNoDelay()
    server.setNoDelay()
    const waiting: Array<{ readonly at: number; readonly bytes: Buffer }> = []
    let busyUntil = 0
    let rest = Buffer.alloc(0)
    let timer: NodeJS.Timeout | undefined
    const flush = () => {
      timer = undefined
      const now = performance.now()
      while (waiting[0] !== undefined && waiting[0].at <= now + 0.05) client.write(waiting.shift()!.bytes)
      if (waiting[0] !== undefined) timer = setTimeout(flush, Math.max(0, waiting[0].at - now))
    }
    client.on("data", (bytes) => void server.write(bytes))
    server.on("data", (bytes) => {
      const { answers, others, rest: left } = answersOf(Buffer.concat([rest, bytes]))
      rest = Buffer.from(left)
      for (const answer of answers) {
        busyUntil = Math.max(busyUntil, performance.now()) + service
        waiting.push({ at: busyUntil, bytes: Buffer.from(answer) })
      }
      if (others.length > 0) waiting.push({ at: busyUntil, bytes: Buffer.from(others) })
      if (timer === undefined) flush()
    })
    const end = () => {
      client.destroy()
      server.destroy()
      clearTimeout(timer)
    }
    for (const socket of [client, server]) socket.on("error", end).on("close", end)
  })

export interface Proxy {
  /** Without TLS. */
  readonly url: string
  readonly statements: () => Promise<Statements>
  readonly stop: () => void
}

/** Starts a proxy before the server of a URL. */
export const startProxy = (url: string, service: number): Promise<Proxy> =>
  new Promise((resolve) => {
    const through = new URL(url)
    const child = fork(import.meta.filename, { execArgv: process.execArgv })
    child.once("message", (port) => {
      through.port = String(port)
      through.searchParams.set("sslmode", "disable")
      resolve({
        url: through.href,
        statements: () =>
          new Promise((answer) => {
            child.once("message", (counted) => answer(counted as Statements))
            child.send("statements")
          }),
        stop: () => void child.kill()
      })
    })
    child.send({ target: Number(through.port), service } satisfies Job)
  })

if (import.meta.main) {
  process.once("message", (job: Job) => {
    const server = serve(job)
    server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
    process.on("message", () => process.send?.(counted))
  })
}
