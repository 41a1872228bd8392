/** The mails of the next seven days, by day, campaign and account, and which leads get nothing. */
import type { Outlook } from "@mailroom/client"
import { keepPreviousData, useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { bucketDate, dateAndTime, fullDate, language, number } from "../../base/format.ts"
import { hrefOf, useRoute } from "../../base/route.ts"
import { BarChart } from "../../kit/BarChart.tsx"
import { Tabs } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { reasonText } from "../../kit/sending/reason.ts"
import { texts as sending } from "../../kit/sending/texts.ts"
import { Empty, Loaded, Skeleton } from "../../kit/States.tsx"
import { texts } from "./texts.ts"
import "./upcoming.css"

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

type Day = Outlook["days"][number]
type Reason = Outlook["accounts"][number]["reason"]

const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" })
const nameOf = (date: string, index: number): string =>
  texts.near[index] ?? `${weekday.format(new Date(`${date}T00:00:00Z`))} ${bucketDate(date)}`

/** The filters of the listed mails: a day, a campaign, an account. */
interface Listed {
  readonly day?: string | undefined
  readonly campaign?: string | undefined
  readonly account?: number | undefined
}

const pathOf = (listed: Listed): string => hrefOf(["upcoming"], { ...listed })

/** The number of a row on a day, as a link to its mails, with a bar as long as its share of the greatest one. */
const Amount = ({ href, most, value }: { readonly value: number; readonly most: number; readonly href: string }) => (
  <td class={value === 0 ? "number upcoming-none" : "number"}>
    {value === 0 ? number(0) : <a href={href}>{number(value)}</a>}
    <svg class="upcoming-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width={most === 0 ? 0 : (value / most) * 100} height={4} rx={2} />
    </svg>
  </td>
)

/** The mails of each row on each day. */
const ByPart = ({ amount, days, label, rows }: ByPartProps) => {
  const amounts = rows.map(({ id }) => days.map((day) => amount(day, id)))
  const most = Math.max(0, ...amounts.flat())
  return (
    <>
      <h2>{label}</h2>
      <Table
        label={label}
        columns={[texts.name, ...days.map(({ date }, i) => nameOf(date, i))]}
        numbers={days.map((_, i) => i + 1)}
      >
        {rows.map(({ href, id, listed, name, note, reason }, row) => (
          <tr key={id}>
            <td>
              <a href={href}>
                <bdi>{name}</bdi>
              </a>
              {reason !== null && <div class="meta">{sending.reasons[reason]}</div>}
              {note !== undefined && <div class="meta">{note}</div>}
            </td>
            {days.map(({ date }, i) => (
              <Amount value={amounts[row]?.[i] ?? 0} most={most} href={pathOf({ ...listed, day: date })} key={date} />
            ))}
          </tr>
        ))}
      </Table>
    </>
  )
}

interface ByPartProps {
  readonly label: string
  readonly days: ReadonlyArray<Day>
  readonly amount: (day: Day, id: number | string) => number
  readonly rows: ReadonlyArray<{
    readonly id: number | string
    readonly name: string
    readonly href: string
    readonly listed: Listed
    readonly reason: Reason
    readonly note?: string | undefined
  }>
}

interface Names {
  readonly campaign: (id: string) => string
  readonly account: (id: number | null) => string
}

const namesOf = ({ accounts, campaigns }: Outlook): Names => ({
  campaign: (id) => campaigns.find(({ campaign_id }) => campaign_id === id)?.name ?? "",
  account: (id) => accounts.find(({ account_id }) => account_id === id)?.email ?? texts.anyAccount
})

const Lead = ({
  campaign_id,
  email,
  lead_id
}: {
  readonly campaign_id: string
  readonly email: string | null
  readonly lead_id: number
}) =>
  email === null ? (
    <>{sending.reasons.lead_missing}</>
  ) : (
    <a href={hrefOf(["leads"], { campaign: campaign_id, lead: lead_id })}>{email}</a>
  )

const Lists = ({ outlook, names }: { readonly outlook: Outlook; readonly names: Names }) => (
  <>
    <section class="sheet-section sheet-wide upcoming-list">
      <h2>{texts.mails}</h2>
      {outlook.mails.length === 0 ? (
        <p class="meta">{texts.none}</p>
      ) : (
        <Table label={texts.mails} columns={texts.mailColumns} numbers={[2]}>
          {outlook.mails.map(({ account_id, at, campaign_id, email, lead_id, position }) => (
            <tr key={`${lead_id} ${position}`}>
              <td title={fullDate(at)}>{dateAndTime(at)}</td>
              <td>
                <Lead campaign_id={campaign_id} email={email} lead_id={lead_id} />
              </td>
              <td class="number">{number(position)}</td>
              <td>
                <bdi>{names.campaign(campaign_id)}</bdi>
              </td>
              <td>{names.account(account_id)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
    {outlook.scheduled.length > 0 && (
      <section class="sheet-section sheet-wide upcoming-list">
        <h2>{texts.scheduled}</h2>
        <Table label={texts.scheduled} columns={texts.scheduledColumns}>
          {outlook.scheduled.map(({ account_id, at, send_id, subject, thread_id, to_email }) => (
            <tr key={send_id}>
              <td title={fullDate(at)}>{dateAndTime(at)}</td>
              <td>
                <a href={hrefOf(["inbox", "replies", thread_id])}>{to_email}</a>
              </td>
              <td dir="auto">{subject}</td>
              <td>{names.account(account_id)}</td>
            </tr>
          ))}
        </Table>
      </section>
    )}
    <section class="sheet-section sheet-wide upcoming-list">
      <h2>{texts.held}</h2>
      {outlook.held.length === 0 ? (
        <p class="meta">{texts.noneHeld}</p>
      ) : (
        <Table label={texts.held} columns={texts.heldColumns}>
          {outlook.held.map(({ account_id, campaign_id, due_at, email, lead_id, ...about }) => (
            <tr key={lead_id}>
              <td title={fullDate(due_at)}>{dateAndTime(due_at)}</td>
              <td>
                <Lead campaign_id={campaign_id} email={email} lead_id={lead_id} />
              </td>
              <td>{reasonText(about)}</td>
              <td>
                <bdi>{names.campaign(campaign_id)}</bdi>
              </td>
              <td>{names.account(account_id)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  </>
)

/** The campaign or the account whose mails are listed, and the way back to all. */
const Chosen = ({ listed: { account, campaign, day }, names }: { readonly listed: Listed; readonly names: Names }) => (
  <section class="sheet-section sheet-wide">
    <div class="row-actions">
      <h2 dir="auto">{campaign === undefined ? names.account(account ?? null) : names.campaign(campaign)}</h2>
      <a class="button" href={pathOf({ day })}>
        {texts.showAll}
      </a>
    </div>
  </section>
)

const Content = ({ listed, outlook }: { readonly outlook: Outlook; readonly listed: Listed }) => {
  const { accounts, accounts_left_out, campaigns, complete_until, days, scheduled } = outlook
  const [pointed, setPointed] = useState<number | undefined>()
  const index = days.findIndex(({ date }) => date === listed.day)
  const names = namesOf(outlook)
  if (campaigns.length === 0 && scheduled.length === 0) {
    return (
      <Empty title={texts.empty}>
        <p>{accounts.length === 0 ? texts.noAccounts : texts.noCampaigns}</p>
        <a class="button button-solid" href={hrefOf([accounts.length === 0 ? "accounts" : "campaigns"])}>
          {accounts.length === 0 ? texts.toAccounts : texts.toCampaigns}
        </a>
      </Empty>
    )
  }
  return (
    <>
      <section class="sheet-section sheet-wide">
        <div class="upcoming-chart">
          <BarChart
            title={texts.perDay}
            tone="main"
            bars={days.map(({ date, mails }, i) => ({ label: nameOf(date, i), value: mails }))}
            highlight={pointed ?? (index === -1 ? undefined : index)}
            onHighlight={setPointed}
          />
        </div>
        <p class="meta">{texts.help}</p>
        {complete_until !== null && <p>{texts.complete(fullDate(complete_until))}</p>}
        {accounts_left_out > 0 && <p>{texts.leftOut(accounts_left_out)}</p>}
      </section>
      {listed.campaign === undefined && listed.account === undefined ? (
        <Parts outlook={outlook} />
      ) : (
        <Chosen listed={listed} names={names} />
      )}
      <Lists outlook={outlook} names={names} />
    </>
  )
}

/** The mails of each day, by campaign and by account. */
const Parts = ({ outlook: { accounts, campaigns, days } }: { readonly outlook: Outlook }) => (
  <>
    <section class="sheet-section sheet-wide">
      <ByPart
        label={texts.byCampaign}
        days={days}
        amount={(day, id) => day.campaigns.find(({ campaign_id }) => campaign_id === id)?.mails ?? 0}
        rows={campaigns.map(({ campaign_id, name, reason, skipped }) => ({
          id: campaign_id,
          name,
          href: hrefOf(["campaigns", campaign_id]),
          listed: { campaign: campaign_id },
          reason,
          note: skipped === 0 ? undefined : texts.skipped(skipped)
        }))}
      />
    </section>
    <section class="sheet-section sheet-wide">
      <ByPart
        label={texts.byAccount}
        days={days}
        amount={(day, id) => day.accounts.find(({ account_id }) => account_id === id)?.mails ?? 0}
        rows={accounts.map(({ account_id, email, reason }) => ({
          id: account_id,
          name: email,
          href: hrefOf(["accounts", account_id]),
          listed: { account: account_id },
          reason
        }))}
      />
    </section>
  </>
)

export const Upcoming = () => {
  const { account: id, campaign, day } = useRoute().query
  const account = Number(id) || undefined
  const listed: Listed = { day, campaign, account }
  const outlook = useQuery({
    queryKey: ["upcoming", listed],
    queryFn: ({ signal }) =>
      api.sending.outlook(
        {
          timezone,
          ...(day !== undefined && { day }),
          ...(campaign !== undefined && { campaign_id: campaign }),
          ...(account !== undefined && { account_id: account })
        },
        { signal }
      ),
    placeholderData: keepPreviousData
  })
  const { data } = outlook
  return (
    <Sheet
      title={texts.title}
      tabs={
        <Tabs
          label={texts.days}
          tabs={[
            { href: pathOf({ ...listed, day: undefined }), text: texts.allDays, isCurrent: day === undefined },
            ...(data?.days ?? []).map(({ date }, i) => ({
              href: pathOf({ ...listed, day: date }),
              text: nameOf(date, i),
              isCurrent: date === day
            }))
          ]}
        />
      }
    >
      <Loaded query={outlook} skeleton={<Skeleton rows={6} height={48} />}>
        {(found) => <Content outlook={found} listed={listed} />}
      </Loaded>
    </Sheet>
  )
}
