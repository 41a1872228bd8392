/** The settings of an account: whether it sends, how much, and in whose name. */
import type { AccountSettingsPatch } from "@mailroom/client"
import { api } from "../../base/api.ts"
import { done, toast } from "../../base/undo.ts"
import { FieldGroup, FormEnd, InputField, TextField } from "../../kit/Fields.tsx"
import { Failed } from "../../kit/States.tsx"
import { undoing } from "../../kit/undoing.ts"
import { useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { Reserved } from "../../kit/roles/Reserved.tsx"
import type { VersionedAccount } from "./parts.tsx"
import { texts } from "./texts.ts"

const t = texts.settings

interface AccountProps {
  readonly account: VersionedAccount
}

const switchSending = (id: number, sending_enabled: boolean) =>
  api.accounts.update({ ids: [id], settings: { sending_enabled } })

/** Switches sending on and off. It can be undone. */
export const SendingSwitch = ({ account: { email, id, settings } }: AccountProps) => {
  const isOn = settings.sending_enabled
  const { error, isBusy, run } = useWrite("accounts")
  const undo = undoing("accounts", () => switchSending(id, isOn), t.undoFailed)
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={isBusy}
        onClick={() =>
          run(
            () => switchSending(id, !isOn),
            () => done(isOn ? t.isOff(email) : t.isOn(email), undo)
          )
        }
      >
        {isOn ? t.switchOff : t.switchOn}
      </button>
      {error !== undefined && <Failed error={error} />}
    </>
  )
}

export const draftKey = (id: number): string => `account ${id}`

const fieldsOf = ({ settings }: VersionedAccount) => ({
  first_name: settings.first_name,
  last_name: settings.last_name,
  daily_limit: String(settings.daily_limit),
  min_delay_minutes: String(settings.min_delay_minutes),
  signature: settings.signature
})

const patchOf = ({
  daily_limit,
  min_delay_minutes,
  ...rest
}: Partial<ReturnType<typeof fieldsOf>>): AccountSettingsPatch => ({
  ...rest,
  daily_limit: daily_limit === undefined ? undefined : Number(daily_limit),
  min_delay_minutes: min_delay_minutes === undefined ? undefined : Number(min_delay_minutes)
})

export const AccountSettings = ({ account }: AccountProps) => {
  const draft = useDraft(fieldsOf(account), draftKey(account.id))
  const write = useWrite("accounts")
  const changes = draft.changes()
  const isChanged = Object.keys(changes).length > 0
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    write.run(
      () => api.accounts.update({ ids: [account.id], settings: patchOf(changes) }, { ifMatch: account.etag }),
      () => {
        draft.forget(changes)
        toast(t.saved)
      }
    )
  }
  return (
    <form class="form" onSubmit={submit}>
      <Reserved role="admin">
        <FieldGroup title={t.name}>
          <InputField draft={draft} name="first_name" label={texts.fields.first} maxLength={200} />
          <InputField draft={draft} name="last_name" label={texts.fields.last} maxLength={200} />
        </FieldGroup>
        <FieldGroup title={t.limits}>
          <InputField
            draft={draft}
            name="daily_limit"
            label={t.daily_limit}
            type="number"
            min={0}
            max={1_000}
            required
          />
          <InputField
            draft={draft}
            name="min_delay_minutes"
            label={t.min_delay_minutes}
            type="number"
            min={0}
            max={1_440}
            required
          />
        </FieldGroup>
        <TextField draft={draft} name="signature" label={t.signature} help={t.signatureHelp} />
        <FormEnd isChanged={isChanged} words={t} write={write} />
      </Reserved>
    </form>
  )
}
