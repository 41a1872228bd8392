/** The sign-in over the page. The page below stays as it is, so no work is lost. */
import { useState } from "preact/hooks"
import { detailOf } from "../kit/States.tsx"
import { Dialog } from "../kit/Dialog.tsx"
import { codeFailure, hostSignIn, signIn, useSession } from "./session.ts"
import { useStore } from "./store.ts"
import { texts } from "./texts.ts"

const t = texts.signIn

const ByHost = ({ url }: { readonly url: string }) => (
  <>
    <p>{t.hostIntro}</p>
    <div class="dialog-actions">
      <button type="button" class="button" onClick={() => location.reload()}>
        {t.reload}
      </button>
      {url !== "" && (
        <a class="button button-solid" href={url} target="_top">
          {t.host}
        </a>
      )}
    </div>
  </>
)

const ByKey = () => {
  const hadSession = useSession() !== undefined
  const ofCode = useStore(codeFailure)
  const [failure, setFailure] = useState("")
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const key = new FormData(event.currentTarget as HTMLFormElement).get("key")
    setBusy(true)
    setFailure("")
    try {
      await signIn({ key: String(key).trim() })
      codeFailure.set("")
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined
      setFailure(code === "unauthorized" ? t.rejected : detailOf(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <p>{hadSession ? t.again : t.intro}</p>
      <label class="labelled">
        <span>{t.key}</span>
        <input
          class="field"
          name="key"
          type="password"
          autofocus
          autocomplete="current-password"
          required
          aria-describedby="sign-in-failure"
        />
      </label>
      <p id="sign-in-failure" class="text-bad" role="alert">
        {failure || ofCode}
      </p>
      <div class="dialog-actions">
        <button type="submit" class="button button-solid" disabled={isBusy}>
          {t.submit}
        </button>
      </div>
    </form>
  )
}

export const SignIn = () => {
  const url = hostSignIn()
  return (
    <Dialog label={t.title} class="dialog-small">
      {url === undefined ? <ByKey /> : <ByHost url={url} />}
    </Dialog>
  )
}
