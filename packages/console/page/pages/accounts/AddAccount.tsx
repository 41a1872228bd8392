/** The dialog that adds a sender account. */
import type { NewAccount } from "@mailroom/client"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { textOf } from "../../kit/form.ts"
import { Options } from "../../kit/Options.tsx"
import { Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { mailProviders, providerOf } from "./providers.ts"
import { texts } from "./texts.ts"

export const AddAccount = ({
  onAdded,
  onClose
}: {
  readonly onAdded: (id: number) => void
  readonly onClose: () => void
}) => {
  const { error, isBusy, run } = useWrite("accounts")
  const [email, setEmail] = useState("")
  const [chosen, setChosen] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const input: NewAccount = {
      email: textOf(form, "email"),
      provider: textOf(form, "provider") as NewAccount["provider"],
      settings: { first_name: textOf(form, "first"), last_name: textOf(form, "last") }
    }
    run(async () => onAdded((await api.accounts.create(input)).id), onClose)
  }
  return (
    <Dialog label={texts.add} onClose={onClose} class="dialog-small">
      <form onSubmit={submit}>
        <label class="labelled">
          {texts.fields.email}
          <input
            class="field"
            name="email"
            type="email"
            required
            autofocus
            autocomplete="off"
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </label>
        <label class="labelled">
          {texts.fields.provider}
          <select
            class="field"
            name="provider"
            value={chosen ?? mailProviders[providerOf(email) ?? ""]?.provider ?? "smtp"}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            <Options texts={texts.providers} />
          </select>
        </label>
        <label class="labelled">
          {texts.fields.first}
          <input class="field" dir="auto" name="first" autocomplete="off" />
        </label>
        <label class="labelled">
          {texts.fields.last}
          <input class="field" dir="auto" name="last" autocomplete="off" />
        </label>
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={texts.cancel} submit={texts.add} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
