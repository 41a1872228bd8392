/** A field of a step's text. After `{{` it offers the variables of the campaign. */
import { useEffect, useRef, useState } from "preact/hooks"
import { texts } from "../texts.ts"
import { caretPlace } from "./caret.ts"
import { chosen, matching, openVariable, type OpenVariable, type Variable } from "./variables.ts"

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Types a text over a part of the field: the browser can undo it. */
const typeOver = (field: TextField, start: number, end: number, text: string) => {
  field.focus()
  field.setSelectionRange(start, end)
  // The browser can undo this only.
  if (document.execCommand("insertText", false, text)) return
  field.setRangeText(text, start, end, "end")
  field.dispatchEvent(new InputEvent("input", { bubbles: true }))
}

/** Begins a variable at the caret, which opens the list. */
export const beginVariable = (field: TextField): void =>
  typeOver(field, field.selectionStart ?? 0, field.selectionEnd ?? 0, "{{")

interface Props {
  readonly id: string
  readonly name: "body" | "body_html" | "subject"
  readonly label: string
  /** The explanation below the field. */
  readonly help?: string
  readonly value: string
  readonly variables: ReadonlyArray<Variable>
  readonly isReadOnly: boolean
  readonly onInput: (value: string) => void
  /** Called when the list of variables opens or closes. */
  readonly onChoosing: (isChoosing: boolean) => void
}

/** The list, and what it is about. */
interface Shown {
  readonly open: OpenVariable
  readonly left: number
  readonly top: number
}

export const VariableField = ({ help, id, isReadOnly, label, name, onChoosing, onInput, value, variables }: Props) => {
  const ref = useRef<TextField>(null)
  const [shown, setShown] = useState<Shown>()
  const [active, setActive] = useState(0)
  const found = shown === undefined ? [] : matching(variables, shown.open.name)
  const close = () => setShown(undefined)
  /** Opens the list where a variable has begun before the caret. */
  const look = (field: TextField) => {
    const { selectionEnd, selectionStart } = field
    const open = selectionStart === selectionEnd ? openVariable(field.value, selectionStart ?? 0) : undefined
    setActive(0)
    setShown(open && { open, ...caretPlace(field, open.start) })
  }
  const choose = (variable: Variable | undefined, withDefault = false) => {
    if (shown === undefined || variable === undefined || ref.current === null) return
    const { caret, end, start, text } = chosen(shown.open, variable.name, withDefault)
    typeOver(ref.current, start, end, text)
    ref.current.setSelectionRange(caret, caret)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0 || event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + found.length) % found.length)
    else if (event.key === "Enter" || event.key === "Tab") choose(found[active])
    else if (event.key === "|") choose(found[active], true)
    else if (event.key === "Escape") close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isOpen = found.length > 0
  useEffect(() => {
    if (!isOpen) return
    onChoosing(true)
    return () => onChoosing(false)
  }, [isOpen])
  useEffect(() => {
    if (isOpen) document.querySelector(`#${id}-list [aria-selected=true]`)?.scrollIntoView({ block: "nearest" })
  }, [active, isOpen])
  const field = {
    id,
    name,
    value,
    readOnly: isReadOnly,
    dir: "auto" as const,
    autocomplete: "off",
    "aria-autocomplete": "list" as const,
    "aria-controls": isOpen ? `${id}-list` : undefined,
    "aria-activedescendant": isOpen ? `${id}-${active}` : undefined,
    "aria-describedby": help === undefined ? undefined : `${id}-help`,
    onKeyDown,
    onBlur: close,
    onClick: close,
    onInput: ({ currentTarget }: { readonly currentTarget: TextField }) => {
      onInput(currentTarget.value)
      look(currentTarget)
    }
  }
  return (
    <div class="step-field">
      <label class="labelled">
        {label}
        {name === "subject" ? (
          <input {...field} class="field" ref={(element) => void (ref.current = element)} />
        ) : (
          <textarea
            {...field}
            class={`field ${name === "body" ? "step-body" : "step-html"}`}
            required={name === "body"}
            spellcheck={name === "body"}
            ref={(element) => void (ref.current = element)}
          />
        )}
      </label>
      {help !== undefined && (
        <p class="meta" id={`${id}-help`}>
          {help}
        </p>
      )}
      {shown !== undefined && isOpen && (
        <div class="step-variables" style={{ left: shown.left, top: shown.top }}>
          <ul role="listbox" id={`${id}-list`} aria-label={texts.editor.variables} class="picker-list">
            {found.map((variable, index) => (
              <li
                id={`${id}-${index}`}
                key={variable.name}
                role="option"
                aria-selected={index === active}
                // The focus stays in the field.
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(variable)}
              >
                <code>{`{{${variable.name}}}`}</code> <span class="meta">{variable.label}</span>
              </li>
            ))}
          </ul>
          <p class="meta step-hint">{texts.editor.hint(found[active]?.name ?? "")}</p>
        </div>
      )}
    </div>
  )
}
