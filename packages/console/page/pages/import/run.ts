/**
 * Imports the lines of a file in batches. The key of a batch is made of all that is sent, and of its number: a batch that
 * is sent again is answered as it was, so the same file can be chosen again, and nothing is imported twice. With another
 * mapping the leads of a batch are others, and so is its key.
 */
import type { Client, CreateLeadStatus, NewLead, OnDuplicate } from "@mailroom/client"
import { type CsvFile, hashOf } from "./lines.ts"
import { leadOf, type Mapping } from "./mapping.ts"
import type { OptOutOf } from "./optedOut.ts"

/** The maximum number of leads in a request. */
export const leadsOfBatch = 1000
const atOnce = 2

export interface Rejected {
  readonly line: number
  readonly values: ReadonlyArray<string>
  readonly reason: string
}

export interface Progress {
  readonly done: number
  readonly all: number
  readonly counts: Readonly<Record<CreateLeadStatus, number>>
  readonly rejected: ReadonlyArray<Rejected>
  /** The number of lines of people who opted out: their addresses are on the blacklist now. */
  readonly optedOut: number
}

/** A line with an address, as a lead. */
export interface Item {
  readonly number: number
  readonly values: ReadonlyArray<string>
  readonly lead: NewLead
}

export const noAddress = "no address"

/** The lines with an address, and those without. */
export const itemsOf = ({ lines }: CsvFile, mapping: Mapping) => {
  const items: Array<Item> = []
  const without: Array<Rejected> = []
  for (const { number, values } of lines) {
    const lead = leadOf(mapping, values)
    if (lead === undefined) without.push({ line: number, values, reason: noAddress })
    else items.push({ number, values, lead })
  }
  return { items, without }
}

/**
 * Puts the addresses of people who opted out on the blacklist. Returns the addresses that the blacklist rejects, with the
 * reason: they must not become leads. A repetition changes nothing.
 */
const blacklist = async (add: ImportOptions["blacklist"], optOutOf: OptOutOf, batch: ReadonlyArray<Item>) => {
  const faults = new Map<string, string>()
  let count = 0
  const byReason = Map.groupBy(batch, ({ values }) => optOutOf(values))
  for (const [by, items] of byReason) {
    if (by === undefined) continue
    count += items.length
    // A longer text is not an address, and will not become a lead either.
    const emails = items.map(({ lead }) => lead.email).filter(({ length }) => length <= 1_000)
    if (emails.length === 0) continue
    const { data } = await add({ emails, reason: `Opted out by ${by}`.slice(0, 500).toWellFormed() })
    for (const { error, input, status } of data) if (status === "invalid") faults.set(input, error ?? status)
  }
  return { count, faults }
}

/** Imports a file. Rejects with the reason of the first batch that failed; calling it again goes on. */
export const importFile = async (
  { blacklist: add, campaign_id, create, file, mapping, on_duplicate, optOutOf }: ImportOptions,
  onProgress: (progress: Progress) => void
): Promise<void> => {
  const { items, without } = itemsOf(file, mapping)
  const counts: Record<CreateLeadStatus, number> = { created: 0, updated: 0, duplicate: 0, blacklisted: 0, invalid: 0 }
  const rejected: Array<Rejected> = [...without]
  let done = 0
  let optedOut = 0
  const report = () =>
    onProgress({
      done,
      all: items.length,
      counts: { ...counts },
      optedOut,
      rejected: rejected.toSorted((a, b) => a.line - b.line)
    })
  report()
  let next = 0
  const send = async (start: number) => {
    const all = items.slice(start, start + leadsOfBatch)
    const { count, faults } = await blacklist(add, optOutOf, all)
    const batch = all.filter(({ lead }) => !faults.has(lead.email))
    const input = { campaign_id, leads: batch.map(({ lead }) => lead), on_duplicate }
    const number = start / leadsOfBatch
    const { data } =
      batch.length === 0
        ? { data: [] }
        : await create(input, { idempotencyKey: `import-${number}-${await hashOf(JSON.stringify(input))}` })
    for (const { errors, index, status } of data) {
      counts[status]++
      const item = batch[index]
      if (status !== "invalid" || item === undefined) continue
      const reason = errors?.map(({ message, pointer }) => `${pointer} ${message}`).join("; ") ?? status
      rejected.push({ line: item.number, values: item.values, reason })
    }
    for (const { lead, number: line, values } of all) {
      const reason = faults.get(lead.email)
      if (reason === undefined) continue
      counts.invalid++
      rejected.push({ line, values, reason })
    }
    optedOut += count
    done += all.length
    report()
  }
  /** Sends one batch after the other, until another worker has failed: a try after that must not meet them. */
  const work = async () => {
    try {
      while (next < items.length) {
        const start = next
        next += leadsOfBatch
        await send(start)
      }
    } catch (error) {
      next = items.length
      throw error
    }
  }
  const results = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const result of results) if (result.status === "rejected") throw result.reason
}

interface ImportOptions {
  readonly campaign_id: string
  /** Adds addresses to the blacklist, as `api.blacklist.addEmails`. */
  readonly blacklist: Client["blacklist"]["addEmails"]
  /** Why a line is of somebody who opted out; `undefined`: nothing says so. */
  readonly optOutOf: OptOutOf
  /** Creates the leads of a batch, as `api.leads.create`. */
  readonly create: Client["leads"]["create"]
  readonly file: CsvFile
  readonly mapping: Mapping
  readonly on_duplicate: OnDuplicate
}
