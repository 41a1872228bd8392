/** The numbers of a campaign, what is sent next or why nothing is, and the accounts that send. */
import type { AnalyticsSummary, Upcoming, UpcomingAccount } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { dateAndTime, fullDate, number } from "../../base/format.ts"
import { hrefOf, type Query } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { accountsQuery, numbersQuery, upcomingQuery, type VersionedCampaign } from "../../data/campaigns.ts"
import { organizationQuery } from "../../data/organization.ts"
import { leadsOf, percent, shareOf } from "../../kit/figures.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Tiles } from "../../kit/Tiles.tsx"
import { Denied } from "../../kit/roles/Reserved.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { isConflict, useWrite } from "../../kit/useWrite.ts"
import { Tracking } from "./Tracking.tsx"
import { reasonText } from "../../kit/sending/reason.ts"
import { texts as sending } from "../../kit/sending/texts.ts"
import { texts } from "./texts.ts"
import "./campaigns.css"

const t = texts.numbers

/** The way of the leads to a positive answer. Each stage is a share of those contacted. */
const Funnel = ({
  campaign: { id, track_opens },
  leads,
  metrics
}: AnalyticsSummary & { readonly campaign: VersionedCampaign }) => {
  const organization = useQuery(organizationQuery).data
  const countsOpens = track_opens && organization?.public_url !== null
  const stages = [
    ["contacted", t.contacted],
    ...(metrics.unique_opened > 0 ? ([["unique_opened", t.opened]] as const) : []),
    ["unique_replied", t.replied],
    ["positive_replied", t.positive]
  ] as const
  const most = Math.max(1, leads.total, metrics.contacted)
  const rows = [
    { name: t.leads, value: leads.total, href: hrefOf(["leads"], { campaign: id }), share: null },
    ...stages.map(([metric, name]) => ({
      name,
      value: metrics[metric],
      href: leadsOf(metric, { campaign: id }),
      share: metric === "contacted" ? null : shareOf(metrics[metric], metrics)
    }))
  ]
  return (
    <section class="funnel" aria-label={t.funnel}>
      <h3>{t.funnel}</h3>
      <ol>
        {rows.map(({ href, name, share, value }) => (
          <li key={name}>
            <span>{name}</span>
            <span class="funnel-bar" aria-hidden="true">
              <span style={{ inlineSize: `${(100 * value) / most}%` }} />
            </span>
            <Count value={value} href={href} />
            <span class="meta">{share !== null && percent(share)}</span>
          </li>
        ))}
      </ol>
      {metrics.unique_opened > 0 && !countsOpens && <p class="meta">{t.openedElsewhere}</p>}
    </section>
  )
}

/** A number as a link to what it counts; 0 is plain text. */
const Count = ({ href, value }: { readonly value: number; readonly href: string }) =>
  value === 0 ? <>{number(0)}</> : <a href={href}>{number(value)}</a>

const Numbers = ({ campaign }: { readonly campaign: VersionedCampaign }) => {
  const { id } = campaign
  const numbers = useQuery(numbersQuery(id))
  const leadsWith = (query: Query) => hrefOf(["leads"], { campaign: id, ...query })
  return (
    <Loaded query={numbers}>
      {(summary) => {
        const { leads, metrics } = summary
        const share = shareOf(metrics.unique_replied, metrics)
        return (
          <div class="numbers">
            <Tiles
              large={{
                name: t.replied,
                figure: share === null ? texts.none : percent(share),
                note: (
                  <>
                    <Count value={metrics.unique_replied} href={leadsOf("unique_replied", { campaign: id })} />{" "}
                    {t.ofContacted(number(metrics.contacted))}
                  </>
                )
              }}
              tiles={[
                { name: t.leads, figure: <Count value={leads.total} href={leadsWith({})} /> },
                {
                  name: t.waiting,
                  figure: <Count value={leads.not_contacted} href={leadsWith({ status: "Not contacted" })} />
                },
                {
                  name: t.sent,
                  figure: <Count value={metrics.sent} href={hrefOf(["campaigns", id, "activity"], { type: "sent" })} />
                },
                {
                  name: t.positive,
                  figure: (
                    <Count value={metrics.positive_replied} href={leadsOf("positive_replied", { campaign: id })} />
                  )
                },
                {
                  name: t.bounced,
                  figure: <Count value={metrics.bounced} href={leadsOf("bounced", { campaign: id })} />
                },
                { name: t.stopped, figure: <Count value={leads.stopped} href={leadsWith({ stopped: "1" })} /> }
              ]}
            />
            <Funnel campaign={campaign} {...summary} />
          </div>
        )
      }}
    </Loaded>
  )
}

const AccountRow = ({
  account: { email, next, next_at, other_campaign, reason, remaining_today, waits_for },
  campaign,
  said
}: AccountRowProps) => {
  const ownReason = reason !== null && reason !== said && reasonText({ other_campaign, reason, waits_for })
  return (
    <tr>
      <td>{email}</td>
      <td>
        {next === null ? (
          ownReason || (reason === null ? texts.nothing : texts.none)
        ) : (
          <>
            <a href={hrefOf(["leads"], { campaign, lead: next.lead_id })}>
              {texts.toLead(next.email, number(next.position))}
            </a>{" "}
            {ownReason && <span class="meta">{ownReason}</span>}
          </>
        )}
      </td>
      <td title={next_at === null ? undefined : fullDate(next_at)}>
        {next_at === null ? texts.none : dateAndTime(next_at)}
      </td>
      <td class="number">{number(remaining_today)}</td>
    </tr>
  )
}

interface AccountRowProps {
  /** The id of the campaign. */
  readonly campaign: string
  readonly account: UpcomingAccount
  /** The reason of the campaign, which is over the table. */
  readonly said: Upcoming["reason"]
}

const Next = ({
  campaign,
  upcoming: { accounts, leads_moving, reason, scheduled, skipped, unknown, window }
}: NextProps) => (
  <>
    <p>
      {reason !== null
        ? sending.reasons[reason]
        : window.is_open
          ? texts.windowOpen
          : texts.opens(window.opens_at === null ? texts.none : dateAndTime(window.opens_at))}
    </p>
    {skipped > 0 && <p class="meta">{texts.skipped(number(skipped))}</p>}
    {unknown > 0 && (
      <p>
        <a href={hrefOf(["accounts", "unknown"])}>{texts.unknown(number(unknown))}</a>
      </p>
    )}
    {accounts.length > 0 && (
      <Table label={texts.upcoming} columns={texts.upcomingColumns} numbers={[3]}>
        {accounts.map((account) => (
          <AccountRow account={account} campaign={campaign} said={reason} key={account.account_id} />
        ))}
      </Table>
    )}
    {scheduled.length > 0 && (
      <Table label={texts.scheduled} columns={texts.scheduledColumns}>
        {scheduled.map(({ at, send_id, subject, thread_id, to_email }) => (
          <tr key={send_id}>
            <td>
              <a href={hrefOf(["inbox", "replies", thread_id])}>{to_email}</a>
            </td>
            <td dir="auto">{subject}</td>
            <td title={fullDate(at)}>{dateAndTime(at)}</td>
          </tr>
        ))}
      </Table>
    )}
    {leads_moving.length > 0 && (
      <Table label={texts.leadsMoving} columns={texts.leadsMovingColumns}>
        {leads_moving.map(({ at, campaign_id, email, lead_id, name }) => (
          <tr key={lead_id}>
            <td>
              <a href={hrefOf(["leads"], { campaign, lead: lead_id })}>{email}</a>
            </td>
            <td>
              <a href={hrefOf(["campaigns", campaign_id])}>
                <bdi>{name}</bdi>
              </a>
            </td>
            <td title={fullDate(at)}>{dateAndTime(at)}</td>
          </tr>
        ))}
      </Table>
    )}
  </>
)

interface NextProps {
  /** The id of the campaign. */
  readonly campaign: string
  readonly upcoming: Upcoming
}

const Accounts = ({ campaign }: { readonly campaign: VersionedCampaign }) => {
  const canWrite = useCanWrite()
  const accounts = useQuery(accountsQuery)
  // Until somebody chooses, the stored accounts are chosen.
  const [choice, setChoice] = useState<ReadonlySet<number>>()
  const stored = new Set(campaign.account_ids)
  const chosen = choice ?? stored
  const { error, isBusy, run } = useWrite("campaigns")
  const hasConflict = isConflict(error)
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChoice(next)
  }
  const save = () =>
    run(
      () => api.campaigns.update(campaign.id, { account_ids: [...chosen] }, { ifMatch: campaign.etag }),
      () => {
        // Keeps what was chosen meanwhile.
        setChoice((now) => (now === choice ? undefined : now))
        toast(texts.saved)
      }
    )
  return (
    <Loaded query={accounts}>
      {(data) => (
        <>
          {data.length === 0 && (
            <p class="meta">
              {texts.noAccounts} <a href={hrefOf(["accounts"])}>{texts.addAccount}</a>
            </p>
          )}
          {data.length > 0 && <Denied role="member" />}
          <ul class="checks">
            {data.map(({ email, id }) => (
              <li key={id}>
                <label>
                  <input type="checkbox" checked={chosen.has(id)} disabled={!canWrite} onChange={() => toggle(id)} />{" "}
                  {email}
                </label>
                {hasConflict && chosen.has(id) !== stored.has(id) && (
                  <span class="text-bad"> {stored.has(id) ? texts.storedChosen : texts.storedNotChosen}</span>
                )}
              </li>
            ))}
          </ul>
          {canWrite && data.length > 0 && (
            <div class="row-actions">
              <button type="button" class="button" disabled={isBusy} onClick={save}>
                {texts.saveAccounts}
              </button>
            </div>
          )}
          {hasConflict && <p class="text-bad">{texts.conflict}</p>}
          {error !== undefined && <Failed error={error} />}
        </>
      )}
    </Loaded>
  )
}

/** Moves to a part of the overview, as soon as that is on the page. */
const show = (selector: string) => (): void => {
  const look = (left: number) => {
    const section = document.querySelector<HTMLElement>(selector)
    if (section === null) {
      if (left > 0) requestAnimationFrame(() => look(left - 1))
      return
    }
    section.scrollIntoView({ block: "nearest" })
    section.focus({ preventScroll: true })
  }
  look(60)
}

export const showAccounts = show("#campaign-accounts")
export const showTracking = show("#campaign-tracking")

export const Overview = ({ campaign }: { readonly campaign: VersionedCampaign }) => {
  const upcoming = useQuery(upcomingQuery(campaign.id))
  return (
    <>
      <section class="sheet-section sheet-wide">
        {campaign.status_reason === "bounces" && <p class="text-bad">{texts.byBounces}</p>}
        {campaign.status_reason === "moved" && <p class="text-bad">{texts.byMove}</p>}
        <Numbers campaign={campaign} />
      </section>
      <section class="sheet-section sheet-wide">
        <h2>{texts.upcoming}</h2>
        <Loaded query={upcoming}>{(upcoming) => <Next campaign={campaign.id} upcoming={upcoming} />}</Loaded>
      </section>
      <div class="sheet-pair">
        <section class="sheet-section" id="campaign-accounts" tabIndex={-1} aria-label={texts.accounts}>
          <h2>{texts.accounts}</h2>
          <Accounts campaign={campaign} />
        </section>
        <section class="sheet-section" id="campaign-tracking" tabIndex={-1} aria-label={texts.tracking.title}>
          <h2>{texts.tracking.title}</h2>
          <Tracking campaign={campaign} />
        </section>
      </div>
    </>
  )
}
