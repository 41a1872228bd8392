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
import { prefetchInbox } from "./pages/inbox/data.ts"

const start = async () => {
  const [code, invitation] = [takeSecret("code"), takeSecret("invitation")]
  if (code !== undefined) {
    // Calls without the session would only say that there is none yet.
    await import("./app/signIn/SignIn.tsx").then(({ signInByCode }) => signInByCode(code)).catch(() => {})
  }
  if (invitation !== undefined) {
    void import("./app/signIn/SignIn.tsx").then(({ acceptInvitation }) => acceptInvitation(invitation))
  }
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
