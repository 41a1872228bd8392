/** For how many days events and the texts of messages are kept. */
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { faultsIn } from "../../base/faults.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { organizationQuery, type VersionedOrganization } from "../../data/organization.ts"
import { Failed, Loaded } from "../../kit/States.tsx"
import { useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const fields = ["keep_events_days", "keep_messages_days"] as const

const daysOf = (text: string) => (text.trim() === "" ? null : Number(text))

const Editor = ({ organization }: { readonly organization: VersionedOrganization }) => {
  const canWrite = useCanWrite()
  const stored = Object.fromEntries(fields.map((field) => [field, String(organization[field] ?? "")]))
  const draft = useDraft(stored as Record<(typeof fields)[number], string>, "keeping")
  const { error, isBusy, run } = useWrite("organization")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const sent = draft.changes()
    const patch = Object.fromEntries(fields.map((field) => [field, daysOf(draft.value(field))]))
    run(
      () => api.organization.update(patch, { ifMatch: organization.etag }),
      () => {
        draft.forget(sent)
        toast(texts.keeping.saved)
      }
    )
  }
  return (
    <form class="row-actions" onSubmit={submit}>
      {fields.map((field) => (
        <label key={field}>
          {texts.keeping[field]}{" "}
          <input
            class="field"
            type="number"
            min={30}
            max={36_500}
            placeholder={texts.keeping.forEver}
            readOnly={!canWrite}
            aria-invalid={faultsIn(error, field, draft.value(field)).length > 0}
            value={draft.value(field)}
            onInput={({ currentTarget }) => draft.type(field, currentTarget.value)}
          />
        </label>
      ))}
      {canWrite && (
        <button class="button" disabled={isBusy}>
          {texts.keeping.save}
        </button>
      )}
      {error !== undefined && <Failed error={error} />}
    </form>
  )
}

export const Keeping = () => {
  const organization = useQuery(organizationQuery)
  return <Loaded query={organization}>{(organization) => <Editor organization={organization} />}</Loaded>
}
