/** The dialog that adds one lead to a campaign, which is chosen here unless the page shows one. */
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { textOf } from "../../kit/form.ts"
import { Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const t = texts.adding
const fields = ["first_name", "last_name", "company"] as const

export const AddLead = ({ campaign, campaigns, onAdded, onClose }: AddLeadProps) => {
  const { error, isBusy, run } = useWrite("leads")
  const [fault, setFault] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    run(async () => {
      setFault(undefined)
      const lead = Object.fromEntries(fields.map((field) => [field, textOf(form, field)]))
      const { data } = await api.leads.create({
        campaign_id: campaign || textOf(form, "campaign"),
        leads: [{ email: textOf(form, "email"), ...lead }]
      })
      const [result] = data
      if (result === undefined) return
      if (result.id !== null && (result.status === "created" || result.status === "blacklisted")) onAdded(result.id)
      else if (result.status === "duplicate") setFault(t.known)
      else if (result.status === "invalid") setFault(result.errors?.[0]?.message ?? t.invalid)
    })
  }
  return (
    <Dialog label={t.title} class="dialog-small" onClose={onClose}>
      <form onSubmit={submit}>
        <label class="labelled">
          {t.email}
          <input class="field" name="email" type="email" required autofocus autocomplete="off" />
        </label>
        {campaign === "" && (
          <label class="labelled">
            {texts.campaign}
            <select class="field" name="campaign" required>
              {campaigns.length > 1 && <option value="">{t.choose}</option>}
              {campaigns.map(({ id, name }) => (
                <option value={id} key={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {fields.map((field) => (
          <label class="labelled" key={field}>
            {texts.fields[field]}
            <input class="field" name={field} autocomplete="off" dir="auto" />
          </label>
        ))}
        {fault !== undefined && (
          <p class="text-bad" role="alert">
            {fault}
          </p>
        )}
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={t.cancel} submit={t.submit} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface AddLeadProps {
  /** The id of the campaign; empty: it is chosen among `campaigns`. */
  readonly campaign: string
  readonly campaigns: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly onAdded: (id: number) => void
  readonly onClose: () => void
}
