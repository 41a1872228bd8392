/**
 * Generates load with autocannon in a separate process, which runs until the end of the bench. `startLoad` starts the
 * process. Run as a program, this file is that process.
 */
import autocannon from "autocannon"
import { fork } from "node:child_process"
import { cases, type Facts } from "./cases.ts"

interface Job {
  readonly url: string
  /** The name of the case. */
  readonly name: string
  readonly facts: Facts
  readonly connections: number
  readonly seconds: number
  /** The number of requests, instead of `seconds`. All of them are answered. */
  readonly amount?: number
}

/** The measurements of a round. */
export interface Measured {
  /** Requests per second: autocannon's average. */
  readonly rate: number
  /** Milliseconds, of answered requests; 0 without any answer. */
  readonly p50: number
  readonly p99: number
  readonly count: number
  /** The number of requests without a success. */
  readonly failures: number
}

const sample = 250

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const measure = ({ amount, connections, facts, name, seconds, url }: Job): Promise<Measured> => {
  const next = cases.find((known) => known.name === name)?.requests(facts)
  if (next === undefined) throw new Error(`There is no case ${name}`)
  const toRequest = () => {
    const { body, headers, method, path } = next()
    return {
      method,
      path,
      headers: { authorization: `Bearer ${facts.key}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    }
  }
  const { body, method } = next()
  const request = method === "GET" && body === undefined ? toRequest() : { setupRequest: toRequest }
  const times: Array<number> = []
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections,
        ...(amount === undefined ? { duration: seconds } : { amount }),
        sampleInt: sample,
        timeout: 60,
        requests: [request]
      },
      (error: Error | null, { errors, non2xx, requests }: autocannon.Result) => {
        if (error !== null) return reject(error)
        times.sort((a, b) => a - b)
        resolve({
          rate: requests.average * (1000 / sample),
          p50: percentile(times, 0.5),
          p99: percentile(times, 0.99),
          count: times.length,
          failures: errors + non2xx
        })
      }
    )
    run.on("response", (_client, _status, _bytes, time) => void times.push(time))
  })
}

export interface Load {
  readonly measure: (job: Job) => Promise<Measured>
  readonly stop: () => void
}

export const startLoad = (): Load => {
  const child = fork(import.meta.filename, { execArgv: process.execArgv })
  return {
    measure: (job) =>
      new Promise((resolve, reject) => {
        child.once("message", (answer: Measured | { readonly error: string }) =>
          "error" in answer ? reject(new Error(answer.error)) : resolve(answer)
        )
        child.send(job)
      }),
    stop: () => void child.disconnect()
  }
}

if (import.meta.main) {
  process.on("message", (job: Job) => {
    measure(job).then(
      (measured) => process.send?.(measured),
      (error: unknown) => process.send?.({ error: String(error) })
    )
  })
}
