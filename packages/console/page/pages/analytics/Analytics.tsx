/** The page of analytics: the mails of a period, and the answers to them. */
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { go, hrefOf, type Query, useRoute } from "../../base/route.ts"
import { campaignsQuery } from "../../data/campaigns.ts"
import { Sheet } from "../../kit/Sheet.tsx"
import { Loaded, QueryFailed, Skeleton } from "../../kit/States.tsx"
import "./analytics.css"
import { ByCampaign, ByParts } from "./Breakdowns.tsx"
import { Charts, FigureTiles } from "./Figures.tsx"
import { type Choice, type Period, periodOf } from "./period.ts"
import { PeriodPicker } from "./PeriodPicker.tsx"
import { SideBySide } from "./SideBySide.tsx"
import { texts } from "./texts.ts"

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The campaigns that can be chosen. Until they are loaded, the chosen one has no name. */
const Choices = ({ chosen, list }: ChoicesProps) => (
  <>
    {list === undefined && chosen !== undefined && <option value={chosen}>…</option>}
    {list?.map(({ id, name }) => (
      <option value={id} key={id}>
        {name}
      </option>
    ))}
  </>
)

interface ChoicesProps {
  readonly list: ReadonlyArray<{ readonly id: string; readonly name: string }> | undefined
  readonly chosen: string | undefined
}

/** The totals of the period, and its events by interval. */
const useFigures = (campaign: string | undefined, period: Period) => {
  const choice: Choice = { ...period, timezone: zone, campaign }
  const asked = { ...period.asked, timezone: zone }
  const summary = useQuery({
    queryKey: ["analytics", "summary", choice],
    queryFn: async ({ signal }) =>
      campaign === undefined
        ? await api.overview.summary(asked, { signal })
        : await api.analytics.summary(campaign, asked, { signal })
  })
  const events = useQuery({
    queryKey: ["analytics", "events", choice],
    queryFn: async ({ signal }) => {
      const of = { ...asked, interval: period.interval }
      const { data } =
        campaign === undefined
          ? await api.overview.events(of, { signal })
          : await api.analytics.events(campaign, of, { signal })
      return data
    }
  })
  return { choice, summary, events }
}

/** The fields that choose a campaign, and another one to compare it with. */
const Campaigns = ({ campaign, list, other, period }: CampaignsProps) => {
  const show = (change: Query) => go(hrefOf(["analytics"], { ...period.query, ...change }))
  return (
    <>
      <select
        class="field"
        aria-label={texts.campaign}
        value={campaign ?? ""}
        onChange={({ currentTarget }) => show({ campaign: currentTarget.value })}
      >
        <option value="">{texts.allCampaigns}</option>
        <Choices list={list} chosen={campaign} />
      </select>
      {campaign !== undefined && (
        <select
          class="field"
          aria-label={texts.compareWith}
          value={other ?? ""}
          onChange={({ currentTarget }) => show({ campaign, with: currentTarget.value })}
        >
          <option value="">{texts.compareWith}</option>
          <Choices list={list?.filter(({ id }) => id !== campaign)} chosen={other} />
        </select>
      )}
    </>
  )
}

interface CampaignsProps {
  readonly campaign: string | undefined
  readonly other: string | undefined
  readonly list: ChoicesProps["list"]
  readonly period: Period
}

export const Analytics = () => {
  const { query } = useRoute()
  const period = periodOf(query)
  const campaign = query["campaign"] || undefined
  const other = campaign === undefined ? undefined : query["with"]
  const [highlight, setHighlight] = useState<number | undefined>()
  const campaigns = useQuery(campaignsQuery)
  const { choice, events, summary } = useFigures(campaign, period)
  const queries = [campaigns, summary, events]
  /** Why there is nothing to show: one message instead of one for each part. */
  const error = queries.every(({ data, error }) => data === undefined && error !== null)
    ? (summary.error ?? undefined)
    : undefined
  return (
    <Sheet
      title={texts.title}
      actions={
        <>
          <Campaigns campaign={campaign} other={other} list={campaigns.data} period={period} />
          <PeriodPicker period={period} of={{ campaign, with: other }} />
        </>
      }
    >
      {error === undefined ? (
        <>
          <QueryFailed query={campaigns} />
          <section class="sheet-section sheet-wide">
            <Loaded query={summary} skeleton={<Skeleton rows={2} height={64} />}>
              {({ metrics, period, rates }) => (
                <FigureTiles
                  metrics={metrics}
                  of={{ period, campaign }}
                  rates={rates}
                  series={events.data ?? []}
                  highlight={highlight}
                />
              )}
            </Loaded>
            <p class="meta">{texts.zone(zone)}</p>
          </section>
          {campaign !== undefined && other !== undefined && (
            <section class="sheet-section sheet-wide">
              <SideBySide campaigns={[campaign, other]} choice={choice} />
            </section>
          )}
          <section class="sheet-section sheet-wide">
            <Loaded query={events} skeleton={<Skeleton rows={3} height={72} />}>
              {(data) =>
                data.length === 0 ? (
                  <p class="meta">{texts.empty}</p>
                ) : (
                  <Charts
                    data={data}
                    interval={period.interval}
                    of={{ campaign, ...(summary.data && { period: summary.data.period }) }}
                    highlight={highlight}
                    onHighlight={setHighlight}
                  />
                )
              }
            </Loaded>
          </section>
          <section class="sheet-section sheet-wide">
            {campaign === undefined ? <ByCampaign choice={choice} /> : <ByParts campaign={campaign} choice={choice} />}
          </section>
        </>
      ) : (
        <QueryFailed query={{ error, refetch: () => queries.map(({ refetch }) => refetch()) }} />
      )}
    </Sheet>
  )
}
