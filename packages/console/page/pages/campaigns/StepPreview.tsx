/** A step as a lead gets it, also while it is being written: the text, and the HTML in the frame of mails. */
import type { Preview, PreviewInput } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useEffect, useRef, useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { useCanWrite } from "../../base/session.ts"
import { campaignQuery } from "../../data/campaigns.ts"
import { fileNames } from "../../kit/files/Files.tsx"
import { texts as fileTexts } from "../../kit/files/texts.ts"
import { useDelayed } from "../../kit/hooks.ts"
import { late } from "../../kit/late.tsx"
import { Failed } from "../../kit/States.tsx"
import type { StepProps } from "./parts.tsx"
import { FaultList, type Faults, faultsOf } from "./StepFields.tsx"
import { texts } from "./texts.ts"

/** The same frame as for mails of others: it runs no script, also not of our own HTML. */
const Html = late(async () => (await import("../../kit/mail/MailFrame.tsx")).MailFrame)
const TestMail = late(async () => (await import("./StepTest.tsx")).StepTest)

type Mail = Preview["data"][number]
/** The texts of a step that are not saved. */
export type UnsavedTexts = Pick<PreviewInput, "body" | "body_html" | "subject">

/** How long the preview waits for the next letter, in milliseconds. */
const pause = 300

export const PreviewedMail = ({
  mail: { attachments, body_html, body_text, from_email, missing, subject, texts: count, to_email, warnings }
}: {
  readonly mail: Mail
}) => (
  <>
    <p class="meta step-route">
      {from_email} → {to_email}
    </p>
    {count > 1 && <p class="meta">{texts.steps.alternatives(number(count))}</p>}
    {missing.length > 0 && <p class="text-bad">{texts.steps.missing(missing.join(", "))}</p>}
    {warnings.map((warning) => (
      <p class="text-bad" key={warning}>
        {warning}
      </p>
    ))}
    <p class="step-subject" dir="auto">
      {subject}
    </p>
    <div class="step-text" dir="auto">
      {body_text}
    </div>
    {body_html !== null && (
      <>
        <p class="meta">{texts.steps.previewHtml}</p>
        <Html html={body_html} name={to_email} />
      </>
    )}
    {attachments.length > 0 && (
      <p class="meta" dir="auto">
        {fileTexts.withFiles(fileNames(attachments))}
      </p>
    )}
  </>
)

/** Whether an element has been in view: previews of steps that nobody looks at are not asked for. */
const useSeen = <Element extends HTMLElement>() => {
  const ref = useRef<Element>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (ref.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, isSeen }
}

/** The mail of a step with unsaved texts. While the next one is loaded, or a text has a fault, the last one stays. */
const usePreview = (
  { campaign_id, step }: StepProps,
  lead: number | undefined,
  unsaved: UnsavedTexts,
  isEnabled: boolean
) => {
  const settled = useDelayed(JSON.stringify(unsaved), pause)
  const last = useRef<Mail>()
  const { data, error } = useQuery({
    queryKey: ["campaigns", "preview", campaign_id, step.id, lead, settled],
    queryFn: ({ signal }) =>
      api.sending.preview(
        campaign_id,
        { lead_id: lead ?? 0, sequence_id: step.id, ...(JSON.parse(settled) as UnsavedTexts) },
        { signal }
      ),
    enabled: isEnabled && lead !== undefined,
    // Each letter makes another preview: they need not be kept.
    gcTime: 10_000
  })
  const [mail] = data?.data ?? []
  if (mail !== undefined) last.current = mail
  return { mail: last.current, error }
}

interface PreviewProps extends StepProps {
  readonly lead: { readonly id: number | undefined; readonly isNone: boolean }
  /** Whether something of the step is not saved yet. */
  readonly isChanged: boolean
  /** Whether the mail that is shown stays for now. */
  readonly isPaused: boolean
  readonly unsaved: UnsavedTexts
  /** The texts as they are shown now, by field. */
  readonly value: (field: keyof Faults) => string
}

export const StepPreview = ({ campaign_id, isChanged, isPaused, lead, step, unsaved, value }: PreviewProps) => {
  const canWrite = useCanWrite()
  const campaign = useQuery(campaignQuery(campaign_id))
  const hasSender = campaign.data === undefined || campaign.data.account_ids.length > 0
  const { isSeen, ref } = useSeen<HTMLDivElement>()
  const [isTesting, setTesting] = useState(false)
  const { error, mail } = usePreview({ campaign_id, step }, lead.id, unsaved, isSeen && hasSender && !isPaused)
  const faults = faultsOf(error, { value })
  const isPlaced = Object.values(faults).some((list) => list.length > 0)
  return (
    <div class="step-aside" ref={ref}>
      <figure class="step-preview" aria-label={texts.steps.preview}>
        {isPlaced && (
          <div class="step-faults">
            {Object.entries(faults).map(([field, list]) => (
              <FaultList list={list} isQuiet key={field} />
            ))}
          </div>
        )}
        {!hasSender ? (
          <p class="meta">{texts.steps.noSender}</p>
        ) : lead.isNone ? (
          <p class="meta">{texts.steps.noLead}</p>
        ) : (
          mail !== undefined && <PreviewedMail mail={mail} />
        )}
        {error !== null && !isPlaced && <Failed error={error} />}
      </figure>
      {canWrite && (
        <div class="row-actions">
          <button type="button" class="button" disabled={isChanged} onClick={() => setTesting(true)}>
            {texts.test.open}
          </button>
          {isChanged && <span class="meta">{texts.editor.testSaved}</span>}
        </div>
      )}
      {isTesting && <TestMail campaign_id={campaign_id} step={step} onClose={() => setTesting(false)} />}
    </div>
  )
}
