/** Two campaigns side by side, in the same period. */
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { Figure, isOfLeads, percent, shareOf } from "../../kit/figures.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Loaded } from "../../kit/States.tsx"
import type { Choice } from "./period.ts"
import { texts } from "./texts.ts"

const names = ["sent", "contacted", "unique_replied", "positive_replied", "bounced", "unsubscribed"] as const

export const SideBySide = ({ campaigns, choice: { asked, timezone } }: SideBySideProps) => {
  const found = useQuery({
    queryKey: ["analytics", "pair", campaigns, asked],
    queryFn: ({ signal }) => api.overview.byCampaign({ ...asked, timezone, campaign_ids: [...campaigns] }, { signal })
  })
  return (
    <>
      <h2>{texts.sideBySide}</h2>
      <Loaded query={found}>
        {({ data, period }) => {
          const shown = campaigns.flatMap((id) => data.find(({ campaign_id }) => campaign_id === id) ?? [])
          return (
            <Table
              label={texts.sideBySide}
              columns={["", ...shown.map(({ campaign_name }) => campaign_name)]}
              numbers={[1, 2]}
            >
              {names.map((name) => (
                <tr key={name}>
                  <td>{texts.metrics[name]}</td>
                  {shown.map(({ campaign_id, metrics }) => {
                    const share = name === "sent" || name === "contacted" ? null : shareOf(metrics[name], metrics)
                    return (
                      <td class="number" key={campaign_id}>
                        {isOfLeads(name) ? (
                          <Figure metric={name} value={metrics[name]} of={{ period, campaign: campaign_id }} />
                        ) : (
                          number(metrics[name])
                        )}
                        {share !== null && <span class="meta pair-share"> {percent(share)}</span>}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </Table>
          )
        }}
      </Loaded>
      <p class="meta">{texts.share}</p>
    </>
  )
}

interface SideBySideProps {
  /** The ids of the two campaigns. */
  readonly campaigns: readonly [string, string]
  readonly choice: Choice
}
