/** The rules by which leads of a campaign move to other campaigns: one line for each, and the form that adds or changes one. */
import type { Campaign, MoveRule } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { ArrowRight, Pencil, X } from "lucide-preact"
import { useState } from "preact/hooks"
import { api, versioned } from "../../base/api.ts"
import { hrefOf } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { done } from "../../base/undo.ts"
import { campaignQuery, campaignsQuery, type VersionedCampaign } from "../../data/campaigns.ts"
import { Options } from "../../kit/Options.tsx"
import { IconButton } from "../../kit/Parts.tsx"
import { Failed, Loaded, QueryFailed } from "../../kit/States.tsx"
import { undoing } from "../../kit/undoing.ts"
import { isConflict, useWrite } from "../../kit/useWrite.ts"
import { StatusBadge } from "./parts.tsx"
import { texts } from "./texts.ts"
import "./moves.css"

const t = texts.moves

type Cause = keyof typeof t.causes

/** The cause of a move, as one choice: the label, or the kind of the rule. */
const causeOf = ({ label, when }: MoveRule): Cause => label ?? (when as Cause)

const isEvent = (cause: Cause): cause is "clicked" | "finished" | "opened" =>
  cause === "finished" || cause === "opened" || cause === "clicked"

/** The values of the form. */
interface Typed {
  readonly cause: Cause
  readonly campaign_id: string
  readonly after_days: string
}

const ruleOf = ({ after_days, campaign_id, cause }: Typed): MoveRule => ({
  ...(isEvent(cause) ? { when: cause } : { when: "labelled", label: cause }),
  campaign_id,
  after_days: Number(after_days)
})

const newRule: Typed = { cause: "interested", campaign_id: "", after_days: "0" }

interface FormProps {
  readonly initial: Typed
  /** The campaigns to choose from, by id. */
  readonly names: Readonly<Record<string, string>>
  readonly isBusy: boolean
  readonly isNew: boolean
  readonly onSave: (rule: MoveRule) => void
  readonly onCancel: () => void
}

const Form = ({ initial, isBusy, isNew, names, onCancel, onSave }: FormProps) => {
  const [typed, setTyped] = useState(initial)
  return (
    <form
      class="moves-form"
      aria-label={isNew ? t.add : t.change}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(ruleOf(typed))
      }}
    >
      <label class="labelled">
        {t.when}
        <select
          class="field"
          name="cause"
          value={typed.cause}
          onChange={({ currentTarget }) => setTyped({ ...typed, cause: currentTarget.value as Cause })}
        >
          <Options texts={t.causes} />
        </select>
      </label>
      <label class="labelled">
        {t.to}
        <select
          class="field"
          name="campaign_id"
          required
          value={typed.campaign_id}
          onChange={({ currentTarget }) => setTyped({ ...typed, campaign_id: currentTarget.value })}
        >
          <Options texts={{ "": t.choose, ...names }} />
        </select>
      </label>
      <label class="labelled">
        {t.days}
        <input
          class="field"
          name="after_days"
          type="number"
          min={0}
          max={365}
          required
          value={typed.after_days}
          onInput={({ currentTarget }) => setTyped({ ...typed, after_days: currentTarget.value })}
        />
      </label>
      <div class="row-actions">
        <button type="submit" class="button button-solid" disabled={isBusy}>
          {isNew ? t.add : t.save}
        </button>
        {!isNew && (
          <button type="button" class="button" onClick={onCancel}>
            {texts.cancel}
          </button>
        )}
      </div>
    </form>
  )
}

/** The state of a campaign that leads move to, unless it sends. */
const Target = ({ campaign }: { readonly campaign: Campaign | undefined }) =>
  campaign === undefined || campaign.status === "active" ? null : (
    <>
      <StatusBadge status={campaign.status} />
      {campaign.status !== "completed" && <span class="meta">{t.sendsNothing}</span>}
    </>
  )

const Rules = ({ campaign }: { readonly campaign: VersionedCampaign }) => {
  const canWrite = useCanWrite()
  const write = useWrite("campaigns")
  const campaigns = useQuery(campaignsQuery)
  const [edited, setEdited] = useState<number>()
  /** Counts the rules that were added: the form begins again after each. */
  const [added, setAdded] = useState(0)
  const { id, moves } = campaign
  const names = Object.fromEntries((campaigns.data ?? []).map((one) => [one.id, one.name]))
  const { [id]: _, ...others } = names
  const store = (next: ReadonlyArray<MoveRule>, then: () => void) =>
    write.run(() => api.campaigns.update(id, { moves: next }, { ifMatch: campaign.etag }), then)
  /** Adds a rule to the stored rules. A colleague may have changed them. */
  const restore = async (index: number, rule: MoveRule) => {
    const now = await versioned(api.campaigns.find(id))
    await api.campaigns.update(id, { moves: now.moves.toSpliced(index, 0, rule) }, { ifMatch: now.etag })
  }
  const remove = (index: number, rule: MoveRule) =>
    store(moves.toSpliced(index, 1), () => {
      setEdited(undefined)
      done(t.removed, () => void undoing("campaigns", () => restore(index, rule), t.notRestored)())
    })
  const nameOf = ({ campaign_id }: MoveRule) => names[campaign_id] ?? (campaigns.data === undefined ? "…" : t.deleted)
  return (
    <>
      <p class="meta">{t.help}</p>
      <QueryFailed query={campaigns} />
      {moves.length > 0 && (
        <ul class="moves">
          {moves.map((rule, index) => {
            const what = t.causes[causeOf(rule)]
            const line = t.line(what, nameOf(rule), t.after(rule.after_days))
            return (
              <li key={`${causeOf(rule)} ${rule.campaign_id} ${rule.after_days}`}>
                {edited === index ? (
                  <Form
                    initial={{
                      cause: causeOf(rule),
                      campaign_id: rule.campaign_id,
                      after_days: String(rule.after_days)
                    }}
                    names={others}
                    isBusy={write.isBusy}
                    isNew={false}
                    onCancel={() => setEdited(undefined)}
                    onSave={(next) => store(moves.with(index, next), () => setEdited(undefined))}
                  />
                ) : (
                  <>
                    <b>{what}</b>
                    <ArrowRight size={16} aria-label={t.movesTo} />
                    {names[rule.campaign_id] === undefined ? (
                      <span class="meta">{nameOf(rule)}</span>
                    ) : (
                      <a href={hrefOf(["campaigns", rule.campaign_id])} dir="auto">
                        {nameOf(rule)}
                      </a>
                    )}
                    <span class="meta">{t.after(rule.after_days)}</span>
                    <Target campaign={campaigns.data?.find(({ id }) => id === rule.campaign_id)} />
                    {canWrite && (
                      <span class="moves-actions">
                        <IconButton icon={Pencil} label={t.changeOf(line)} onClick={() => setEdited(index)} />
                        <IconButton icon={X} label={t.removeOf(line)} onClick={() => remove(index, rule)} />
                      </span>
                    )}
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {isConflict(write.error) && <p class="text-bad">{texts.settings.conflict}</p>}
      {write.error !== undefined && <Failed error={write.error} />}
      {canWrite && edited === undefined && (
        <Form
          key={added}
          initial={newRule}
          names={others}
          isBusy={write.isBusy}
          isNew
          onCancel={() => undefined}
          onSave={(rule) => store([...moves, rule], () => setAdded(added + 1))}
        />
      )}
    </>
  )
}

export const Moves = ({ id }: { readonly id: string }) => {
  const campaign = useQuery(campaignQuery(id))
  return (
    <section class="sheet-section sheet-wide" aria-label={t.title}>
      <h2>{t.title}</h2>
      <Loaded query={campaign}>{(found) => <Rules campaign={found} />}</Loaded>
    </section>
  )
}
