/** Counts what would become of the lines of a file, before anything is imported. */
import type { Client } from "@mailroom/client"
import type { OptOutOf } from "./optedOut.ts"
import { type Item, leadsOfBatch } from "./run.ts"

export interface Foreseen {
  /** The number of lines that would become new leads. */
  readonly created: number
  /** The campaign has the address already. */
  readonly known: number
  /** An earlier line of the file has the address. */
  readonly double: number
  /** The address, or its domain, is on the blacklist. */
  readonly blacklisted: number
  /** The person opted out by a column of the file. */
  readonly optedOut: number
  /** The address is not one. */
  readonly invalid: number
}

/** Asks the server about the address of each line, and stores nothing. Rejects when the signal is aborted. */
export const foresee = async (
  { campaign_id, create, items, optOutOf }: CheckOptions,
  signal: AbortSignal
): Promise<Foreseen> => {
  const counts = { created: 0, known: 0, double: 0, blacklisted: 0, optedOut: 0, invalid: 0 }
  const seen = new Set<string>()
  const asked: Array<string> = []
  for (const { lead, values } of items) {
    const address = lead.email.trim().toLowerCase()
    if (seen.has(address)) counts.double++
    else if (optOutOf(values) === undefined) asked.push(lead.email)
    else counts.optedOut++
    seen.add(address)
  }
  for (let start = 0; start < asked.length; start += leadsOfBatch) {
    const leads = asked.slice(start, start + leadsOfBatch).map((email) => ({ email }))
    const { data } = await create({ campaign_id, leads, dry_run: true }, { signal })
    for (const { status } of data) {
      if (status === "duplicate" || status === "updated") counts.known++
      else counts[status]++
    }
  }
  return counts
}

interface CheckOptions {
  readonly campaign_id: string
  readonly create: Client["leads"]["create"]
  readonly items: ReadonlyArray<Item>
  readonly optOutOf: OptOutOf
}
