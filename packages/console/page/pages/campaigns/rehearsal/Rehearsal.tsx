/** The rehearsal of a campaign: its calendar for the weeks ahead, and what to look at before the start. */
import type { Rehearsal as Found, RehearsalInput, RehearsalWarning as Warning } from "@mailroom/client"
import { keepPreviousData, useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../../base/api.ts"
import { bucketDate, fullDate, number } from "../../../base/format.ts"
import { hrefOf } from "../../../base/route.ts"
import { useSession } from "../../../base/session.ts"
import { texts as app } from "../../../base/texts.ts"
import { accountsQuery } from "../../../data/campaigns.ts"
import { BarChart } from "../../../kit/BarChart.tsx"
import { Table } from "../../../kit/Sheet.tsx"
import { Loaded, QueryFailed, Skeleton } from "../../../kit/States.tsx"
import { texts as sending } from "../../../kit/sending/texts.ts"
import { texts } from "./texts.ts"
import "./rehearsal.css"

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

type Assumed = Required<Pick<RehearsalInput, "bounce_rate" | "reply_rate" | "weeks">>

const fields = [
  { name: "reply_rate", label: texts.replyRate, max: 100, min: 0 },
  { name: "bounce_rate", label: texts.bounceRate, max: 100, min: 0 },
  { name: "weeks", label: texts.weeks, max: 26, min: 1 }
] as const

/** The questions about the recipients. The rehearsal begins again when they are answered. */
const Form = ({ assumed, isBusy, onRun }: FormProps) => {
  const [typed, setTyped] = useState<Assumed>(assumed)
  return (
    <form
      class="rehearsal-form"
      onSubmit={(event) => {
        event.preventDefault()
        onRun(typed)
      }}
    >
      {fields.map(({ label, max, min, name }) => (
        <label class="labelled" key={name}>
          {label}
          <input
            class="field"
            type="number"
            name={name}
            min={min}
            max={max}
            step={name === "weeks" ? 1 : "any"}
            required
            value={typed[name]}
            onInput={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.valueAsNumber })}
          />
        </label>
      ))}
      <button type="submit" class="button button-solid" disabled={isBusy}>
        {texts.run}
      </button>
    </form>
  )
}

interface FormProps {
  readonly assumed: Assumed
  readonly isBusy: boolean
  readonly onRun: (assumed: Assumed) => void
}

/** A warning in the language of the reader. The text of the server is English: in other languages it is folded. */
const Explained = ({ warning: { count, kind, message, reason } }: { readonly warning: Warning }) => {
  const text = texts.explain(message, kind, count ?? 0, reason === null ? "" : sending.reasons[reason])
  return (
    <div class="meta">
      {text}
      {text !== message && (
        <details>
          <summary>{app.details}</summary>
          <p>{message}</p>
        </details>
      )}
    </div>
  )
}

/** A link to an account, by its address once that is known. */
const AccountLink = ({ id }: { readonly id: number }) => {
  const found = useQuery(accountsQuery).data?.find((account) => account.id === id)
  return <a href={hrefOf(["accounts", id])}>{found?.email ?? number(id)}</a>
}

const Warnings = ({ warnings }: Pick<Found, "warnings">) => (
  <section class="sheet-section sheet-wide">
    <h2>{texts.warnings}</h2>
    {warnings.length === 0 ? (
      <p class="meta">{texts.fine}</p>
    ) : (
      <ul>
        {warnings.map((warning) => (
          <li key={warning.message}>
            <b>{texts.kinds[warning.kind]}</b>
            {warning.date !== null && ` ${texts.from(bucketDate(warning.date))}`}
            {warning.account_id !== null && (
              <>
                {" "}
                <AccountLink id={warning.account_id} />
              </>
            )}
            <Explained warning={warning} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** The mails of each account over all days. */
const ByAccount = ({ days }: Pick<Found, "days">) => {
  const parts = [
    ...Map.groupBy(
      days.flatMap((day) => day.accounts),
      ({ account_id }) => account_id
    )
  ]
  const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)
  return (
    <section class="sheet-section sheet-wide">
      <h2>{texts.byAccount}</h2>
      <Table label={texts.byAccount} columns={texts.accountColumns} numbers={[1, 2, 3]}>
        {parts.map(([id, of]) => (
          <tr key={id}>
            <td>
              <AccountLink id={id} />
            </td>
            <td class="number">{number(sum(of.map(({ mails }) => mails)))}</td>
            <td class="number">{number(sum(of.map(({ other_mails }) => other_mails)))}</td>
            <td class="number">{number(of.filter(({ is_full }) => is_full).length)}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

const Calendar = ({ days }: Pick<Found, "days">) => (
  <section class="sheet-section sheet-wide">
    <h2>{texts.calendar}</h2>
    <Table label={texts.calendar} columns={texts.columns} numbers={[1, 2, 3, 4, 5]}>
      {days
        .filter(({ bounces, mails, replies }) => mails + replies + bounces > 0)
        .map(({ bounces, date, first_mails, mails, replies, waiting }) => (
          <tr key={date}>
            <td>{bucketDate(date)}</td>
            <td class="number">{number(mails)}</td>
            <td class="number">{number(first_mails)}</td>
            <td class="number">{number(replies)}</td>
            <td class="number">{number(bounces)}</td>
            <td class="number">{number(waiting)}</td>
          </tr>
        ))}
    </Table>
  </section>
)

const Result = ({ found }: { readonly found: Found }) => {
  const { days, first_mail_at, last_mail_at, leads, mails, moves, warnings } = found
  const [pointed, setPointed] = useState<number | undefined>()
  const accounts = useQuery(accountsQuery)
  const [stops, others] = [true, false].map((isStop) =>
    warnings.filter(({ kind }) => (kind === "cannot_start") === isStop)
  )
  return (
    <>
      <QueryFailed query={accounts} />
      {stops !== undefined && stops.length > 0 && <Warnings warnings={stops} />}
      <section class="sheet-section sheet-wide">
        {first_mail_at === null || last_mail_at === null ? (
          <p>{texts.none}</p>
        ) : (
          <>
            <h2>{texts.sum(mails, leads.mailed, fullDate(first_mail_at), fullDate(last_mail_at))}</h2>
            <p class="meta">{texts.outcome(leads.replied, leads.bounced, leads.left)}</p>
            {moves.map(
              ({ after_days, campaign_id, leads, name }) =>
                leads !== null &&
                leads > 0 && (
                  <p class="meta" key={`${campaign_id} ${after_days}`}>
                    {texts.moved(leads, after_days)}{" "}
                    <a href={hrefOf(["campaigns", campaign_id])} dir="auto">
                      {name}
                    </a>
                  </p>
                )
            )}
            <div class="rehearsal-chart">
              <BarChart
                title={texts.perDay}
                tone="main"
                bars={days.map(({ date, mails }) => ({ label: bucketDate(date), value: mails }))}
                highlight={pointed}
                onHighlight={setPointed}
              />
            </div>
          </>
        )}
      </section>
      {others !== undefined && (others.length > 0 || warnings.length === 0) && <Warnings warnings={others} />}
      {mails > 0 && (
        <>
          <ByAccount days={days} />
          <Calendar days={days} />
        </>
      )}
    </>
  )
}

export const Rehearsal = ({ id }: { readonly id: string }) => {
  // A rehearsal is a POST, which neither a key that only reads nor a responder may send.
  const session = useSession()
  const mayAsk = session?.access === "full" && session.role !== "responder"
  const [assumed, setAssumed] = useState<Assumed>({ reply_rate: 5, bounce_rate: 2, weeks: 12 })
  const rehearsal = useQuery({
    queryKey: ["campaigns", id, "rehearsal", assumed],
    queryFn: ({ signal }) => api.sending.rehearse(id, { ...assumed, timezone }, { signal }),
    enabled: mayAsk,
    placeholderData: keepPreviousData,
    // It is played again when somebody asks for it, or comes back.
    staleTime: 60_000
  })
  return (
    <>
      <section class="sheet-section sheet-wide">
        <p class="meta">{texts.help}</p>
        <Form
          assumed={assumed}
          isBusy={!mayAsk || rehearsal.isFetching}
          onRun={(next) => {
            if (fields.every(({ name }) => next[name] === assumed[name])) void rehearsal.refetch()
            else setAssumed(next)
          }}
        />
        {rehearsal.isFetching && (
          <p class="meta" role="status">
            {texts.running}
          </p>
        )}
      </section>
      {mayAsk && (
        <Loaded query={rehearsal} skeleton={<Skeleton rows={6} height={48} />}>
          {(found) => <Result found={found} />}
        </Loaded>
      )}
    </>
  )
}
