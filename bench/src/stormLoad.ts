/**
 * Two programs of a storm, each in a separate process. The load begins so many requests a second, whether or not earlier
 * ones are answered, as thousands of independent clients do. The prober asks for `/livez` at fixed times.
 */
import { connect, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"

interface Timed {
  readonly seconds: number
}

interface LoadJob extends Timed {
  readonly kind: "load"
  readonly port: number
  /** Requests a second. */
  readonly rate: number
  /** The bytes of each request. */
  readonly request: string
}

interface ProbeJob extends Timed {
  readonly kind: "probe"
  readonly ports: ReadonlyArray<number>
}

export type Job = LoadJob | ProbeJob

/** The numbers of requests of a storm, by their outcome. */
export interface Storm {
  readonly begun: number
  readonly answered: number
  /** Requests with a problem as their answer, such as 503. */
  readonly rejected: number
  /** Requests that were due while all connections waited for answers. */
  readonly left: number
}

/** The probes of one port, in milliseconds: `Infinity` without an answer. */
export interface Probes {
  readonly open: ReadonlyArray<number>
  readonly fresh: ReadonlyArray<number>
}

/** More connections at the same time would have to wait in the kernel: it is the backlog of the server. */
const mostConnections = 4096

/** The milliseconds between two turns of the load. */
const turn = 5

/** The milliseconds between two probes of a kind. */
const probeEvery = 20

/** How long a probe waits for its answer, in milliseconds. */
const probePatience = 20_000

/** Calls `answered` with the status of each answer on a connection. The server sends the length of each. */
const onAnswer = (socket: Socket, answered: (status: number) => void) => {
  let text = ""
  socket.setEncoding("latin1")
  socket.on("data", (chunk: string) => {
    text += chunk
    const end = text.indexOf("\r\n\r\n")
    if (end === -1) return
    const length = Number(/^content-length: (\d+)$/imu.exec(text.slice(0, end))?.[1] ?? 0)
    if (text.length < end + 4 + length) return
    const status = Number(text.slice(9, 12))
    text = text.slice(end + 4 + length)
    answered(status)
  })
}

const storm = async ({ port, rate, request, seconds }: LoadJob): Promise<Storm> => {
  const [free, all] = [new Array<Socket>(), new Set<Socket>()]
  const result = { begun: 0, answered: 0, rejected: 0, left: 0 }
  const open = () => {
    const socket = connect(port, "127.0.0.1")
    socket.setNoDelay()
    all.add(socket)
    socket.on("error", () => {})
    socket.once("close", () => all.delete(socket))
    onAnswer(socket, (status) => {
      if (status < 300) result.answered++
      else result.rejected++
      free.push(socket)
    })
    return socket
  }
  const begin = () => {
    let socket = free.pop()
    while (socket?.destroyed === true) socket = free.pop()
    if (socket === undefined && all.size >= mostConnections) return void result.left++
    result.begun++
    ;(socket ?? open()).write(request)
  }
  const start = performance.now()
  for (let due = 0, elapsed = 0; elapsed < seconds; elapsed = (performance.now() - start) / 1000) {
    for (; due < elapsed * rate; due++) begin()
    await setTimeout(turn)
  }
  for (const socket of all) socket.destroy()
  return result
}

const request = (connection: string) => `GET /livez HTTP/1.1\r\nHost: probe\r\nConnection: ${connection}\r\n\r\n`

/** Opens a connection. `ask` sends a probe on it, and gives the milliseconds until its answer. */
const opened = (port: number, connection: string) => {
  const socket = connect(port, "127.0.0.1")
  let resolve: ((milliseconds: number) => void) | undefined
  let begun = performance.now()
  onAnswer(socket, (status) => resolve?.(status === 200 ? performance.now() - begun : Infinity))
  for (const event of ["error", "close"]) socket.on(event, () => resolve?.(Infinity))
  const ask = (from = performance.now()): Promise<number> => {
    begun = from
    return new Promise((done) => {
      resolve = done
      socket.write(request(connection))
    })
  }
  return { ask, socket }
}

/** The answer of a probe, or `Infinity` after the time it waits. */
const inTime = (probe: Promise<number>) => Promise.race([probe, setTimeout(probePatience, Infinity, { ref: false })])

/** Opens the connections of a port's probes; returns the function that sends them. */
const prepare = async (port: number, seconds: number) => {
  // One for each probe, so that none waits for the answer to an earlier one.
  const waiting = Array.from({ length: Math.floor((seconds * 1000) / probeEvery) }, () => opened(port, "keep-alive"))
  await Promise.all(waiting.map(({ ask }) => ask()))
  return async (): Promise<Probes> => {
    const [open, fresh] = [new Array<Promise<number>>(), new Array<Promise<number>>()]
    const start = performance.now()
    for (const [n, { ask }] of waiting.entries()) {
      open.push(inTime(ask()))
      // A new connection counts from before it is opened.
      const begun = performance.now()
      const { ask: askNew, socket } = opened(port, "close")
      fresh.push(inTime(askNew(begun)).finally(() => socket.destroy()))
      await setTimeout(Math.max(0, start + (n + 1) * probeEvery - performance.now()))
    }
    const result = { open: await Promise.all(open), fresh: await Promise.all(fresh) }
    for (const { socket } of waiting) socket.destroy()
    return result
  }
}

/** Makes ready; returns the function that begins. */
const prepared = async (job: Job): Promise<() => Promise<Storm | ReadonlyArray<Probes>>> => {
  if (job.kind === "load") return () => storm(job)
  const all = await Promise.all(job.ports.map((port) => prepare(port, job.seconds)))
  return () => Promise.all(all.map((begin) => begin()))
}

// The first message is the job, and the second one says that the storm begins.
process.once("message", async (job: Job) => {
  const begin = await prepared(job)
  process.once("message", async () => process.send?.(await begin()))
  process.send?.("ready")
})
