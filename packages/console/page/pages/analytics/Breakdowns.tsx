/** The numbers by campaign, or by the steps, accounts and links of one. */
import type { AnalyticsBySequence, Metrics } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { hrefOf } from "../../base/route.ts"
import { Figure, type FiguresOf, isOfLeads, percent, shareOf } from "../../kit/figures.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { type Column, SortedTable } from "../../kit/SortedTable.tsx"
import { Loaded } from "../../kit/States.tsx"
import type { Choice } from "./period.ts"
import { texts } from "./texts.ts"
import { hasVariants, Variants } from "./Variants.tsx"

const names = ["sent", "contacted", "unique_replied", "positive_replied", "bounced"] as const

/** The columns of numbers: what is counted, and the shares of those contacted. */
const columnsOf = <Row extends { readonly metrics: Metrics }>(
  of: (row: Row) => FiguresOf | undefined
): ReadonlyArray<Column<Row>> => {
  const count = (name: (typeof names)[number]): Column<Row> => ({
    name: texts.columns[name],
    isNumber: true,
    value: ({ metrics }) => metrics[name],
    cell: (row) => {
      const counted = of(row)
      const value = row.metrics[name]
      return counted === undefined || !isOfLeads(name) ? (
        number(value)
      ) : (
        <Figure metric={name} value={value} of={counted} />
      )
    }
  })
  const share = (
    name: "positive_replied" | "unique_replied",
    column: "positive_share" | "reply_share"
  ): Column<Row> => ({
    name: texts.columns[column],
    isNumber: true,
    value: ({ metrics }) => shareOf(metrics[name], metrics),
    cell: ({ metrics }) => {
      const share = shareOf(metrics[name], metrics)
      return share === null ? texts.none : percent(share)
    }
  })
  return [
    count("sent"),
    count("contacted"),
    count("unique_replied"),
    share("unique_replied", "reply_share"),
    count("positive_replied"),
    share("positive_replied", "positive_share"),
    count("bounced")
  ]
}

export const ByCampaign = ({ choice: { asked, query, timezone } }: { readonly choice: Choice }) => {
  const rows = useQuery({
    queryKey: ["analytics", "campaigns", asked],
    queryFn: ({ signal }) => api.overview.byCampaign({ ...asked, timezone }, { signal })
  })
  return (
    <>
      <h2>{texts.byCampaign}</h2>
      <Loaded query={rows}>
        {({ data, period }) => (
          <SortedTable
            label={texts.byCampaign}
            rows={data}
            keyOf={({ campaign_id }) => campaign_id}
            columns={[
              {
                name: texts.campaign,
                value: ({ campaign_name }) => campaign_name,
                cell: ({ campaign_id, campaign_name }) => (
                  <a href={hrefOf(["analytics"], { ...query, campaign: campaign_id })}>
                    <bdi>{campaign_name}</bdi>
                  </a>
                )
              },
              ...columnsOf<(typeof data)[number]>(({ campaign_id }) => ({ period, campaign: campaign_id }))
            ]}
          />
        )}
      </Loaded>
      <p class="meta">
        {texts.share} {texts.deleted}
      </p>
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
        {({ data, period }) => (
          <>
            <SortedTable
              label={texts.byStep}
              sortedBy="steps"
              rows={data}
              keyOf={({ sequence_id }) => sequence_id ?? 0}
              columns={[
                {
                  name: texts.step,
                  value: (row) => data.indexOf(row),
                  cell: (row) => <bdi>{nameOf(row, data)}</bdi>
                },
                ...columnsOf<Step>(({ sequence_id }) =>
                  sequence_id === null ? undefined : { period, campaign, step: sequence_id }
                )
              ]}
            />
            {hasVariants(data) && <Variants campaign={campaign} timezone={timezone} />}
          </>
        )}
      </Loaded>
      <h2>{texts.byAccount}</h2>
      <Loaded query={accounts}>
        {({ data, period }) => (
          <SortedTable
            label={texts.byAccount}
            sortedBy="accounts"
            rows={data}
            keyOf={({ account_id }) => account_id ?? 0}
            columns={[
              { name: texts.account, value: ({ email }) => email ?? texts.otherAccount },
              ...columnsOf<(typeof data)[number]>(({ account_id }) =>
                account_id === null ? undefined : { period, campaign, account: account_id }
              )
            ]}
          />
        )}
      </Loaded>
      {/* Few campaigns count clicks. */}
      <Loaded query={links}>
        {({ data, period: { end, start } }) =>
          data.length === 0 ? null : (
            <>
              <h2>{texts.byLink}</h2>
              <Table label={texts.byLink} columns={texts.linkColumns} numbers={[1, 2]}>
                {data.map(({ clicked, unique_clicked, url }) => (
                  <tr key={url}>
                    <td>{url}</td>
                    <td class="number">
                      <a
                        href={hrefOf(["campaigns", campaign, "activity"], {
                          type: "clicked",
                          link: url,
                          since: start ?? undefined,
                          until: end ?? undefined
                        })}
                      >
                        {number(clicked)}
                      </a>
                    </td>
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
