/**
 * Measures the statements of the reads alone, like `pgbench -M prepared`: without server and HTTP. Prints requests per
 * second.
 */
import { type Facts, reads } from "./cases.ts"
import { statementOf } from "./peers/limit-statements.ts"
import { makePool } from "./peers/shared.ts"

const { connections, facts, seconds }: { connections: number; facts: Facts; seconds: number } = JSON.parse(
  process.argv[2] ?? ""
)
const pool = makePool()
const rates: Record<string, number> = {}
for (const { name, requests } of reads) {
  const statement = statementOf(new URL(requests(facts)().path, "http://statements"), 1)
  await pool.query(statement)
  const begun = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - begun < seconds * 1000) {
        await pool.query(statement)
        count++
      }
    })
  )
  rates[name] = count / ((performance.now() - begun) / 1000)
}
await pool.end()
console.log(JSON.stringify(rates))
