/** The page of analytics: the mails of a period, and the answers to them. */
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { campaignsQuery } from "../../data/campaigns.ts"
import { Sheet } from "../../kit/Sheet.tsx"
import { Loaded, QueryFailed, Skeleton } from "../../kit/States.tsx"
import "./analytics.css"
import { ByCampaign, ByParts } from "./Breakdowns.tsx"
import { Charts, FigureTiles } from "./Figures.tsx"
import { type Choice, periodOf } from "./period.ts"
import { PeriodPicker } from "./PeriodPicker.tsx"
import { SideBySide } from "./SideBySide.tsx"
import { texts } from "./texts.ts"

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const Analytics = () => {
  const { query } = useRoute()
  const period = periodOf(query)
  const campaign = query["campaign"] || undefined
  const other = campaign === undefined ? undefined : query["with"]
  const choice: Choice = { ...period, timezone: zone, campaign }
  const asked = { ...period.asked, timezone: zone }
  const [highlight, setHighlight] = useState<number | undefined>()
  const campaigns = useQuery(campaignsQuery)
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
  return (
    <Sheet
      title={texts.title}
      actions={
        <>
          <select
            class="field"
            aria-label={texts.campaign}
            value={campaign ?? ""}
            onChange={({ currentTarget }) =>
              go(hrefOf(["analytics"], { ...period.query, campaign: currentTarget.value }))
            }
          >
            <option value="">{texts.allCampaigns}</option>
            {campaigns.data?.map(({ id, name }) => (
              <option value={id} key={id}>
                {name}
              </option>
            ))}
          </select>
          {campaign !== undefined && (
            <select
              class="field"
              aria-label={texts.compareWith}
              value={other ?? ""}
              onChange={({ currentTarget }) =>
                go(hrefOf(["analytics"], { ...period.query, campaign, with: currentTarget.value }))
              }
            >
              <option value="">{texts.compareWith}</option>
              {campaigns.data
                ?.filter(({ id }) => id !== campaign)
                .map(({ id, name }) => (
                  <option value={id} key={id}>
                    {name}
                  </option>
                ))}
            </select>
          )}
          <PeriodPicker period={period} of={{ campaign, with: other }} />
        </>
      }
    >
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
    </Sheet>
  )
}
