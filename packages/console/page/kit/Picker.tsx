/** A list to choose from by typing: an ARIA combobox with a listbox, in a dialog. */
import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks"
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

/** The text of a picker, and whether `Enter` was pressed before it had choices. */
interface Typed {
  readonly text: string
  readonly isChosen: boolean
}

const nothing: Typed = { text: "", isChosen: false }

/** The text typed into a picker whose code is still being loaded. The loaded picker starts with this text. */
let ahead = nothing

/** How long typing has to rest before `find` is asked, in milliseconds. */
const rest = 200

export const Picker = ({
  children,
  choices,
  find,
  label,
  noneOf,
  onClose,
  placeholder = label,
  typed
}: {
  readonly label: string
  readonly placeholder?: string
  /** `undefined` while they are loaded: what is typed meanwhile is kept. */
  readonly choices: ReadonlyArray<Choice> | undefined
  /** Shown as long as there are no choices: why they are not loaded. */
  readonly children?: ComponentChildren
  /** Finds further choices for what is typed. If it fails, there are none. */
  readonly find?: (text: string, signal: AbortSignal) => Promise<ReadonlyArray<Choice>>
  /** The choices that a text itself stands for. They come first. */
  readonly typed?: (text: string) => ReadonlyArray<Choice>
  /** Says why a text finds nothing; `undefined`: the usual text. */
  readonly noneOf?: (text: string) => string | undefined
  readonly onClose: () => void
}) => {
  const [{ isChosen, text }, setTyped] = useState(() => ahead)
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
    () => [...(typed?.(text) ?? []), ...matching(choices ?? [], wanted.toLocaleLowerCase()), ...further],
    [choices, text, further]
  )
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    if (choice.isOpener !== true) onClose()
    choice.run()
  }
  const isWaiting = choices === undefined
  useLayoutEffect(() => {
    if (isWaiting) ahead = { text, isChosen }
    else if (isChosen) {
      setTyped({ text, isChosen: false })
      choose(found[active])
    }
  }, [isWaiting, isChosen, text])
  // The picker that takes the place of this one is made after its end, in the same task.
  useEffect(() => () => queueMicrotask(() => (ahead = nothing)), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === "Enter" && !event.isComposing) {
      if (isWaiting) setTyped({ text, isChosen: true })
      else choose(found[active])
    } else return
    event.preventDefault()
  }
  return (
    <Dialog label={label} onClose={onClose} class="picker">
      <input
        class="field"
        dir="auto"
        role="combobox"
        autofocus
        aria-label={label}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="picker-list"
        aria-activedescendant={found[active] && `picker-${active}`}
        placeholder={placeholder}
        value={text}
        // Letters after `Enter` are not for the picker.
        readOnly={isChosen}
        onInput={({ currentTarget }) => {
          setTyped({ text: currentTarget.value, isChosen })
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {isWaiting && children}
      {!isWaiting && found.length === 0 && <p class="picker-none">{noneOf?.(text) ?? texts.nothingFound}</p>}
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
              <bdi>{choice.label}</bdi> {choice.detail !== undefined && <span class="meta">{choice.detail}</span>}
            </span>
            {choice.hint !== undefined && <Kbd keys={choice.hint} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
