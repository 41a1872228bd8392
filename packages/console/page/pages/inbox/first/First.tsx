/** Where replies come from, for an inbox that has none yet. */
import { texts } from "./texts.ts"
import "./first.css"

export const First = () => (
  <>
    <p>{texts.from}</p>
    <pre class="list-curl">{texts.curl}</pre>
  </>
)
