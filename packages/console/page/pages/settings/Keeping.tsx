/** The form of the retention: for how many days events, texts of messages, sent mails and the log are kept. */
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { toast } from "../../base/undo.ts"
import { organizationQuery, type VersionedOrganization } from "../../data/organization.ts"
import { FormEnd, InputField } from "../../kit/Fields.tsx"
import { numberIn } from "../../kit/form.ts"
import { Loaded } from "../../kit/States.tsx"
import { useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { Reserved } from "../../kit/roles/Reserved.tsx"
import { texts } from "./texts.ts"

const t = texts.keeping

const fields = ["keep_events_days", "keep_messages_days", "keep_sends_days", "keep_log_days"] as const

const Editor = ({ organization }: { readonly organization: VersionedOrganization }) => {
  const { etag, keep_events_days, keep_log_days, keep_messages_days, keep_sends_days } = organization
  const draft = useDraft(
    {
      keep_events_days: String(keep_events_days ?? ""),
      keep_messages_days: String(keep_messages_days ?? ""),
      keep_sends_days: String(keep_sends_days ?? ""),
      keep_log_days: String(keep_log_days ?? "")
    },
    "keeping"
  )
  const write = useWrite("organization")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const sent = draft.changes()
    const patch = Object.fromEntries(fields.map((name) => [name, numberIn(draft.value(name))]))
    write.run(
      () => api.organization.update(patch, { ifMatch: etag }),
      () => {
        draft.forget(sent)
        toast(t.saved)
      }
    )
  }
  return (
    <form onSubmit={submit}>
      <Reserved role="admin">
        {fields.map((name) => (
          <InputField
            draft={draft}
            name={name}
            label={t[name]}
            type="number"
            min={30}
            max={36_500}
            placeholder={t.forEver}
            key={name}
          />
        ))}
        <FormEnd isChanged={Object.keys(draft.changes()).length > 0} words={texts.contact} write={write} />
      </Reserved>
    </form>
  )
}

export const Keeping = () => {
  const organization = useQuery(organizationQuery)
  return <Loaded query={organization}>{(organization) => <Editor organization={organization} />}</Loaded>
}
