/** Changes the password of the person who is signed in. */
import { api } from "../../base/api.ts"
import { toast } from "../../base/undo.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const t = texts.password

export const NewPassword = ({ onClose }: { readonly onClose: () => void }) => {
  const { error, isBusy, run } = useWrite("session")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const [current_password, password] = [String(form.get("current")), String(form.get("password"))]
    run(
      () => api.session.changePassword({ current_password, password }),
      () => {
        toast(t.changed)
        onClose()
      }
    )
  }
  return (
    <Dialog label={t.change} class="dialog-small" onClose={onClose}>
      <form onSubmit={submit}>
        <label class="labelled">
          {t.current}
          <input class="field" name="current" type="password" required autofocus autocomplete="current-password" />
        </label>
        <label class="labelled">
          {t.next}
          <input
            class="field"
            name="password"
            type="password"
            required
            minLength={12}
            autocomplete="new-password"
            aria-describedby="password-help"
          />
        </label>
        <p class="meta" id="password-help">
          {t.help}
        </p>
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={texts.cancel} submit={t.change} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
