/** Parts of the report. */

export const number = (value: number | undefined) =>
  value === undefined ? "–" : value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3)

export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  [head, head.map((_, i) => (i === 0 ? "---" : "--:")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")
