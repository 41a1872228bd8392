/** The steps of a campaign, each with its editor and its preview. */
import type { Preview, Sequence } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useEffect, useRef, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { number } from "../../app/format.ts"
import { useCanWrite } from "../../app/session.ts"
import { toast } from "../../app/undo.ts"
import { Empty, Failed, Loaded } from "../../kit/States.tsx"
import { type Draft, hasDraft, useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { campaignQuery, stepsQuery } from "./data.ts"
import { texts } from "./texts.ts"

const draftKey = (campaign_id: string, step: number | "" = "") => `step ${campaign_id} ${step}`

/** Whether a text of the campaign's steps has changed, and is not saved. */
export const hasDrafts = (campaign_id: string): boolean => hasDraft(draftKey(campaign_id))

const Previewed = ({ campaign_id, isChanged, step }: StepProps & { readonly isChanged: boolean }) => {
  const campaign = useQuery(campaignQuery(campaign_id))
  const hasSender = campaign.data === undefined || campaign.data.account_ids.length > 0
  const [preview, setPreview] = useState<Preview["data"][number] | null>()
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
        {!hasSender ? (
          <span class="meta">{texts.steps.noSender}</span>
        ) : (
          isChanged && <span class="meta">{texts.steps.previewSaved}</span>
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
      {preview === null && <p class="meta">{texts.steps.noLead}</p>}
      {preview && (
        <figure>
          <figcaption class="meta">{texts.steps.previewFor(preview.to_email)}</figcaption>
          {preview.missing.length > 0 && <p class="text-bad">{texts.steps.missing(preview.missing.join(", "))}</p>}
          <pre class="code-block">{`${preview.subject}\n\n${preview.body_text}`}</pre>
        </figure>
      )}
    </>
  )
}

interface StepProps {
  readonly campaign_id: string
  readonly step: Sequence
}

interface EditorProps extends StepProps {
  /** The variants of the step, `step` among them. */
  readonly siblings: ReadonlyArray<Sequence>
  readonly isAdded: boolean
  /** Called with the id of a variant that is added. */
  readonly onAdd: (id: number) => void
}

/** The most variants of a step. */
const mostVariants = 5

/** The variants of each step. */
const stepsOf = (sequences: ReadonlyArray<Sequence>) => [...Map.groupBy(sequences, ({ position }) => position).values()]

/** The part of the leads that get a variant, in percent. */
const shareOf = ({ weight }: Sequence, siblings: ReadonlyArray<Sequence>): string => {
  const total = siblings.reduce((sum, sibling) => sum + sibling.weight, 0)
  return number(total === 0 ? 0 : Math.round((weight / total) * 1_000) / 10)
}

/** A field of a step with a whole number from 0 on. */
const NumberField = ({
  draft,
  max,
  name
}: {
  readonly name: "delay_days" | "weight"
  readonly max: number
  readonly draft: Pick<Draft<"delay_days" | "weight">, "type" | "value">
}) => (
  <input
    class="field step-delay"
    name={name}
    type="number"
    min={0}
    max={max}
    required
    readOnly={!useCanWrite()}
    value={draft.value(name)}
    onInput={({ currentTarget }) => draft.type(name, currentTarget.value)}
  />
)

const Editor = ({ campaign_id, isAdded, onAdd, siblings, step }: EditorProps) => {
  const canWrite = useCanWrite()
  const { error, isBusy, run } = useWrite("campaigns")
  const stored = {
    subject: step.subject ?? "",
    body: step.body,
    delay_days: String(step.delay_days),
    weight: String(step.weight)
  }
  const hasVariants = siblings.length > 1
  const draft = useDraft(stored, draftKey(campaign_id, step.id))
  const isChanged = Object.entries(stored).some(([field, value]) => draft.value(field as keyof typeof stored) !== value)
  const isFirst = step.position === 1
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isAdded) form.current?.querySelector<HTMLElement>(isFirst ? "input" : "textarea")?.focus()
  }, [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const subject = draft.value("subject")
    const patch = {
      subject: subject.trim() === "" ? null : subject,
      body: draft.value("body"),
      ...(step === siblings[0] && { delay_days: Number(draft.value("delay_days")) }),
      ...(hasVariants && { weight: Number(draft.value("weight")) })
    }
    run(
      () => api.sequences.update(campaign_id, step.id, patch),
      () => {
        draft.forget()
        toast(texts.saved)
      }
    )
  }
  const title = hasVariants ? texts.steps.variant(step.position, step.variant) : texts.steps.title(step.position)
  const addVariant = () =>
    run(async () => {
      const { body, id: variant_of, subject } = siblings[0] ?? step
      onAdd((await api.sequences.create(campaign_id, { variant_of, subject, body })).id)
    })
  return (
    <section class="sheet-section" aria-label={title}>
      <h2>{title}</h2>
      <form class="step" ref={form} onSubmit={submit}>
        <label class="labelled">
          {texts.steps.subject}
          <input
            class="field"
            name="subject"
            value={draft.value("subject")}
            onInput={({ currentTarget }) => draft.type("subject", currentTarget.value)}
            readOnly={!canWrite}
            autocomplete="off"
          />
          {!isFirst && <span class="meta">{texts.steps.subjectHelp}</span>}
        </label>
        <label class="labelled">
          {texts.steps.body}
          <textarea
            class="field"
            name="body"
            required
            readOnly={!canWrite}
            value={draft.value("body")}
            onInput={({ currentTarget }) => draft.type("body", currentTarget.value)}
          />
          <span class="meta">{texts.steps.bodyHelp}</span>
        </label>
        {step === siblings[0] && (
          <label class="labelled">
            {texts.steps.delay}
            <NumberField name="delay_days" max={365} draft={draft} />
          </label>
        )}
        {hasVariants && (
          <label class="labelled">
            {texts.steps.weight}
            <NumberField name="weight" max={100} draft={draft} />
            <span class="meta">{texts.steps.weightHelp}</span>
            <span class="meta">{texts.steps.share(shareOf(step, siblings))}</span>
          </label>
        )}
        {error !== undefined && <Failed error={error} />}
        {canWrite && (
          <div class="row-actions">
            <button class="button button-solid" disabled={isBusy}>
              {texts.steps.save}
            </button>
            <button
              type="button"
              class="button button-bad"
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await api.sequences.remove(campaign_id, step.id)
                  draft.forget()
                })
              }
            >
              {texts.steps.remove}
            </button>
            {step === siblings.at(-1) && siblings.length < mostVariants && (
              <button type="button" class="button" disabled={isBusy} onClick={addVariant}>
                {texts.steps.addVariant(step.position)}
              </button>
            )}
            {isChanged && <span class="meta">{texts.steps.unsaved}</span>}
          </div>
        )}
      </form>
      <Previewed campaign_id={campaign_id} step={step} isChanged={isChanged} />
    </section>
  )
}

export const Steps = ({ id }: { readonly id: string }) => {
  const canWrite = useCanWrite()
  const steps = useQuery(stepsQuery(id))
  const { error, isBusy, run } = useWrite("campaigns")
  const [added, setAdded] = useState<number>()
  const add = (count: number) =>
    run(async () => {
      const step = await api.sequences.create(id, {
        subject: count === 0 ? "{{company}}" : null,
        body: "Hello {{first_name|there}},\n\n",
        delay_days: count === 0 ? 0 : 3
      })
      setAdded(step.id)
    })
  return (
    <Loaded query={steps}>
      {({ data }) => (
        <>
          {data.length === 0 && (
            <Empty title={texts.steps.empty}>
              <p>{texts.steps.emptyHelp}</p>
            </Empty>
          )}
          {stepsOf(data).flatMap((siblings) =>
            siblings.map((step) => (
              <Editor
                campaign_id={id}
                step={step}
                siblings={siblings}
                isAdded={step.id === added}
                onAdd={setAdded}
                key={`${step.id} ${number(step.position)}`}
              />
            ))
          )}
          {canWrite && (
            <div class="sheet-more">
              <button type="button" class="button" disabled={isBusy} onClick={() => add(data.length)}>
                {texts.steps.add}
              </button>
            </div>
          )}
          {error !== undefined && <Failed error={error} />}
        </>
      )}
    </Loaded>
  )
}
