/** A list to choose from by typing: an ARIA combobox with a listbox, in a dialog. */
import { useEffect, useMemo, useState } from "preact/hooks"
import { texts } from "../base/texts.ts"
import { Dialog } from "./Dialog.tsx"
import { Kbd } from "./Kbd.tsx"

export interface Choice {
  readonly id: string
  readonly label: string
  /** Shown at the end, such as a key. */
  readonly hint?: string | undefined
  /** Shown after the label, such as an address. */
  readonly detail?: string
  /** Whether the picker stays, as `run` shows something else in its place. */
  readonly isOpener?: boolean
  readonly run: () => void
}

/** How well a label matches: words that begin with the text come first. */
const rankOf = (label: string, text: string): number => {
  const lower = label.toLocaleLowerCase()
  if (lower.startsWith(text)) return 0
  if (lower.split(/\s+/u).some((word) => word.startsWith(text))) return 1
  return lower.includes(text) ? 2 : 3
}

const matching = (choices: ReadonlyArray<Choice>, text: string): ReadonlyArray<Choice> =>
  [0, 1, 2].flatMap((rank) => choices.filter(({ label }) => rankOf(label, text) === rank))

/** How long typing has to rest before `find` is asked, in milliseconds. */
const rest = 200

export const Picker = ({
  choices,
  find,
  label,
  onClose,
  placeholder = label,
  typed
}: {
  readonly label: string
  readonly placeholder?: string
  readonly choices: ReadonlyArray<Choice>
  /** Finds further choices for what is typed. If it fails, there are none. */
  readonly find?: (text: string, signal: AbortSignal) => Promise<ReadonlyArray<Choice>>
  /** The choices that a text itself stands for. They come first. */
  readonly typed?: (text: string) => ReadonlyArray<Choice>
  readonly onClose: () => void
}) => {
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  const [further, setFurther] = useState<ReadonlyArray<Choice>>([])
  const wanted = text.trim()
  useEffect(() => {
    if (find === undefined || wanted === "") return setFurther([])
    const asked = new AbortController()
    const timer = setTimeout(() => {
      void find(wanted, asked.signal).then(
        (choices) => asked.signal.aborted || setFurther(choices),
        () => asked.signal.aborted || setFurther([])
      )
    }, rest)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [wanted])
  const found = useMemo(
    () => [...(typed?.(text) ?? []), ...matching(choices, wanted.toLocaleLowerCase()), ...further],
    [choices, text, further]
  )
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    if (choice.isOpener !== true) onClose()
    choice.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === "Enter" && !event.isComposing) choose(found[active])
    else return
    event.preventDefault()
  }
  return (
    <Dialog label={label} onClose={onClose} class="picker">
      <input
        class="field"
        role="combobox"
        autofocus
        aria-label={label}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="picker-list"
        aria-activedescendant={found[active] && `picker-${active}`}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 && <p class="picker-none">{texts.nothingFound}</p>}
      <ul id="picker-list" role="listbox" aria-label={label} class="picker-list">
        {found.map((choice, index) => (
          <li
            id={`picker-${index}`}
            key={choice.id}
            role="option"
            aria-selected={index === active}
            ref={(element) => void (index === active && element?.scrollIntoView({ block: "nearest" }))}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(choice)}
          >
            <span>
              {choice.label} {choice.detail !== undefined && <span class="meta">{choice.detail}</span>}
            </span>
            {choice.hint !== undefined && <Kbd keys={choice.hint} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
