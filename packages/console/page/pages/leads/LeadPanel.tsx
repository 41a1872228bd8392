/** One lead beside the list: its fields, its conversations and what happened. */
import type { LeadWithState } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { X } from "lucide-preact"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { dateAndTime } from "../../base/format.ts"
import { hrefOf } from "../../base/route.ts"
import { useCanAnswer, useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { Failed, Loaded, QueryFailed } from "../../kit/States.tsx"
import { StoredNow } from "../../kit/StoredNow.tsx"
import { useDraft } from "../../kit/useDraft.ts"
import { isConflict, useWrite } from "../../kit/useWrite.ts"
import { texts as sendingTexts } from "../../kit/sending/texts.ts"
import { campaignsQuery } from "../../data/campaigns.ts"
import { tagsQuery } from "../../data/tags.ts"
import { LeadActions } from "./Actions.tsx"
import { nameOf } from "./cells.tsx"
import { CustomFields } from "./CustomFields.tsx"
import { Denied } from "../../kit/roles/Reserved.tsx"
import { PauseButton } from "../../kit/sending/Pause.tsx"
import { select } from "./Selected.tsx"
import { asksFirst, Effective, ResumeDialog, TaggedBy } from "../../kit/sending/Effective.tsx"
import { texts } from "./texts.ts"

type Field = keyof typeof texts.fields
const fields = Object.keys(texts.fields) as ReadonlyArray<Field>

const threadsQuery = (id: number) => ({
  queryKey: ["leads", "threads", id] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const tabs = ["replies", "other"] as const
    const pages = await Promise.all(tabs.map((tab) => api.unibox.threads({ tab, lead_id: id, limit: 20 }, { signal })))
    return pages.flatMap(({ data }) => data)
  }
})

const Threads = ({ id }: { readonly id: number }) => {
  const threads = useQuery(threadsQuery(id))
  return (
    <Loaded query={threads}>
      {(rows) =>
        rows.length === 0 ? (
          <p class="meta">{texts.noThreads}</p>
        ) : (
          <ul class="lead-side-list">
            {rows.map(({ id, last_message, state, tab }) => (
              <li key={id}>
                <a href={hrefOf(["inbox", tab, id])}>
                  <bdi>{last_message.subject || texts.none}</bdi>
                </a>{" "}
                <span class="meta">{texts.states[state]}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const Activity = ({ id }: { readonly id: number }) => {
  const activity = useQuery({
    queryKey: ["leads", "activity", id],
    queryFn: ({ signal }) => api.activity.ofLead(id, { limit: 20 }, { signal })
  })
  return (
    <Loaded query={activity}>
      {({ data }) =>
        data.length === 0 ? (
          <p class="meta">{texts.noActivity}</p>
        ) : (
          <ul class="lead-side-list">
            {data.map(({ id, occurred_at, type }) => (
              <li key={id}>
                {sendingTexts.events[type]} <span class="meta">{dateAndTime(occurred_at)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

/** The clock that counts for a lead, and when the window of its campaign opens. */
const Clock = ({ window }: { readonly window: LeadWithState["effective_state"]["window"] }) =>
  window === null ? null : (
    <p class="meta">
      {texts.clock[window.of](window.timezone)}
      {window.opens_at !== null && ` ${texts.opens(dateAndTime(window.opens_at))}`}
    </p>
  )

/** The next move of a lead, and its earlier ones. */
const Moves = ({ lead }: { readonly lead: LeadWithState }) => {
  const campaigns = useQuery(campaignsQuery).data ?? []
  const nameOf = (id: string) => campaigns.find((campaign) => campaign.id === id)?.name ?? texts.aCampaign
  const next = lead.effective_state.next_move
  const places = [
    [texts.movedTo, lead.moved_to],
    [texts.movedFrom, lead.moved_from]
  ] as const
  return (
    <>
      {next !== null && <p class="meta">{texts.moves(nameOf(next.campaign_id), dateAndTime(next.at))}</p>}
      {places.map(
        ([text, place]) =>
          place !== null && (
            <p class="meta" key={text}>
              {text}{" "}
              <a href={hrefOf(["leads"], { campaign: place.campaign_id, lead: place.lead_id })} dir="auto">
                {nameOf(place.campaign_id)}
              </a>{" "}
              {dateAndTime(place.at)}
            </p>
          )
      )}
    </>
  )
}

/** A lead, and the version of it that a change is based on. */
interface Versioned {
  readonly lead: LeadWithState
  readonly etag: string | undefined
}

const Editor = ({ found: { etag, lead }, onChange }: EditorProps) => {
  const canWrite = useCanWrite()
  const canAnswer = useCanAnswer()
  const { error, isBusy, run } = useWrite("leads")
  const draft = useDraft<Field>({ ...lead, timezone: lead.timezone ?? "" }, `lead ${lead.id}`)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const changes = draft.changes()
    run(
      () => {
        const { timezone, ...texts } = changes
        const zone = timezone === undefined ? {} : { timezone: timezone.trim() || null }
        return api.leads.update(lead.id, { ...texts, ...zone }, { ifMatch: etag })
      },
      () => {
        draft.forget(changes)
        toast(texts.saved)
        onChange()
      }
    )
  }
  const [isAsking, setAsking] = useState(false)
  const setStopped = (stop_sending: boolean) => run(() => api.leads.update(lead.id, { stop_sending }), onChange)
  const toggle = () => {
    if (lead.stop_sending && asksFirst([lead])) setAsking(true)
    else setStopped(!lead.stop_sending)
  }
  return (
    <form class="step" onSubmit={save}>
      <Denied role="member" />
      {fields.map((field) => (
        <div key={field}>
          <label class="labelled">
            {texts.fields[field]}
            <input
              class="field"
              dir="auto"
              name={field}
              value={draft.value(field)}
              onInput={({ currentTarget }) => draft.type(field, currentTarget.value)}
              readOnly={!canWrite}
              autocomplete="off"
            />
          </label>
          <StoredNow draft={draft} field={field} />
        </div>
      ))}
      {isConflict(error) && <p class="text-bad">{texts.conflict}</p>}
      {error !== undefined && <Failed error={error} />}
      {canAnswer && (
        <div class="row-actions">
          {canWrite && (
            <button class="button button-solid" disabled={isBusy}>
              {texts.edit}
            </button>
          )}
          <button type="button" class="button" disabled={isBusy} onClick={toggle}>
            {lead.stop_sending ? sendingTexts.resume : texts.stop}
          </button>
          <PauseButton id={lead.id} isPaused={lead.effective_state.paused_until !== null} onChange={onChange} />
        </div>
      )}
      {isAsking && <ResumeDialog leads={[lead]} onClose={() => setAsking(false)} onResume={() => setStopped(false)} />}
    </form>
  )
}

interface EditorProps {
  readonly found: Versioned
  readonly onChange: () => void
}

/** The tag of the lead's answer. */
const Answer = ({ lead, onChange }: { readonly lead: LeadWithState; readonly onChange: () => void }) => {
  const canAnswer = useCanAnswer()
  const tags = useQuery(tagsQuery)
  const { error, isBusy, run } = useWrite("leads")
  const assign = (tag_id: number | null) => run(() => api.tags.assign(lead.id, { tag_id }), onChange)
  return (
    <>
      <label class="labelled">
        <span>
          {texts.answer}
          <TaggedBy lead={lead} />
        </span>
        <select
          class="field"
          disabled={!canAnswer || isBusy}
          value={String(lead.reply_status_tag_id ?? "")}
          onChange={({ currentTarget }) => assign(Number(currentTarget.value) || null)}
        >
          <option value="">{texts.noTag}</option>
          {tags.data?.map(({ id, name }) => (
            <option value={String(id)} key={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Denied role="responder" />
      <QueryFailed query={tags} />
      {error !== undefined && <Failed error={error} />}
    </>
  )
}

export const LeadPanel = ({ id, onChange, onClose }: LeadPanelProps) => {
  const found = useQuery({
    queryKey: ["leads", "one", id],
    queryFn: async ({ signal }): Promise<Versioned> => {
      const { data, response } = await api.leads.find(id, { signal }).withResponse()
      return { lead: data, etag: response.headers.get("etag") ?? undefined }
    }
  })
  const canWrite = useCanWrite()
  const lead = found.data?.lead
  const [thread] = useQuery(threadsQuery(id)).data ?? []
  return (
    <aside class="lead-side" aria-label={lead?.email ?? texts.title}>
      <header class="lead-side-head">
        <h2 dir="auto">{lead === undefined ? texts.title : nameOf(lead) || lead.email}</h2>
        <button type="button" class="icon-button" aria-label={texts.close} onClick={onClose}>
          <X size={16} />
        </button>
      </header>
      <Loaded query={found}>
        {(found) => (
          <>
            <p class="lead-side-address">{found.lead.email}</p>
            <p class="meta">
              {texts.statuses[found.lead.status]} ·{" "}
              {texts.verification.by(
                texts.verified[found.lead.verification_status],
                [found.lead.verification?.decided_by, ...(found.lead.verification?.reasons ?? [])]
                  .filter(Boolean)
                  .join(", ")
              )}
            </p>
            <Effective
              lead={found.lead}
              thread={thread === undefined ? undefined : hrefOf(["inbox", thread.tab, thread.id])}
            />
            <Clock window={found.lead.effective_state.window} />
            <Moves lead={found.lead} />
            <Answer lead={found.lead} onChange={onChange} />
            <Editor found={found} onChange={onChange} />
            <CustomFields lead={found.lead} onChange={onChange} />
          </>
        )}
      </Loaded>
      <h3>{texts.threads}</h3>
      <Threads id={id} />
      <h3>{texts.activity}</h3>
      <Activity id={id} />
      {canWrite && lead !== undefined && (
        <div class="row-actions lead-removal">
          <LeadActions
            targets={{ ids: [id] }}
            actions={["delete", "erase"]}
            onDone={() => {
              select(id, false)
              onChange()
              onClose()
            }}
          />
        </div>
      )}
    </aside>
  )
}

interface LeadPanelProps {
  readonly id: number
  readonly onClose: () => void
  /** Called after a change. */
  readonly onChange: () => void
}
