/** The tracking domain: its state, the records that it needs, and its change. */
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { useCanManage } from "../../kit/rights.ts"
import { toast } from "../../base/undo.ts"
import { faultsIn } from "../../base/faults.ts"
import { domainQuery, organizationQuery, type VersionedOrganization } from "../../data/organization.ts"
import { copy } from "../../kit/copy.ts"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { useDraft } from "../../kit/useDraft.ts"
import { isConflict, useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const tones: Record<keyof typeof texts.states, Tone> = { ok: "good", error: "bad", none: "plain" }

const State = () => {
  const state = useQuery(domainQuery)
  return (
    <Loaded query={state}>
      {({ message, status }) => (
        <div class="row-actions">
          <Badge tone={tones[status]}>{texts.states[status]}</Badge>
          <span class="meta">{message}</span>
          <button type="button" class="button" disabled={state.isFetching} onClick={() => void state.refetch()}>
            {state.isFetching ? texts.checking : texts.checkAgain}
          </button>
        </div>
      )}
    </Loaded>
  )
}

const Editor = ({ organization }: { readonly organization: VersionedOrganization }) => {
  const { etag, public_url, tracking_domain, tracking_domain_proof } = organization
  const canWrite = useCanManage()
  const draft = useDraft({ domain: tracking_domain ?? "" }, "domain")
  const { error, isBusy, run } = useWrite("organization")
  const name = draft.value("domain").trim()
  const host = URL.parse(public_url ?? "")?.hostname
  // A host that is an address has no CNAME, and a record has no brackets.
  const type = host?.startsWith("[") ? "AAAA" : /^[\d.]+$/u.test(host ?? "") ? "A" : "CNAME"
  const records = [
    `${name} ${type} ${host?.replace(/^\[|\]$/gu, "")}`,
    `_mailroom.${name} TXT ${tracking_domain_proof}`
  ]
  if (public_url === null && tracking_domain === null) return <p class="meta">{texts.noPublicUrl}</p>
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const sent = draft.changes()
    run(
      () => api.organization.update({ tracking_domain: name === "" ? null : name }, { ifMatch: etag }),
      () => {
        draft.forget(sent)
        toast(name === "" ? texts.noDomainSaved : texts.domainSaved(name))
      }
    )
  }
  return (
    <>
      {tracking_domain !== null && <State />}
      {canWrite && (
        <form class="row-actions" onSubmit={submit}>
          <input
            class="field"
            aria-label={texts.domain}
            placeholder={texts.domainHint}
            maxLength={254}
            autoComplete="off"
            spellcheck={false}
            aria-invalid={faultsIn(error, "tracking_domain", name).length > 0}
            aria-describedby={error === undefined ? undefined : "domain-fault"}
            value={draft.value("domain")}
            onInput={({ currentTarget }) => draft.type("domain", currentTarget.value)}
          />
          <button class="button" disabled={isBusy}>
            {isBusy ? texts.checking : texts.checkAndSave}
          </button>
        </form>
      )}
      {isConflict(error) && <p class="text-bad">{texts.domainConflict}</p>}
      {error !== undefined && (
        <div id="domain-fault">
          <Failed error={error} />
        </div>
      )}
      {name !== "" && host !== undefined && (
        <div>
          <p class="meta">{texts.records}</p>
          {records.map((record) => (
            <div key={record} class="row-actions">
              <code>{record}</code>
              <button type="button" class="button" onClick={() => void copy(record, texts)}>
                {texts.copy}
              </button>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

export const Domain = () => {
  const organization = useQuery(organizationQuery)
  return <Loaded query={organization}>{(organization) => <Editor organization={organization} />}</Loaded>
}
