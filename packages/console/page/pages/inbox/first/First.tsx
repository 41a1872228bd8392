/** Where replies come from, for an inbox that has none yet. */
import { ToPage } from "../../../kit/States.tsx"
import { texts } from "./texts.ts"
import "./first.css"

export const First = () => (
  <>
    <p>{texts.from}</p>
    <ToPage page="accounts" />
    <pre class="list-curl">{texts.curl}</pre>
  </>
)
