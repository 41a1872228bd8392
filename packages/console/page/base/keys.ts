/** Keys without a modifier, by layer. The dialog of `?` lists the bindings that are in force. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { makeStore } from "./store.ts"
import { makeChoice } from "./stored.ts"

export interface Binding {
  /** Names of keys (`KeyboardEvent.key`), letters in lower case: `j`, `ArrowDown`, `Shift+j`, `Ctrl+k`, `g i`. None: for the palette. */
  readonly keys: ReadonlyArray<string>
  /** The text in the help and in the palette. */
  readonly label: string
  readonly run: () => void
  /** Whether the key does nothing at the moment. */
  readonly isOff?: boolean | undefined
}

/** The layers, the first one that has a binding wins. */
const layers = ["detail", "page", "global"] as const
export type Layer = (typeof layers)[number]

type Bindings = { readonly current: ReadonlyArray<Binding> }
const bound: Readonly<Record<Layer, Set<Bindings>>> = { detail: new Set(), page: new Set(), global: new Set() }

/** Whether single keys are on (WCAG 2.1.4). */
export const singleKeys = makeChoice("keys", ["on", "off"])

/** The first key of a sequence that waits for the second one. */
const pending = makeStore("")
let timer: ReturnType<typeof setTimeout> | undefined
const setPending = (key: string) => {
  clearTimeout(timer)
  pending.set(key)
  if (key !== "") timer = setTimeout(() => pending.set(""), 1000)
}

/** The bindings in force, by layer. */
export const bindings = (): ReadonlyArray<readonly [Layer, ReadonlyArray<Binding>]> =>
  layers.map((layer) => [layer, [...bound[layer]].flatMap(({ current }) => current.filter(({ isOff }) => !isOff))])

/** Binds keys as long as the component is shown. */
export const useKeys = (layer: Layer, list: ReadonlyArray<Binding>): void => {
  const ref = useRef(list)
  ref.current = list
  useLayoutEffect(() => {
    bound[layer].add(ref)
    return () => void bound[layer].delete(ref)
  }, [layer])
}

/** Whether the focus is where letters are written or chosen; a check box does not count. */
const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio])"))

/** On a keyboard with other letters, the place of the key counts. */
const letterOf = ({ code, key }: KeyboardEvent) =>
  /^\P{ASCII}$/u.test(key) ? code.replace(/^Key/u, "").toLowerCase() : key.length === 1 ? key.toLowerCase() : key

const nameOf = (event: KeyboardEvent): string => {
  const letter = letterOf(event)
  const isLetter = /^[a-z]$/u.test(letter)
  const withShift = event.shiftKey && (isLetter || letter.length > 1)
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${withShift ? "Shift+" : ""}${letter}`
}

/** Whether the focused control uses this key. */
const isOfControl = ({ key, target }: KeyboardEvent) =>
  (key === "Enter" || key === " ") && target instanceof HTMLElement && target.closest("button, summary, a") !== null

const find = (name: string): Binding | undefined =>
  bindings()
    .flatMap(([, list]) => list)
    .find(({ keys }) => keys.includes(name))

const isPrefix = (name: string) =>
  bindings().some(([, list]) => list.some(({ keys }) => keys.some((key) => key.startsWith(`${name} `))))

/** Handles the keys of the page. */
export const listen = (): void => {
  addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, defaultPrevented, isComposing, key, metaKey } = event
    if (defaultPrevented || isComposing || altKey || /^(?:Alt|Control|Meta|Shift)$/u.test(key)) return
    if (document.querySelector("dialog[open]") !== null) return
    const isSingle = !ctrlKey && !metaKey
    if (isSingle && (isTyping(event) || singleKeys.get() === "off")) return
    const name = nameOf(event)
    const first = pending.get()
    setPending("")
    const binding = find(first === "" ? name : `${first} ${name}`)
    if (binding !== undefined) {
      if (isOfControl(event) && !(event.target as HTMLElement).matches("[data-row]")) return
      event.preventDefault()
      binding.run()
    } else if (isSingle && first === "" && isPrefix(name)) {
      setPending(name)
    }
  })
}
