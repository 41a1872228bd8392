/** Leads as a CSV file: all that pass the filters, with their custom fields. */
import type { LeadsAllQuery } from "@mailroom/client"
import { Download, X } from "lucide-preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { toast } from "../../base/undo.ts"
import { saveCsv } from "../../kit/save.ts"
import { detailOf } from "../../kit/States.tsx"
import { type ExportedLead, linesOf } from "./exported.ts"
import { texts } from "./texts.ts"

type Filters = Omit<LeadsAllQuery, "cursor" | "include" | "limit">

/** The most leads in an answer. */
const rowsOfPage = 100

/** Reads the leads, page by page. */
const read = async (filters: Filters, signal: AbortSignal, onCount: (count: number) => void) => {
  const leads: Array<ExportedLead> = []
  for (let cursor: string | undefined; ;) {
    const page = await api.leads.all(
      { ...filters, include: ["custom_fields"], limit: rowsOfPage, ...(cursor !== undefined && { cursor }) },
      { signal }
    )
    for (const lead of page.data)
      leads.push({ ...lead, custom_fields: lead.custom_fields ?? {}, timezone: lead.timezone ?? null })
    onCount(leads.length)
    cursor = page.next_cursor
    if (cursor === undefined) return leads
  }
}

export const ExportLeads = ({ filters }: { readonly filters: Filters }) => {
  const [count, setCount] = useState<number>()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    const { signal } = (running.current = new AbortController())
    setCount(0)
    try {
      const leads = await read(filters, signal, setCount)
      // The writer of CSV is not loaded before it is needed.
      const { csvOf } = await import("../../kit/csv.ts")
      saveCsv("leads.csv", csvOf(linesOf(leads)))
    } catch (error) {
      if (!signal.aborted) toast(texts.notExported(detailOf(error)), { kind: "bad" })
    }
    setCount(undefined)
  }
  return count === undefined ? (
    <button type="button" class="button" title={texts.export} onClick={() => void run()}>
      <Download size={16} aria-hidden="true" /> <span class="leads-export">{texts.export}</span>
    </button>
  ) : (
    <button type="button" class="button" onClick={() => running.current?.abort()}>
      <X size={16} aria-hidden="true" /> {texts.exporting(number(count))}
    </button>
  )
}
