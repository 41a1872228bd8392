/**
 * Imports the lines of a file in batches. The key of a batch is made of the file, the mapping, the campaign and its number: a
 * batch that is sent again is answered as it was, so the same file can be chosen again, and nothing is imported twice.
 */
import type { CreateLeadStatus, NewLead, OnDuplicate } from "@mailroom/client"
import { api } from "../../app/api.ts"
import { type CsvFile, hashOf } from "./file.ts"
import { leadOf, type Mapping } from "./mapping.ts"

const leadsOfBatch = 1000
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
}

interface Item {
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

/** Imports a file. Rejects with the reason of the first batch that failed; calling it again goes on. */
export const importFile = async (
  { campaign_id, file, mapping, on_duplicate }: ImportOptions,
  onProgress: (progress: Progress) => void
): Promise<void> => {
  const { items, without } = itemsOf(file, mapping)
  const name = await hashOf(JSON.stringify([file.hash, mapping, on_duplicate]))
  const counts: Record<CreateLeadStatus, number> = { created: 0, updated: 0, duplicate: 0, blacklisted: 0, invalid: 0 }
  const rejected: Array<Rejected> = [...without]
  let done = 0
  const report = () => onProgress({ done, all: items.length, counts: { ...counts }, rejected: [...rejected] })
  report()
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const start = next
      next += leadsOfBatch
      const batch = items.slice(start, start + leadsOfBatch)
      const { data } = await api.leads.create(
        { campaign_id, leads: batch.map(({ lead }) => lead), on_duplicate },
        { idempotencyKey: `import-${name}-${campaign_id}-${start / leadsOfBatch}` }
      )
      for (const { errors, index, status } of data) {
        counts[status]++
        const item = batch[index]
        if (status !== "invalid" || item === undefined) continue
        const reason = errors?.map(({ message, pointer }) => `${pointer} ${message}`).join("; ") ?? status
        rejected.push({ line: item.number, values: item.values, reason })
      }
      done += batch.length
      report()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

interface ImportOptions {
  readonly campaign_id: string
  readonly file: CsvFile
  readonly mapping: Mapping
  readonly on_duplicate: OnDuplicate
}
