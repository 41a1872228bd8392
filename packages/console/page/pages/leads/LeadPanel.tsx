/** One lead beside the list: its fields, its conversations and what happened. */
import { MailroomError } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { X } from "lucide-preact"
import { api } from "../../app/api.ts"
import { shortDate } from "../../app/format.ts"
import { hrefOf } from "../../app/route.ts"
import { useCanWrite } from "../../app/session.ts"
import { toast } from "../../app/undo.ts"
import { Failed, Loaded } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts as ofCampaigns } from "../campaigns/texts.ts"
import { nameOf, sendingText } from "./cells.tsx"
import { texts } from "./texts.ts"

type Field = keyof typeof texts.fields
const fields = Object.keys(texts.fields) as ReadonlyArray<Field>

const Threads = ({ id }: { readonly id: number }) => {
  const threads = useQuery({
    queryKey: ["leads", "threads", id],
    queryFn: async ({ signal }) => {
      const tabs = ["replies", "other"] as const
      const pages = await Promise.all(
        tabs.map((tab) => api.unibox.threads({ tab, lead_id: id, limit: 20 }, { signal }))
      )
      return pages.flatMap(({ data }) => data)
    }
  })
  return (
    <Loaded query={threads}>
      {(rows) =>
        rows.length === 0 ? (
          <p class="meta">{texts.noThreads}</p>
        ) : (
          <ul class="lead-side-list">
            {rows.map(({ id, last_message, state, tab }) => (
              <li key={id}>
                <a href={hrefOf(["inbox", tab, id])}>{last_message.subject || texts.none}</a>{" "}
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
      {({ data }) => (
        <ul class="lead-side-list">
          {data.map(({ id, occurred_at, type }) => (
            <li key={id}>
              {ofCampaigns.activity.types[type]} <span class="meta">{shortDate(occurred_at)}</span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

export const LeadPanel = ({ id, onChange, onClose }: LeadPanelProps) => {
  const canWrite = useCanWrite()
  const lead = useQuery({ queryKey: ["leads", "one", id], queryFn: ({ signal }) => api.leads.find(id, { signal }) })
  const { error, isBusy, run } = useWrite("leads")
  const isConflict = error instanceof MailroomError && error.status === 412
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const patch = Object.fromEntries(fields.map((field) => [field, String(form.get(field) ?? "")]))
    run(
      () => api.leads.update(id, patch),
      () => {
        toast(texts.saved)
        onChange()
      }
    )
  }
  return (
    <aside class="lead-side" aria-label={lead.data?.email ?? texts.title}>
      <header class="lead-side-head">
        <h2>{lead.data === undefined ? texts.title : nameOf(lead.data) || lead.data.email}</h2>
        <button type="button" class="icon-button" aria-label={texts.close} onClick={onClose}>
          <X size={16} />
        </button>
      </header>
      <Loaded query={lead}>
        {(lead) => (
          <>
            <p class="lead-side-address">{lead.email}</p>
            <p class="meta">{`${texts.statuses[lead.status]} · ${sendingText(lead)}`}</p>
            <form class="step" onSubmit={save}>
              {fields.map((field) => (
                <label class="labelled" key={field}>
                  {texts.fields[field]}
                  <input
                    class="field"
                    name={field}
                    defaultValue={lead[field]}
                    readOnly={!canWrite}
                    autocomplete="off"
                  />
                </label>
              ))}
              {isConflict && <p class="text-bad">{texts.conflict}</p>}
              {error !== undefined && <Failed error={error} />}
              {canWrite && (
                <div class="row-actions">
                  <button class="button button-solid" disabled={isBusy}>
                    {texts.edit}
                  </button>
                  <button
                    type="button"
                    class="button"
                    disabled={isBusy}
                    onClick={() => run(() => api.leads.update(id, { stop_sending: !lead.stop_sending }), onChange)}
                  >
                    {lead.stop_sending ? texts.resume : texts.stop}
                  </button>
                </div>
              )}
            </form>
          </>
        )}
      </Loaded>
      <h3>{texts.threads}</h3>
      <Threads id={id} />
      <h3>{texts.activity}</h3>
      <Activity id={id} />
    </aside>
  )
}

interface LeadPanelProps {
  readonly id: number
  readonly onClose: () => void
  /** Called after a change. */
  readonly onChange: () => void
}
