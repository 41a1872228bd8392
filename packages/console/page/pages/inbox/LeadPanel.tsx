/** The lead of the open conversation. */
import type { Event, LeadWithState } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { Copy, Play, Square } from "lucide-preact"
import { api } from "../../base/api.ts"
import { dateAndTime, fullDate } from "../../base/format.ts"
import { useCanAnswer } from "../../base/session.ts"
import { useStore } from "../../base/store.ts"
import { tagsQuery } from "../../data/tags.ts"
import { copy } from "../../kit/copy.ts"
import { Kbd } from "../../kit/Kbd.tsx"
import { Avatar, Badge, IconButton } from "../../kit/Parts.tsx"
import { Loaded, Skeleton } from "../../kit/States.tsx"
import { useDelayed } from "../../kit/hooks.ts"
import { Effective, TaggedBy } from "../../kit/sending/Effective.tsx"
import { PauseButton } from "../../kit/sending/Pause.tsx"
import { toneOf } from "./data.ts"
import { toggleStopped, unsentStops, withUnsent } from "./stopping.ts"
import { texts } from "./texts.ts"
import "./lead.css"

const t = texts.lead

const leadQuery = (id: number) => ({
  queryKey: ["lead", id] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const [lead, activity] = await Promise.all([
      api.leads.find(id, { signal }),
      api.activity.ofLead(id, { limit: 12 }, { signal })
    ])
    return { lead, activity: activity.data }
  }
})

const Fields = ({ lead }: { readonly lead: LeadWithState }) => {
  const { data: tags } = useQuery({ ...tagsQuery, enabled: false })
  const { amount_sequences_sent, reply_status, sender, status } = lead
  return (
    <dl class="lead-fields">
      <dt>{t.reply}</dt>
      <dd>
        {reply_status === null ? (
          <span class="meta">{texts.noTag}</span>
        ) : (
          <Badge tone={toneOf(tags, reply_status)}>{reply_status}</Badge>
        )}
        <TaggedBy lead={lead} />
      </dd>
      <dt>{t.status}</dt>
      <dd>{t.statuses[status]}</dd>
      <dt>{t.sequence}</dt>
      <dd>{t.mails(amount_sequences_sent)}</dd>
      <dt>{t.sending}</dt>
      <dd>
        <Effective lead={lead} />
      </dd>
      {sender !== null && (
        <>
          <dt>{t.sender}</dt>
          <dd class="lead-sender" title={sender}>
            {sender}
          </dd>
        </>
      )}
    </dl>
  )
}

const Activity = ({ events }: { readonly events: ReadonlyArray<Event> }) => (
  <section>
    <h3>{t.activity}</h3>
    <ul class="lead-activity">
      {events.map(({ id, occurred_at, type }) => (
        <li key={id}>
          <span class={`lead-event lead-event-${type}`} aria-hidden="true" />
          <span>{t.events[type]}</span>
          <time class="meta" dateTime={occurred_at} title={fullDate(occurred_at)}>
            {dateAndTime(occurred_at)}
          </time>
        </li>
      ))}
    </ul>
  </section>
)

const Shown = ({ activity, lead }: { readonly lead: LeadWithState; readonly activity: ReadonlyArray<Event> }) => {
  const canWrite = useCanAnswer()
  const { company, email, first_name, id, last_name, stop_sending } = lead
  const name = [first_name, last_name].filter(Boolean).join(" ") || email
  return (
    <>
      <div class="lead-head">
        <Avatar name={name} large />
        <div class="lead-names">
          <h2 dir="auto">{name}</h2>
          <p dir="auto">{company}</p>
        </div>
      </div>
      <div class="lead-email">
        <span title={email}>{email}</span>
        <IconButton icon={Copy} label={t.copy} onClick={() => void copy(email, t)} />
      </div>
      <Fields lead={lead} />
      {canWrite && (
        <button type="button" class="button lead-stop" aria-keyshortcuts="S" onClick={() => toggleStopped(id)}>
          {stop_sending ? <Play size={14} aria-hidden="true" /> : <Square size={14} aria-hidden="true" />}
          {stop_sending ? t.resume : t.stop}
          <Kbd keys="s" />
        </button>
      )}
      {canWrite && <PauseButton id={id} isPaused={lead.effective_state.paused_until !== null} class="lead-stop" />}
      {activity.length > 0 && <Activity events={activity} />}
    </>
  )
}

const Asked = ({ id }: { readonly id: number }) => {
  const found = useQuery(leadQuery(id))
  useStore(unsentStops)
  return (
    <Loaded query={found} skeleton={<Skeleton rows={6} height={32} />}>
      {({ activity, lead }) => <Shown activity={activity} lead={withUnsent(lead)} />}
    </Loaded>
  )
}

/** The panel waits a moment, so a held `J` asks for nothing that nobody sees. */
export const LeadPanel = ({ id }: { readonly id: number | undefined }) => {
  const shown = useDelayed(id, 120)
  return shown === undefined ? <p class="meta lead-none">{t.none}</p> : <Asked key={shown} id={shown} />
}
