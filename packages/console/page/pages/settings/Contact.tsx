/** The form of the settings about people: the contact rule, the limit of a company, and the addresses for tests. */
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { toast } from "../../base/undo.ts"
import { organizationQuery, type VersionedOrganization } from "../../data/organization.ts"
import { FormEnd, InputField, TextField } from "../../kit/Fields.tsx"
import { numberIn, valuesIn } from "../../kit/form.ts"
import { Loaded } from "../../kit/States.tsx"
import { useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { Reserved } from "../../kit/roles/Reserved.tsx"
import { texts } from "./texts.ts"

const t = texts.contact

const Editor = ({ organization }: { readonly organization: VersionedOrganization }) => {
  const { contact_rule, domain_daily_limit, etag, seed_addresses } = organization
  const draft = useDraft(
    {
      gap_days: String(contact_rule?.gap_days ?? ""),
      domain_daily_limit: String(domain_daily_limit ?? ""),
      seed_addresses: seed_addresses.join("\n")
    },
    "contact"
  )
  const write = useWrite("organization")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const sent = draft.changes()
    const gap_days = numberIn(draft.value("gap_days"))
    const patch = {
      contact_rule: gap_days === null ? null : { gap_days },
      domain_daily_limit: numberIn(draft.value("domain_daily_limit")),
      seed_addresses: valuesIn(draft.value("seed_addresses"))
    }
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
        <InputField draft={draft} name="gap_days" label={t.gap} help={t.gapHelp} type="number" min={0} max={365} />
        <InputField
          draft={draft}
          name="domain_daily_limit"
          label={t.limit}
          help={t.limitHelp}
          type="number"
          min={1}
          max={100_000}
        />
        <TextField draft={draft} name="seed_addresses" label={t.seeds} help={t.seedsHelp} />
        <FormEnd isChanged={Object.keys(draft.changes()).length > 0} words={t} write={write} />
      </Reserved>
    </form>
  )
}

export const Contact = () => {
  const organization = useQuery(organizationQuery)
  return <Loaded query={organization}>{(organization) => <Editor organization={organization} />}</Loaded>
}
