/** A step as a lead gets it: the text, and the HTML in the frame of mails. */
import type { Preview } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { useCanWrite } from "../../base/session.ts"
import { campaignQuery } from "../../data/campaigns.ts"
import { late } from "../../kit/late.tsx"
import { Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import type { StepProps } from "./parts.tsx"
import { texts } from "./texts.ts"

/** The same frame as for mails of others: it runs no script, also not of our own HTML. */
const Html = late(async () => (await import("../../kit/mail/MailFrame.tsx")).MailFrame)
const TestMail = late(async () => (await import("./StepTest.tsx")).StepTest)

type PreviewedMail = Preview["data"][number]

const Mail = ({
  mail: { body_html, body_text, missing, subject, to_email, warnings }
}: {
  readonly mail: PreviewedMail
}) => (
  <figure class="step-preview">
    <figcaption class="meta">{texts.steps.previewFor(to_email)}</figcaption>
    {missing.length > 0 && <p class="text-bad">{texts.steps.missing(missing.join(", "))}</p>}
    {warnings.map((warning) => (
      <p class="text-bad" key={warning}>
        {warning}
      </p>
    ))}
    <pre class="code-block">{`${subject}\n\n${body_text}`}</pre>
    {body_html !== null && (
      <>
        <p class="meta">{texts.steps.previewHtml}</p>
        <Html html={body_html} name={to_email} />
      </>
    )}
  </figure>
)

/** `isChanged`: a text of the step is not saved yet. */
export const StepPreview = ({ campaign_id, isChanged, step }: StepProps & { readonly isChanged: boolean }) => {
  const canWrite = useCanWrite()
  const campaign = useQuery(campaignQuery(campaign_id))
  const hasSender = campaign.data === undefined || campaign.data.account_ids.length > 0
  const [preview, setPreview] = useState<PreviewedMail | null>()
  const [isTesting, setTesting] = useState(false)
  const { error, isBusy, run } = useWrite("none")
  const show = async () => {
    const { data: leads } = await api.leads.list({ campaign_id, limit: 1 })
    const [lead] = leads
    if (lead === undefined) return setPreview(null)
    const { data } = await api.sending.preview(campaign_id, { lead_id: lead.id, sequence_id: step.id })
    setPreview(data[0] ?? null)
  }
  return (
    <>
      <div class="row-actions">
        <button type="button" class="button" disabled={isBusy || isChanged || !hasSender} onClick={() => run(show)}>
          {texts.steps.preview}
        </button>
        {canWrite && (
          <button type="button" class="button" disabled={isChanged} onClick={() => setTesting(true)}>
            {texts.test.open}
          </button>
        )}
        {!hasSender ? (
          <span class="meta">{texts.steps.noSender}</span>
        ) : (
          isChanged && <span class="meta">{texts.steps.previewSaved}</span>
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
      {preview === null && <p class="meta">{texts.steps.noLead}</p>}
      {preview && <Mail mail={preview} />}
      {isTesting && <TestMail campaign_id={campaign_id} step={step} onClose={() => setTesting(false)} />}
    </>
  )
}
