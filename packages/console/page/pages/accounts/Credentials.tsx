/** The dialog that stores the credentials of an account. Nothing that is stored is shown: only the server knows it. */
import type { Account, Credentials as Input } from "@mailroom/client"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "").trim()

/** The credentials that were typed. Empty fields are left out: the server chooses them by the provider. */
const inputOf = (form: FormData, readsInbox: boolean): Input => {
  const server = (name: "imap" | "smtp") => {
    const [host, port] = [textOf(form, `${name}-host`), textOf(form, `${name}-port`)]
    return { ...(host !== "" && { host }), ...(port !== "" && { port: Number(port) }) }
  }
  const user = textOf(form, "user")
  const password = String(form.get("password") ?? "")
  return {
    smtp: { ...server("smtp"), auth: { type: "password", password, ...(user !== "" && { user }) } },
    ...(readsInbox && { imap: { ...server("imap"), keep_unrelated: form.get("unrelated") !== null } })
  }
}

const ports = { smtp: [465, 587, 2525, 25], imap: [993, 143] } as const

const Server = ({ account, name }: { readonly account: Account; readonly name: "imap" | "smtp" }) => {
  const known = account.connection?.[name]
  return (
    <fieldset class="servers">
      <legend>{name.toUpperCase()}</legend>
      <label class="labelled">
        {texts.credentials.host}
        <input
          class="field"
          name={`${name}-host`}
          defaultValue={known?.host}
          required={account.provider === "smtp"}
          autocomplete="off"
        />
      </label>
      <label class="labelled">
        {texts.credentials.port}
        <select class="field" name={`${name}-port`}>
          <option value="">{texts.credentials.usual}</option>
          {ports[name].map((port) => (
            <option value={port} key={port} selected={port === known?.port}>
              {port}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  )
}

export const Credentials = ({
  account,
  onClose,
  onSaved
}: {
  readonly account: Account
  readonly onClose: () => void
  readonly onSaved: () => void
}) => {
  const { error, isBusy, run } = useWrite("accounts")
  const { connection } = account
  const [readsInbox, setReadsInbox] = useState(connection === null || connection.imap !== null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    run(() => api.mailboxes.connect(account.id, inputOf(form, readsInbox)), onSaved)
  }
  return (
    <Dialog label={texts.credentials.title} onClose={onClose} class="dialog-small">
      <form onSubmit={submit}>
        <p class="meta">{texts.credentials.help}</p>
        <label class="labelled">
          {texts.credentials.user}
          <input
            class="field"
            name="user"
            defaultValue={connection?.smtp.user}
            placeholder={account.email}
            autocomplete="off"
          />
        </label>
        <label class="labelled">
          {texts.credentials.password}
          <input class="field" name="password" type="password" required autocomplete="new-password" />
        </label>
        <Server account={account} name="smtp" />
        <label>
          <input
            type="checkbox"
            checked={readsInbox}
            onChange={({ currentTarget }) => setReadsInbox(currentTarget.checked)}
          />{" "}
          {texts.credentials.reads}
        </label>
        {readsInbox && (
          <>
            <Server account={account} name="imap" />
            <label>
              <input type="checkbox" name="unrelated" defaultChecked={connection?.imap?.keep_unrelated ?? true} />{" "}
              {texts.credentials.unrelated}
            </label>
          </>
        )}
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={texts.cancel} submit={texts.credentials.save} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
