/** The dialog into which many addresses or domains are pasted. */
import { useState } from "preact/hooks"
import { number, plural } from "../../base/format.ts"
import { toast } from "../../base/undo.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { valuesIn } from "../../kit/form.ts"
import { Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { add, type Added, type Kind, kindOf, kinds } from "./entries.ts"
import { leadsText } from "./parts.ts"
import { texts } from "./texts.ts"

/** The API takes this many at once. */
const most = 1000

export const AddEntries = ({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) => {
  const { error, isBusy, run } = useWrite("blacklist")
  const [text, setText] = useState("")
  const [reason, setReason] = useState("")
  const [invalid, setInvalid] = useState<Added["data"]>([])
  /** Adds all, and leaves in the field what was not valid. */
  const addAll = async () => {
    const values = valuesIn(text)
    const added = { emails: 0, domains: 0 }
    let [existing, stopped] = [0, 0]
    const wrong: Array<Added["data"][number]> = []
    const left = new Set(values)
    for (const of of kinds) {
      const some = values.filter((value) => kindOf(value, kind) === of)
      for (let i = 0; i < some.length; i += most) {
        const part = some.slice(i, i + most)
        const result = await add(of, part, reason)
        added[of] += result.added
        existing += result.existing
        stopped += result.leads_stopped
        wrong.push(...result.data.filter(({ error }) => error !== undefined))
        // After a failure, "Add" goes on with what is left.
        for (const value of part) left.delete(value)
        setText([...wrong.map(({ input }) => input), ...left].join("\n"))
      }
    }
    const blocked = kinds
      .filter((of) => added[of] > 0)
      .map((of) => plural(added[of], ...texts.blocked[of]))
      .join(", ")
    toast(texts.added(blocked, number(existing), stopped === 0 ? "" : leadsText(stopped)))
    setInvalid(wrong)
    if (wrong.length === 0) onClose()
  }
  return (
    <Dialog label={texts.addTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(addAll)
        }}
      >
        <p class="meta">{texts.addHelp}</p>
        <label class="labelled">
          {texts.list}
          <textarea
            class="field"
            required
            autofocus
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <label class="labelled">
          {texts.reason}
          <input
            class="field"
            dir="auto"
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        {invalid.length > 0 && (
          <div role="alert">
            <p class="text-bad">{texts.invalid}</p>
            <ul class="meta">
              {invalid.slice(0, 20).map(({ error, input }) => (
                <li key={input}>
                  <code>{input}</code> {error}
                </li>
              ))}
            </ul>
          </div>
        )}
        {error !== undefined && <Failed error={error} />}
        <DialogActions
          cancel={texts.cancel}
          submit={texts.add}
          isDisabled={isBusy || valuesIn(text).length === 0}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
