/** Where replies come from, for an inbox that has none yet. */
import { hrefOf } from "../../../base/route.ts"
import { texts as frame } from "../../../base/texts.ts"
import { texts } from "./texts.ts"
import "./first.css"

export const First = () => (
  <>
    <p>{texts.from}</p>
    <a class="button" href={hrefOf(["accounts"])}>
      {frame.keys.goTo(frame.pages.accounts)}
    </a>
    <pre class="list-curl">{texts.curl}</pre>
  </>
)
