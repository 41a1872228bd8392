/** Saved views of a list: its filters under a name. This browser keeps them for the organization, also after sign-out. */
import { Bookmark } from "lucide-preact"
import { useReducer, useState } from "preact/hooks"
import { useKeys } from "../base/keys.ts"
import { go } from "../base/route.ts"
import { useSession } from "../base/session.ts"
import { readStored, writeStored } from "../base/stored.ts"
import { texts } from "../base/texts.ts"
import { done } from "../base/undo.ts"
import { Dialog, DialogActions } from "./Dialog.tsx"
import { IconButton } from "./Parts.tsx"
import { Picker } from "./Picker.tsx"

interface View {
  readonly name: string
  /** The link to the list with its filters. */
  readonly href: string
}

const t = texts.views

const viewsIn = (key: string): ReadonlyArray<View> => {
  try {
    return JSON.parse(readStored(key) ?? "[]")
  } catch {
    return []
  }
}

const NameDialog = ({ onClose, onSave, view }: NameProps) => {
  const [name, setName] = useState(view.name)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onClose()
    onSave({ ...view, name: name.trim() })
  }
  return (
    <Dialog label={t.title} onClose={onClose}>
      <form class="step" onSubmit={submit}>
        <label class="labelled">
          {t.name}
          <input
            class="field"
            dir="auto"
            autofocus
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <DialogActions cancel={t.cancel} submit={t.submit} isDisabled={name.trim() === ""} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface NameProps {
  readonly view: View
  readonly onSave: (view: View) => void
  readonly onClose: () => void
}

/** The button of the saved views. It is absent as long as there is no view and no filter. */
export const Views = ({ current, page }: ViewsProps) => {
  const organization = useSession()?.organization.id ?? ""
  const key = `views ${organization} ${page}`
  const [, changed] = useReducer<number, void>((count) => count + 1, 0)
  const [open, setOpen] = useState<View | "list" | undefined>()
  const views = viewsIn(key)
  /** Changes the views as they are stored now: another tab may have changed them. */
  const change = (next: (views: ReadonlyArray<View>) => ReadonlyArray<View>) => {
    const changedViews = next(viewsIn(key))
    writeStored(key, changedViews.length === 0 ? undefined : JSON.stringify(changedViews))
    changed()
  }
  const save = (view: View) =>
    change((views) =>
      views.some(({ href }) => href === view.href)
        ? views.map((other) => (other.href === view.href ? view : other))
        : [...views, view]
    )
  const remove = (view: View) => {
    change((views) => views.filter(({ href }) => href !== view.href))
    done(t.removed(view.name), () => save(view))
  }
  useKeys(
    "page",
    views.map(({ href, name }) => ({ keys: [], label: t.open(name), run: () => go(href) }))
  )
  const isNew = current !== undefined && views.every(({ href }) => href !== current)
  if (views.length === 0 && !isNew) return null
  const choices = [
    ...views.map(({ href, name }) => ({ id: href, label: name, run: () => go(href) })),
    ...(isNew ? [{ id: "save", label: t.save, run: () => setOpen({ name: "", href: current }) }] : []),
    ...views.flatMap((view) => [
      { id: `rename ${view.href}`, label: t.rename(view.name), run: () => setOpen(view) },
      { id: `remove ${view.href}`, label: t.remove(view.name), run: () => remove(view) }
    ])
  ]
  const close = () => setOpen(undefined)
  return (
    <>
      <IconButton icon={Bookmark} label={t.title} onClick={() => setOpen("list")} />
      {open === "list" && <Picker label={t.title} choices={choices} onClose={close} />}
      {typeof open === "object" && <NameDialog view={open} onSave={save} onClose={close} />}
    </>
  )
}

interface ViewsProps {
  /** The first segment of the route. */
  readonly page: string
  /** The link to the list as it is filtered now; `undefined` without filters. */
  readonly current: string | undefined
}
