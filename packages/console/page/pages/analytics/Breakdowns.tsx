/** The numbers by campaign, or by the steps, accounts and links of one. */
import type { AnalyticsBySequence, Metrics } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { hrefOf } from "../../base/route.ts"
import { Table } from "../../kit/Sheet.tsx"
import { Loaded } from "../../kit/States.tsx"
import type { Choice } from "./period.ts"
import { texts } from "./texts.ts"
import { hasVariants, Variants } from "./Variants.tsx"

const Cells = ({ metrics, names }: { readonly metrics: Metrics; readonly names: ReadonlyArray<keyof Metrics> }) => (
  <>
    {names.map((name) => (
      <td class="number" key={name}>
        {number(metrics[name])}
      </td>
    ))}
  </>
)

const ofCampaign = ["sent", "contacted", "unique_replied", "positive_replied", "bounced"] as const
const ofPart = ["sent", "unique_replied", "positive_replied", "bounced"] as const

export const ByCampaign = ({ choice: { asked, query, timezone } }: { readonly choice: Choice }) => {
  const rows = useQuery({
    queryKey: ["analytics", "campaigns", asked],
    queryFn: ({ signal }) => api.overview.byCampaign({ ...asked, timezone }, { signal })
  })
  return (
    <>
      <h2>{texts.byCampaign}</h2>
      <Loaded query={rows}>
        {({ data }) => (
          <Table label={texts.byCampaign} columns={texts.campaignColumns} numbers={[1, 2, 3, 4, 5]}>
            {data.map(({ campaign_id, campaign_name, metrics }) => (
              <tr key={campaign_id}>
                <td>
                  <a href={hrefOf(["analytics"], { ...query, campaign: campaign_id })}>{campaign_name}</a>
                </td>
                <Cells metrics={metrics} names={ofCampaign} />
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </>
  )
}

type Step = AnalyticsBySequence["data"][number]

/** The position of a step and its subject; the letter of the variant, too, if there are several. */
const nameOf = ({ position, subject, variant }: Step, rows: ReadonlyArray<Step>): string => {
  if (position === null) return texts.otherStep
  const isOnly = rows.filter((row) => row.position === position).length === 1
  return [number(position), isOnly ? null : variant, subject ?? ""].filter((part) => part !== null).join(" ")
}

interface ByPartsProps {
  readonly campaign: string
  readonly choice: Choice
}

export const ByParts = ({ campaign, choice: { asked, timezone } }: ByPartsProps) => {
  const steps = useQuery({
    queryKey: ["analytics", "steps", campaign, asked],
    queryFn: ({ signal }) => api.analytics.bySequence(campaign, { ...asked, timezone }, { signal })
  })
  const accounts = useQuery({
    queryKey: ["analytics", "accounts", campaign, asked],
    queryFn: ({ signal }) => api.analytics.byAccount(campaign, { ...asked, timezone }, { signal })
  })
  const links = useQuery({
    queryKey: ["analytics", "links", campaign, asked],
    queryFn: ({ signal }) => api.analytics.byLink(campaign, { ...asked, timezone }, { signal })
  })
  return (
    <>
      <h2>{texts.byStep}</h2>
      <Loaded query={steps}>
        {({ data }) => (
          <>
            <Table label={texts.byStep} columns={texts.stepColumns} numbers={[1, 2, 3, 4]}>
              {data.map((row) => (
                <tr key={row.sequence_id}>
                  <td>{nameOf(row, data)}</td>
                  <Cells metrics={row.metrics} names={ofPart} />
                </tr>
              ))}
            </Table>
            {hasVariants(data) && <Variants campaign={campaign} timezone={timezone} />}
          </>
        )}
      </Loaded>
      <h2>{texts.byAccount}</h2>
      <Loaded query={accounts}>
        {({ data }) => (
          <Table label={texts.byAccount} columns={texts.accountColumns} numbers={[1, 2, 3, 4]}>
            {data.map(({ account_id, email, metrics }) => (
              <tr key={account_id}>
                <td>{email ?? texts.otherAccount}</td>
                <Cells metrics={metrics} names={ofPart} />
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
      {/* Few campaigns count clicks. */}
      <Loaded query={links}>
        {({ data }) =>
          data.length === 0 ? null : (
            <>
              <h2>{texts.byLink}</h2>
              <Table label={texts.byLink} columns={texts.linkColumns} numbers={[1, 2]}>
                {data.map(({ clicked, unique_clicked, url }) => (
                  <tr key={url}>
                    <td>{url}</td>
                    <td class="number">{number(clicked)}</td>
                    <td class="number">{number(unique_clicked)}</td>
                  </tr>
                ))}
              </Table>
            </>
          )
        }
      </Loaded>
    </>
  )
}
