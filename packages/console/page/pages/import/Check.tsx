/** Says before an import what would become of the lines. */
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { QueryFailed } from "../../kit/States.tsx"
import { foresee, type Foreseen } from "./check.ts"
import type { OptOutOf } from "./optedOut.ts"
import type { Item } from "./run.ts"
import { texts } from "./texts.ts"

export const Check = ({ campaign_id, items, name, optOutOf }: CheckProps) => {
  const check = useQuery({
    queryKey: ["import", campaign_id, name],
    queryFn: ({ signal }) => foresee({ campaign_id, create: api.leads.create, items, optOutOf }, signal),
    staleTime: 0,
    gcTime: 0
  })
  if (check.data === undefined) {
    return check.isError ? <QueryFailed query={check} /> : <p role="status">{texts.checking}</p>
  }
  const { data } = check
  return (
    <ul class="checks" aria-label={texts.foreseen}>
      {(Object.entries(texts.foreseenOf) as ReadonlyArray<[keyof Foreseen, string]>).map(([key, label]) => (
        <li key={key}>{`${label}: ${number(data[key])}`}</li>
      ))}
    </ul>
  )
}

interface CheckProps {
  readonly campaign_id: string
  readonly items: ReadonlyArray<Item>
  /** Names what is checked: the file, its columns and the answers about them. */
  readonly name: string
  readonly optOutOf: OptOutOf
}
