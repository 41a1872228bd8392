/** The first module of the page. */
import "./style/tokens.css"
import "./style/base.css"
import "./style/kit.css"
import "./style/shell.css"
import "./app/translations.ts"
import { render } from "preact"
import { queries } from "./base/api.ts"
import { App } from "./app/App.tsx"
import { listen } from "./base/keys.ts"
import { watch } from "./base/live.ts"
import "./base/scheme.ts"
import { sessionQuery, takeSecret } from "./base/session.ts"
import { onStored } from "./base/stored.ts"
import { prefetchInbox } from "./pages/inbox/data.ts"

/** Shows the form of an invitation, also where its link is opened in a tab that has this page already. */
const takeInvitation = () => {
  const invitation = takeSecret("invitation")
  if (invitation === undefined) return
  void import("./app/signIn/SignIn.tsx").then(({ acceptInvitation }) => acceptInvitation(invitation))
}
// Before the route is read from the address.
addEventListener("hashchange", takeInvitation, true)

// Somebody has signed in in another tab, which has the same cookie.
onStored("session", () => void import("./kit/leaving.ts").then(({ goOn }) => goOn()))

const start = async () => {
  const code = takeSecret("code")
  if (code !== undefined) {
    // Calls without the session would only say that there is none yet.
    await import("./app/signIn/SignIn.tsx").then(({ signInByCode }) => signInByCode(code)).catch(() => {})
  }
  takeInvitation()
  // The page asks for its data before it knows the session: without one, the answer to both is the same.
  const list = prefetchInbox()
  void queries.prefetchQuery(sessionQuery)
  listen()
  // Changes matter once the list is shown.
  void list.then(() => setTimeout(watch, 50))
  render(<App />, document.body)
}

// The module itself must not wait: the file of the sign-in imports from it.
void start()
