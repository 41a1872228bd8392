/** The sign-in over the page. The page below stays as it is, so no work is lost. */
import { MailroomError } from "@mailroom/client"
import { useState } from "preact/hooks"
import { queries, send, signedOut } from "../../base/api.ts"
import { base } from "../../base/mount.ts"
import { useSession } from "../../base/session.ts"
import { makeStore, useStore } from "../../base/store.ts"
import { detailOf } from "../../kit/States.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { texts as t } from "./texts.ts"

/** The page at which the users of the host sign in. */
const hostSignIn = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="mailroom-sign-in"]')?.content

/** Why a sign-in by the code of a link has failed. */
const codeFailure = makeStore("")

/** Signs in. Fails with a `MailroomError`, `unauthorized` if the key or code is not valid. */
const signIn = async (credential: { readonly code: string } | { readonly key: string }): Promise<void> => {
  const response = await send(`${base}session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credential)
  })
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}))
    throw new MailroomError(problem.detail ?? problem.title ?? response.statusText, {
      code: "unauthorized",
      ...problem
    })
  }
  signedOut.set(false)
  // Queries from before the sign-in will fail. Asking again would only join them.
  await queries.cancelQueries()
  await queries.refetchQueries({ type: "active" })
}

/** Signs in by the code of a link. When that fails, the sign-in says why. */
export const signInByCode = (code: string): Promise<void> =>
  signIn({ code }).catch(() => codeFailure.set(t.codeRejected))

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
