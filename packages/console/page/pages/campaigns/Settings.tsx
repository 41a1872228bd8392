/** The settings of a campaign: its name, when and how much it sends, when it stops; and its deletion. */
import type { CampaignPatch } from "@mailroom/client"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { go, hrefOf } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import type { VersionedCampaign } from "../../data/campaigns.ts"
import { Confirm } from "../../kit/Confirm.tsx"
import { CheckField, FieldGroup, FormEnd, InputField, SelectField, TimeZones } from "../../kit/Fields.tsx"
import { Denied } from "../../kit/roles/Reserved.tsx"
import { StoredNow } from "../../kit/StoredNow.tsx"
import { numberIn, valuesIn } from "../../kit/form.ts"
import { type Draft, forgetDraft, useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const t = texts.settings

/** Fields for times of the day have no 24:00. */
const midnight = { shown: "00:00", stored: "24:00" }

/** The stored settings, as the fields show them. */
const fieldsOf = (campaign: VersionedCampaign) => ({
  name: campaign.name,
  timezone: campaign.timezone,
  window_zone: campaign.window_zone,
  holidays: campaign.holidays ?? "",
  skip_days: campaign.skip_days.join(" "),
  days: campaign.send_window.days.toSorted().join(" "),
  from: campaign.send_window.from,
  to: campaign.send_window.to === midnight.stored ? midnight.shown : campaign.send_window.to,
  daily_limit: String(campaign.daily_limit),
  bounce_limit: campaign.bounce_limit === null ? "" : String(campaign.bounce_limit),
  stop_on_reply: String(campaign.stop_on_reply),
  stop_on_auto_reply: String(campaign.stop_on_auto_reply),
  stop_scope: campaign.stop_scope,
  required_verification: campaign.required_verification
})

type Field = keyof ReturnType<typeof fieldsOf>

const daysOf = (days: string): ReadonlyArray<number> => days.split(" ").filter(Boolean).map(Number)

const windowOf = (draft: Draft<Field>) => {
  const to = draft.value("to")
  return {
    days: daysOf(draft.value("days")),
    from: draft.value("from"),
    to: to === midnight.shown ? midnight.stored : to
  }
}

const flag = (value: string | undefined) => (value === undefined ? undefined : value === "true")

/** The patch for the fields that were changed. The window is one value: it is sent as a whole. */
const patchOf = (draft: Draft<Field>): CampaignPatch => {
  const changes = draft.changes()
  const { bounce_limit, daily_limit, days, from, holidays, name, skip_days, timezone, to } = changes
  const { required_verification, stop_on_auto_reply, stop_on_reply, stop_scope, window_zone } = changes
  return {
    name,
    timezone,
    window_zone: window_zone as CampaignPatch["window_zone"],
    holidays: holidays === undefined ? undefined : holidays.trim().toUpperCase() || null,
    skip_days: skip_days === undefined ? undefined : valuesIn(skip_days),
    send_window: (days ?? from ?? to) === undefined ? undefined : windowOf(draft),
    daily_limit: daily_limit === undefined ? undefined : Number(daily_limit),
    bounce_limit: bounce_limit === undefined ? undefined : numberIn(bounce_limit),
    stop_on_reply: flag(stop_on_reply),
    stop_on_auto_reply: flag(stop_on_auto_reply),
    stop_scope: stop_scope as CampaignPatch["stop_scope"],
    required_verification: required_verification as CampaignPatch["required_verification"]
  }
}

/** Why the window cannot be stored; `undefined`: it can. */
const faultOf = (draft: Draft<Field>): string | undefined => {
  const { days, from, to } = windowOf(draft)
  if (days.length === 0) return t.noDay
  return to <= from ? t.endsEarly : undefined
}

const Days = ({ draft }: { readonly draft: Draft<Field> }) => {
  const canWrite = useCanWrite()
  const chosen = new Set(daysOf(draft.value("days")))
  const toggle = (day: number) => {
    const next = new Set(chosen)
    if (!next.delete(day)) next.add(day)
    draft.type("days", [...next].toSorted().join(" "))
  }
  return (
    <div class="form-days" role="group" aria-label={t.days}>
      {t.dayNames.map((name, index) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.has(index + 1)}
            disabled={!canWrite}
            onChange={() => toggle(index + 1)}
          />{" "}
          {name}
        </label>
      ))}
      <StoredNow
        draft={draft}
        field="days"
        show={(days) =>
          daysOf(days)
            .map((day) => t.dayNames[day - 1])
            .join(", ")
        }
      />
    </div>
  )
}

interface SettingsProps {
  readonly campaign: VersionedCampaign
}

const draftKey = (id: string) => `campaign ${id}`

const Form = ({ campaign }: SettingsProps) => {
  const draft = useDraft(fieldsOf(campaign), draftKey(campaign.id))
  const write = useWrite("campaigns")
  const fault = faultOf(draft)
  const changes = draft.changes()
  const isChanged = Object.keys(changes).length > 0
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    write.run(
      () => api.campaigns.update(campaign.id, patchOf(draft), { ifMatch: campaign.etag }),
      () => {
        draft.forget(changes)
        toast(texts.saved)
      }
    )
  }
  return (
    <form class="form" onSubmit={submit}>
      <Denied role="member" />
      <InputField draft={draft} name="name" label={texts.name} required maxLength={200} />
      <FieldGroup title={t.when}>
        <Days draft={draft} />
        <InputField draft={draft} name="from" label={t.from} type="time" required />
        <InputField draft={draft} name="to" label={t.to} type="time" required />
        <InputField
          draft={draft}
          name="timezone"
          label={texts.timezone}
          list="campaign-zones"
          help={t.hoursHelp(draft.value("timezone"))}
          required
        />
        <TimeZones id="campaign-zones" />
        <SelectField
          draft={draft}
          name="window_zone"
          label={t.window_zone}
          values={t.windowZones}
          help={t.windowZoneHelp}
        />
        <InputField draft={draft} name="holidays" label={t.holidays} help={t.holidaysHelp} maxLength={6} />
        <InputField draft={draft} name="skip_days" label={t.skip_days} help={t.skipDaysHelp} />
        {fault !== undefined && <p class="text-bad form-days">{fault}</p>}
      </FieldGroup>
      <FieldGroup title={t.howMuch}>
        <InputField
          draft={draft}
          name="daily_limit"
          label={t.limit}
          help={t.limitHelp}
          type="number"
          min={0}
          max={100_000}
          required
        />
        <InputField
          draft={draft}
          name="bounce_limit"
          label={t.bounceLimit}
          help={t.bounceLimitHelp}
          type="number"
          min={1}
          max={100}
        />
        <SelectField draft={draft} name="required_verification" label={t.requires} values={t.requirements} />
      </FieldGroup>
      <FieldGroup title={t.stops}>
        <CheckField draft={draft} name="stop_on_reply" label={t.stop_on_reply} values={t.yesNo} />
        <CheckField draft={draft} name="stop_on_auto_reply" label={t.stop_on_auto_reply} values={t.yesNo} />
        <SelectField draft={draft} name="stop_scope" label={t.stop_scope} values={t.scopes} help={t.stopsAlways} />
      </FieldGroup>
      <FormEnd isChanged={isChanged} isDisabled={fault !== undefined} words={t} write={write} />
    </form>
  )
}

const Remove = ({ campaign: { id, lead_count, name, status } }: SettingsProps) => {
  const [isAsking, setAsking] = useState(false)
  const write = useWrite("campaigns")
  const remove = () =>
    write.run(async () => {
      await api.campaigns.remove(id)
      forgetDraft(draftKey(id))
      toast(t.removed(name))
      go(hrefOf(["campaigns"]))
    })
  return (
    <section class="sheet-section">
      <h2>{t.remove}</h2>
      <p class="meta">{status === "active" ? t.removeFirst : t.removeHelp}</p>
      <div class="row-actions">
        <button type="button" class="button button-bad" disabled={status === "active"} onClick={() => setAsking(true)}>
          {t.remove}
        </button>
      </div>
      {isAsking && (
        <Confirm
          label={t.removeTitle}
          text={t.removeLoses(t.leads(lead_count))}
          cancel={texts.cancel}
          confirm={t.remove}
          write={write}
          onClose={() => setAsking(false)}
          onConfirm={remove}
        />
      )}
    </section>
  )
}

export const Settings = ({ campaign }: SettingsProps) => (
  <>
    <section class="sheet-section">
      <h2>{texts.parts.settings}</h2>
      <Form campaign={campaign} />
    </section>
    {useCanWrite() && <Remove campaign={campaign} />}
  </>
)
