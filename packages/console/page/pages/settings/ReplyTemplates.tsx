/** The reply templates: list, add, change, remove. */
import type { ReplyTemplate } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { useCanWrite } from "../../base/session.ts"
import { done } from "../../base/undo.ts"
import { templatesQuery } from "../../data/replyTemplates.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { Empty, Failed, Loaded } from "../../kit/States.tsx"
import { undoing } from "../../kit/undoing.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const t = texts.templates
const key = templatesQuery.queryKey[0]

/** A form for a template; without `template`, for a new one. */
const Edit = ({ onClose, template }: { readonly template?: ReplyTemplate; readonly onClose: () => void }) => {
  const { error, isBusy, run } = useWrite(key)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    // Forms give all line ends as CR LF.
    const input = { name: String(given.get("name")), body: String(given.get("body")).replaceAll("\r\n", "\n") }
    run(
      () => (template === undefined ? api.replyTemplates.create(input) : api.replyTemplates.update(template.id, input)),
      onClose
    )
  }
  return (
    <Dialog label={template === undefined ? t.add : t.change} onClose={onClose}>
      <form onSubmit={submit}>
        <label class="labelled">
          {t.name}
          <input
            class="field"
            dir="auto"
            name="name"
            required
            maxLength={200}
            autofocus
            autocomplete="off"
            defaultValue={template?.name}
          />
        </label>
        <label class="labelled">
          {t.body}
          <textarea
            class="field"
            dir="auto"
            name="body"
            required
            maxLength={10_000}
            rows={10}
            defaultValue={template?.body}
          />
        </label>
        <p class="meta">{t.variables}</p>
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={texts.cancel} submit={t.save} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Creates a removed template again. It gets another id. */
const restoring = ({ body, name }: ReplyTemplate) =>
  undoing(key, () => api.replyTemplates.create({ name, body }), t.undoFailed)

const Row = ({ template }: { readonly template: ReplyTemplate }) => {
  const { body, id, name } = template
  const canWrite = useCanWrite()
  const [isEditing, setEditing] = useState(false)
  const { error, isBusy, run } = useWrite(key)
  const remove = () =>
    run(
      () => api.replyTemplates.remove(id),
      () => done(t.removed(name), restoring(template))
    )
  return (
    <li class="tag-row">
      <span dir="auto">{name}</span>
      <span class="meta template-body" dir="auto">
        {body}
      </span>
      {canWrite && (
        <>
          <button type="button" class="button" aria-label={`${t.change} ${name}`} onClick={() => setEditing(true)}>
            {t.change}
          </button>
          <button
            type="button"
            class="button"
            aria-label={`${texts.remove} ${name}`}
            disabled={isBusy}
            onClick={remove}
          >
            {texts.remove}
          </button>
        </>
      )}
      {error !== undefined && <Failed error={error} />}
      {isEditing && <Edit template={template} onClose={() => setEditing(false)} />}
    </li>
  )
}

export const ReplyTemplates = () => {
  const canWrite = useCanWrite()
  const templates = useQuery(templatesQuery)
  const [isAdding, setAdding] = useState(false)
  const add = canWrite && (
    <button type="button" class="button" onClick={() => setAdding(true)}>
      {t.add}
    </button>
  )
  return (
    <>
      <Loaded query={templates}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t.none}>{add}</Empty>
          ) : (
            <>
              <ul class="tag-rows">
                {list.map((template) => (
                  <Row template={template} key={template.id} />
                ))}
              </ul>
              <div class="row-actions">{add}</div>
            </>
          )
        }
      </Loaded>
      {isAdding && <Edit onClose={() => setAdding(false)} />}
    </>
  )
}
