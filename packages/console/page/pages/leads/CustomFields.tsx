/** The custom fields of a lead: their values, a new one, and buttons that remove them. */
import type { LeadWithState } from "@mailroom/client"
import { X } from "lucide-preact"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { IconButton } from "../../kit/Parts.tsx"
import { Failed } from "../../kit/States.tsx"
import { StoredNow } from "../../kit/StoredNow.tsx"
import { useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const t = texts.custom

type Value = LeadWithState["custom_fields"][string]

/** A text as a value of the stored kind: a number, a boolean, or else a text. */
const valueOf = (text: string, stored: Value | undefined): Value => {
  if (typeof stored === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text)
  if (typeof stored === "boolean" && (text === "true" || text === "false")) return text === "true"
  return text
}

export const CustomFields = ({ lead, onChange }: { readonly lead: LeadWithState; readonly onChange: () => void }) => {
  const canWrite = useCanWrite()
  const { custom_fields, id } = lead
  const names = Object.keys(custom_fields)
  const { error, isBusy, run } = useWrite("leads")
  const stored = Object.fromEntries(Object.entries(custom_fields).map(([name, value]) => [name, String(value)]))
  const draft = useDraft<string>(stored, `lead ${id} custom`)
  const [added, setAdded] = useState({ name: "", value: "" })
  const update = (fields: Readonly<Record<string, Value | null>>, then: () => void) =>
    run(
      () => api.leads.update(id, { custom_fields: fields }),
      () => {
        then()
        toast(texts.saved)
        onChange()
      }
    )
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const changes = draft.changes()
    const fields = Object.fromEntries(
      Object.entries(changes).map(([name, text = ""]) => [name, valueOf(text, custom_fields[name])])
    )
    const name = added.name.trim()
    update({ ...fields, ...(name !== "" && { [name]: added.value }) }, () => {
      draft.forget(changes)
      setAdded({ name: "", value: "" })
    })
  }
  if (!canWrite && names.length === 0) return null
  return (
    <>
      <h3>{t.title}</h3>
      <form class="step" onSubmit={save}>
        {names.map((name) => (
          <div key={name}>
            <div class="lead-custom">
              <label class="labelled">
                {name}
                <input
                  class="field"
                  value={draft.value(name)}
                  dir="auto"
                  readOnly={!canWrite}
                  autocomplete="off"
                  onInput={({ currentTarget }) => draft.type(name, currentTarget.value)}
                />
              </label>
              {canWrite && (
                <IconButton
                  icon={X}
                  label={t.remove(name)}
                  disabled={isBusy}
                  onClick={() => update({ [name]: null }, () => draft.forget({ [name]: draft.value(name) }))}
                />
              )}
            </div>
            <StoredNow draft={draft} field={name} />
          </div>
        ))}
        {canWrite && (
          <>
            <div class="lead-custom">
              <input
                class="field"
                aria-label={t.newName}
                placeholder={t.newName}
                pattern="[a-z][a-z0-9_]{0,63}"
                required={added.value !== ""}
                title={t.nameHelp}
                value={added.name}
                onInput={({ currentTarget: { value: name } }) => setAdded((now) => ({ ...now, name }))}
              />
              <input
                class="field"
                aria-label={t.newValue}
                placeholder={t.newValue}
                dir="auto"
                value={added.value}
                onInput={({ currentTarget: { value } }) => setAdded((now) => ({ ...now, value }))}
              />
            </div>
            {error !== undefined && <Failed error={error} />}
            <div class="row-actions">
              <button class="button" disabled={isBusy}>
                {t.save}
              </button>
            </div>
          </>
        )}
      </form>
    </>
  )
}
