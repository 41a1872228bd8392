/** The dialog that sends a test of a step, or of a variant: to an account, to an address, or to the seed addresses. */
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { accountsQuery, campaignQuery } from "../../data/campaigns.ts"
import { organizationQuery } from "../../data/organization.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { askAgain } from "../../kit/asking.ts"
import { useDelayed } from "../../kit/hooks.ts"
import { Why } from "../../kit/refused/Why.tsx"
import { Failed, Loaded, QueryFailed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { leadsQuery } from "./editor/leads.ts"
import type { StepProps } from "./parts.tsx"
import { textOf } from "../../kit/form.ts"
import { texts } from "./texts.ts"

/** The outcome of the test. The page asks for it until it is known. */
const Outcome = ({ id }: { readonly id: number }) => {
  const send = useQuery({
    queryKey: ["tests", id],
    queryFn: ({ signal }) => api.sends.find(id, { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && askAgain([state.data])
  })
  return (
    <div role="status">
      <Loaded query={send} skeleton={null}>
        {(send) => (
          <>
            <p class={send.outcome === "refused" || send.outcome === "unknown" ? "text-bad" : ""}>
              {texts.test.outcomeOf(send.to_email, texts.test.outcomes[send.outcome])}
            </p>
            <Why send={send} />
          </>
        )}
      </Loaded>
    </div>
  )
}

export const StepTest = ({ campaign_id, onClose, step }: StepProps & { readonly onClose: () => void }) => {
  const campaign = useQuery(campaignQuery(campaign_id))
  const accounts = useQuery(accountsQuery)
  const [typed, setTyped] = useState<string>()
  const search = useDelayed(typed?.trim() ?? "", 200)
  const first = useQuery(leadsQuery(campaign_id, ""))
  const found = useQuery(leadsQuery(campaign_id, search))
  const email = typed ?? first.data?.data[0]?.email ?? ""
  const seeds = useQuery(organizationQuery).data?.seed_addresses.length ?? 0
  const [to, setTo] = useState("")
  const [sent, setSent] = useState<ReadonlyArray<number>>([])
  const [isUnknown, setUnknown] = useState(false)
  const { error, isBusy, run } = useWrite("none")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    run(async () => {
      setSent([])
      const { data: leads } = await api.leads.list({ campaign_id, email: email.trim(), limit: 1 })
      setUnknown(leads[0] === undefined)
      if (leads[0] === undefined) return
      const test = { lead_id: leads[0].id, sequence_id: step.id, account_id: Number(form.get("from")) }
      if (to === "seeds") {
        const { data } = await api.testMails.sendToSeeds(campaign_id, test)
        setSent(data.map(({ id }) => id))
        return
      }
      const { id } = await api.testMails.send(campaign_id, {
        ...test,
        ...(to === "address" && { to_email: textOf(form, "address") }),
        ...(Number(to) > 0 && { to_account_id: Number(to) })
      })
      setSent([id])
    })
  }
  const chosen = campaign.data?.account_ids ?? []
  return (
    <Dialog label={texts.test.title} onClose={onClose} class="dialog-small">
      <Loaded query={accounts}>
        {(all) => (
          <form onSubmit={submit}>
            <p class="meta">{texts.test.help}</p>
            <QueryFailed query={first} />
            {first.data?.data.length === 0 && <p class="text-bad">{texts.test.noLead}</p>}
            <label class="labelled">
              {texts.test.lead}
              <input
                class="field"
                name="lead"
                type="email"
                required
                list="test-leads"
                autocomplete="off"
                value={email}
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
              <span class="meta">{texts.test.leadHelp}</span>
            </label>
            <datalist id="test-leads">
              {found.data?.data.map((lead) => (
                <option value={lead.email} key={lead.id}>
                  {`${lead.first_name} ${lead.last_name}`.trim()}
                </option>
              ))}
            </datalist>
            <label class="labelled">
              {texts.test.from}
              <select class="field" name="from" required>
                {/* Accounts of the campaign come first. */}
                {all
                  .toSorted((one, other) => Number(chosen.includes(other.id)) - Number(chosen.includes(one.id)))
                  .map(({ email, id }) => (
                    <option value={id} key={id}>
                      {email}
                    </option>
                  ))}
              </select>
            </label>
            <label class="labelled">
              {texts.test.to}
              <select class="field" name="to" value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
                <option value="">{texts.test.sameAccount}</option>
                <option value="address">{texts.test.anAddress}</option>
                {seeds > 0 && <option value="seeds">{texts.test.seeds(seeds)}</option>}
                {all.map(({ email, id }) => (
                  <option value={id} key={id}>
                    {email}
                  </option>
                ))}
              </select>
            </label>
            {to === "address" && (
              <label class="labelled">
                {texts.test.address}
                <input class="field" name="address" type="email" required autocomplete="off" />
              </label>
            )}
            {isUnknown && (
              <p class="text-bad" role="alert">
                {texts.test.unknownLead}
              </p>
            )}
            {error !== undefined && <Failed error={error} />}
            {sent.map((id) => (
              <Outcome id={id} key={id} />
            ))}
            <DialogActions cancel={texts.test.close} submit={texts.test.send} isDisabled={isBusy} onClose={onClose} />
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}
