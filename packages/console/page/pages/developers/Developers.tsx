/** The last requests of this page, each as a command that can be copied, and the events of all campaigns. */
import { requests, type SentRequest } from "../../base/api.ts"
import { base } from "../../base/mount.ts"
import { number, shortDate } from "../../base/format.ts"
import { hrefOf, useRoute } from "../../base/route.ts"
import { useStore } from "../../base/store.ts"
import { Tabs } from "../../kit/Rows.tsx"
import { Sheet } from "../../kit/Sheet.tsx"
import { Empty } from "../../kit/States.tsx"
import { curlOf } from "./curl.ts"
import { Events } from "./Events.tsx"
import { copy } from "../../kit/copy.ts"
import { texts } from "./texts.ts"

const isFailure = (status: number | undefined) => status === undefined || status >= 400

const Request = ({ request }: { readonly request: SentRequest }) => {
  const { duration, method, path, requestId, sentAt, status } = request
  const command = curlOf(request, base)
  return (
    <details class="request">
      <summary>
        <strong>{method}</strong>
        <code>{path}</code>
        <span class={isFailure(status) ? "text-bad" : ""}>{status ?? texts.noAnswer}</span>
        <span>{texts.milliseconds(number(Math.round(duration)))}</span>
        <span class="meta request-at">{shortDate(new Date(sentAt).toISOString())}</span>
      </summary>
      <div class="request-more">
        {requestId !== undefined && (
          <p class="meta">
            {texts.requestId} <code>{requestId}</code>
          </p>
        )}
        <pre class="code-block">{command}</pre>
        <button type="button" class="button" onClick={() => void copy(command, texts)}>
          {texts.copy}
        </button>
      </div>
    </details>
  )
}

const Requests = () => {
  const sent = useStore(requests)
  return (
    <>
      <section class="sheet-section">
        <p class="meta">{texts.help}</p>
      </section>
      {sent.length === 0 ? (
        <Empty title={texts.none} />
      ) : (
        sent.map((request) => <Request request={request} key={request.id} />)
      )}
    </>
  )
}

export const Developers = () => {
  const part = useRoute().path[1] === "events" ? "events" : "requests"
  return (
    <Sheet
      title={texts.title}
      tabs={
        <Tabs
          label={texts.title}
          tabs={(["requests", "events"] as const).map((name) => ({
            href: hrefOf(name === "requests" ? ["developers"] : ["developers", name]),
            text: texts.parts[name],
            isCurrent: name === part
          }))}
        />
      }
      actions={
        <>
          <a class="button" href={hrefOf(["settings", "keys"])}>
            {texts.keys}
          </a>
          <a class="button" href={`${base}docs`}>
            {texts.reference}
          </a>
        </>
      }
    >
      {part === "events" ? <Events /> : <Requests />}
    </Sheet>
  )
}
