/** The question before a draft is started: its first mail, how many leads it has now, and which of them get nothing. */
import type { Campaign } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../../base/api.ts"
import { fullDate } from "../../../base/format.ts"
import { hrefOf } from "../../../base/route.ts"
import { numbersQuery } from "../../../data/campaigns.ts"
import { Dialog } from "../../../kit/Dialog.tsx"
import { texts as sending } from "../../../kit/sending/texts.ts"
import { Loaded, QueryFailed, Skeleton } from "../../../kit/States.tsx"
import { PreviewedMail } from "../StepPreview.tsx"
import { texts } from "./texts.ts"
import "../editor/editor.css"

/** The queries of the question. They are asked again each time: leads come from other pages, too. */
const fresh = { staleTime: 0, gcTime: 0 } as const

/** The mail that the first lead gets; `null`: there is no lead, or no step. */
const firstMailQuery = (id: string) => ({
  ...fresh,
  queryKey: ["campaigns", "first mail", id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const [lead] = (await api.leads.list({ campaign_id: id, limit: 1 }, { signal })).data
    if (lead === undefined) return null
    return (await api.sending.preview(id, { lead_id: lead.id }, { signal })).data[0] ?? null
  }
})

/** When the first mail goes out, and the leads that get nothing. */
const Outlook = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const rehearsal = useQuery({
    ...fresh,
    queryKey: ["campaigns", "outlook", id],
    queryFn: ({ signal }) => api.sending.rehearse(id, { check_links: false }, { signal })
  })
  const { data } = rehearsal
  if (data === undefined) {
    return rehearsal.error === null ? <p role="status">{texts.looking}</p> : <QueryFailed query={rehearsal} />
  }
  const without = data.warnings.filter(({ kind }) => kind === "leads")
  return (
    <>
      {data.warnings.some(({ kind }) => kind === "cannot_start") && <p class="text-bad">{texts.cannotStart}</p>}
      <p>{data.first_mail_at === null ? texts.noMail : texts.firstAt(fullDate(data.first_mail_at))}</p>
      {without.length > 0 && (
        <ul class="text-bad">
          {without.map(({ count, message, reason }) => (
            <li key={message}>{texts.without(count ?? 0, reason === null ? message : sending.reasons[reason])}</li>
          ))}
        </ul>
      )}
      <p>
        <a href={hrefOf(["campaigns", id, "rehearsal"])} onClick={onClose}>
          {texts.rehearsal}
        </a>
      </p>
    </>
  )
}

interface StartProps {
  readonly campaign: Campaign
  readonly onClose: () => void
  readonly onStart: () => void
}

export const StartDialog = ({ campaign: { id, name }, onClose, onStart }: StartProps) => {
  const numbers = useQuery({ ...numbersQuery(id), staleTime: 0 })
  const first = useQuery(firstMailQuery(id))
  return (
    <Dialog label={texts.title(name)} onClose={onClose}>
      <Loaded query={numbers} skeleton={<Skeleton rows={1} height={20} />}>
        {({ leads }) => (
          <>
            <p>{texts.leads(leads.total)}</p>
            {leads.stopped > 0 && <p class="text-bad">{texts.stopped(leads.stopped)}</p>}
          </>
        )}
      </Loaded>
      <Outlook id={id} onClose={onClose} />
      <h3>{texts.first}</h3>
      <Loaded query={first} skeleton={<Skeleton rows={3} height={32} />}>
        {(mail) =>
          mail !== null && (
            <figure class="step-preview" aria-label={texts.first}>
              <PreviewedMail mail={mail} />
            </figure>
          )
        }
      </Loaded>
      <div class="dialog-actions">
        <button type="button" class="button" autofocus onClick={onClose}>
          {texts.cancel}
        </button>
        <button
          type="button"
          class="button button-solid"
          onClick={() => {
            onClose()
            onStart()
          }}
        >
          {texts.start}
        </button>
      </div>
    </Dialog>
  )
}
