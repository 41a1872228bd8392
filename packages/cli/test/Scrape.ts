/** Reads the figures of a process as Prometheus does. */
import { Effect } from "effect"

interface Family {
  readonly type: string
  readonly help: string
  readonly samples: ReadonlyArray<{ readonly labels: Readonly<Record<string, string>>; readonly value: number }>
}

export const scrape = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(url)
    return { type: response.headers.get("content-type"), text: await response.text() }
  })

/** The metrics of a scrape by name. The samples of a histogram are left out. */
export const familiesOf = (text: string): ReadonlyMap<string, Family> =>
  new Map(
    [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gmu)].map(([, name = "", help = "", type = ""]) => {
      const lines = text.matchAll(new RegExp(`^${name}(?:_count)?(?:\\{(.*)\\})? (\\S+)$`, "gmu"))
      const samples = [...lines].map(([, labels = "", value]) => ({
        labels: Object.fromEntries(
          [...labels.matchAll(/(\w+)="([^"]*)"/gu)].map(([, label = "", of = ""]) => [label, of])
        ),
        value: Number(value)
      }))
      return [name, { type, help, samples }]
    })
  )
