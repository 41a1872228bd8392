/** The sign-in over the page. The page below stays as it is, so no work is lost. */
import { MailroomError } from "@mailroom/client"
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { send, signedOut } from "../../base/api.ts"
import { sendWaiting } from "../../base/later.ts"
import { base } from "../../base/mount.ts"
import { hostSignIn, useSession } from "../../base/session.ts"
import { makeStore, useStore } from "../../base/store.ts"
import { writeStored } from "../../base/stored.ts"
import { textOf } from "../../kit/form.ts"
import { detailOf } from "../../kit/States.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { goOn } from "../../kit/leaving.ts"
import { texts as t } from "./texts.ts"

/** Why a sign-in by the code of a link has failed. */
const codeFailure = makeStore("")

type Credential =
  | { readonly code: string }
  | { readonly email: string; readonly password: string }
  | { readonly invitation: string; readonly password: string }
  | { readonly key: string }

/** Signs in. Fails with a `MailroomError`, `unauthorized` if the credential is not valid. */
const signIn = async (credential: Credential): Promise<void> => {
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
  // Other tabs have the same cookie.
  writeStored("session", String(Date.now()))
  await goOn()
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

type Way = "invitation" | "key" | "person"

/** The token of the link of an invitation, until it was used. */
const invitation = makeStore<string | undefined>(undefined)

/** Shows the form for a password to somebody who has opened the link of an invitation, also over a session. */
export const acceptInvitation = (token: string): void => {
  invitation.set(token)
  signedOut.set(true)
}

const introOf = (way: Way, hadSession: boolean) => {
  if (way === "invitation") return t.chooseIntro
  if (hadSession) return t.again
  return way === "key" ? t.keyIntro : t.intro
}
const rejections = { invitation: t.rejectedInvitation, key: t.rejected, person: t.rejectedPerson }

const Field = ({ label, ...properties }: JSX.IntrinsicElements["input"] & { readonly label: string }) => (
  <label class="labelled">
    <span>{label}</span>
    <input class="field" required aria-describedby="sign-in-failure" {...properties} />
  </label>
)

const Fields = ({ way }: { readonly way: Way }) => {
  if (way === "key") {
    return <Field label={t.key} name="key" type="password" autofocus autocomplete="current-password" />
  }
  if (way === "invitation") {
    return (
      <Field
        label={t.newPassword}
        name="password"
        type="password"
        autofocus
        autocomplete="new-password"
        minLength={12}
      />
    )
  }
  return (
    <>
      <Field label={t.email} name="email" type="email" autofocus autocomplete="username" />
      <Field label={t.password} name="password" type="password" autocomplete="current-password" />
    </>
  )
}

const ByPerson = ({ token }: { readonly token: string | undefined }) => {
  const session = useSession()
  const hadSession = session !== undefined
  /** The name of the session that an accepted invitation ends. */
  const present = token === undefined ? undefined : (session?.person ?? session?.key)?.name
  const ofCode = useStore(codeFailure)
  const [isByKey, setByKey] = useState(false)
  const [failure, setFailure] = useState("")
  const [isBusy, setBusy] = useState(false)
  const way: Way = token !== undefined ? "invitation" : isByKey ? "key" : "person"
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const password = String(form.get("password") ?? "")
    setBusy(true)
    setFailure("")
    // The person who wrote an answer sends it.
    if (present !== undefined) await sendWaiting()
    try {
      if (token !== undefined) await signIn({ invitation: token, password })
      else await signIn(isByKey ? { key: textOf(form, "key") } : { email: textOf(form, "email"), password })
      codeFailure.set("")
      invitation.set(undefined)
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined
      setFailure(code === "unauthorized" ? rejections[way] : detailOf(error))
    }
    setBusy(false)
  }
  return (
    <form key={way} onSubmit={(event) => void submit(event)}>
      {present !== undefined && <p class="text-bad">{t.replaces(present)}</p>}
      <p>{introOf(way, hadSession)}</p>
      <Fields way={way} />
      <p id="sign-in-failure" class="text-bad" role="alert">
        {failure || ofCode}
      </p>
      <div class="dialog-actions">
        {present !== undefined && (
          <button
            type="button"
            class="button"
            onClick={() => {
              invitation.set(undefined)
              signedOut.set(false)
            }}
          >
            {t.cancel}
          </button>
        )}
        {token === undefined && (
          <button
            type="button"
            class="button"
            onClick={() => {
              setFailure("")
              setByKey(!isByKey)
            }}
          >
            {isByKey ? t.byPerson : t.byKey}
          </button>
        )}
        <button type="submit" class="button button-solid" disabled={isBusy}>
          {token === undefined ? t.submit : t.save}
        </button>
      </div>
    </form>
  )
}

export const SignIn = () => {
  const url = hostSignIn()
  const token = useStore(invitation)
  return (
    <Dialog label={token === undefined ? t.title : t.choose} class="dialog-small">
      {url === undefined ? <ByPerson token={token} /> : <ByHost url={url} />}
    </Dialog>
  )
}
