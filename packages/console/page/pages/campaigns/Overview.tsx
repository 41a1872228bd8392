/** The numbers of a campaign, what is sent next or why nothing is, and the accounts that send. */
import type { Upcoming, UpcomingAccount } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { dateAndTime, fullDate, number } from "../../base/format.ts"
import { hrefOf } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { accountsQuery, numbersQuery, upcomingQuery, type VersionedCampaign } from "../../data/campaigns.ts"
import { leadsOf, percent, shareOf } from "../../kit/figures.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { isConflict, useWrite } from "../../kit/useWrite.ts"
import { Tracking } from "./Tracking.tsx"
import { reasonText } from "../../kit/sending/reason.ts"
import { texts as sending } from "../../kit/sending/texts.ts"
import { texts } from "./texts.ts"

const Numbers = ({ id }: { readonly id: string }) => {
  const numbers = useQuery(numbersQuery(id))
  return (
    <Loaded query={numbers}>
      {({ leads, metrics }) => (
        <dl class="tiles">
          {(
            [
              [texts.numbers.leads, leads.total, hrefOf(["leads"], { campaign: id })],
              [
                texts.numbers.waiting,
                leads.not_contacted,
                hrefOf(["leads"], { campaign: id, status: "Not contacted" })
              ],
              [texts.numbers.sent, metrics.sent, undefined],
              [
                texts.numbers.replied,
                metrics.unique_replied,
                leadsOf("unique_replied", { campaign: id }),
                shareOf(metrics.unique_replied, metrics)
              ],
              [texts.numbers.bounced, metrics.bounced, leadsOf("bounced", { campaign: id })],
              [texts.numbers.stopped, leads.stopped, hrefOf(["leads"], { campaign: id, stopped: "1" })]
            ] as const
          ).map(([name, value, href, share = null]) => (
            <div class="tile" key={name}>
              <dt>{name}</dt>
              <dd>{href === undefined || value === 0 ? number(value) : <a href={href}>{number(value)}</a>}</dd>
              {share !== null && <dd class="meta tile-rate">{texts.numbers.ofContacted(percent(share))}</dd>}
            </div>
          ))}
        </dl>
      )}
    </Loaded>
  )
}

const AccountRow = ({
  account: { email, next, next_at, other_campaign, reason, remaining_today },
  campaign
}: AccountRowProps) => (
  <tr>
    <td>{email}</td>
    <td>
      {next !== null && (
        <a href={hrefOf(["leads"], { campaign, lead: next.lead_id })}>
          {texts.toLead(next.email, number(next.position))}
        </a>
      )}{" "}
      {(reason !== null || next === null) && (
        <span class={next === null ? undefined : "meta"}>
          {reason === null ? texts.nothing : reasonText(reason, other_campaign)}
        </span>
      )}
    </td>
    <td>{next_at === null ? texts.none : fullDate(next_at)}</td>
    <td class="number">{number(remaining_today)}</td>
  </tr>
)

interface AccountRowProps {
  /** The id of the campaign. */
  readonly campaign: string
  readonly account: UpcomingAccount
}

const Next = ({ campaign, upcoming: { accounts, reason, skipped, unknown, window } }: NextProps) => (
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
          <AccountRow account={account} campaign={campaign} key={account.account_id} />
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

/** Moves to the choice of accounts, if it is on the page: the link to it leads to the same page then. */
export const showAccounts = (): void => {
  const section = document.querySelector<HTMLElement>("#campaign-accounts")
  section?.scrollIntoView({ block: "nearest" })
  section?.focus({ preventScroll: true })
}

export const Overview = ({ campaign }: { readonly campaign: VersionedCampaign }) => {
  const upcoming = useQuery(upcomingQuery(campaign.id))
  return (
    <>
      <section class="sheet-section sheet-wide">
        {campaign.status_reason === "bounces" && <p class="text-bad">{texts.byBounces}</p>}
        {campaign.status_reason === "moved" && <p class="text-bad">{texts.byMove}</p>}
        <Numbers id={campaign.id} />
      </section>
      <section class="sheet-section sheet-wide">
        <h2>{texts.upcoming}</h2>
        <Loaded query={upcoming}>{(upcoming) => <Next campaign={campaign.id} upcoming={upcoming} />}</Loaded>
      </section>
      <section class="sheet-section" id="campaign-accounts" tabIndex={-1} aria-label={texts.accounts}>
        <h2>{texts.accounts}</h2>
        <Accounts campaign={campaign} />
      </section>
      <section class="sheet-section">
        <h2>{texts.tracking.title}</h2>
        <Tracking campaign={campaign} />
      </section>
    </>
  )
}
