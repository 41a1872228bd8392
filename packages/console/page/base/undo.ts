/** Toasts, and the stack of what can be undone. */
import { makeStore } from "./store.ts"
import { texts } from "./texts.ts"

export interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: "bad" | "plain"
  /** Undoes what the toast reports. */
  readonly undo?: (() => void) | undefined
}

export const toasts = makeStore<ReadonlyArray<Toast>>([])
let count = 0

export const dismiss = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/** Shows a message for some seconds. Returns its id. */
export const toast = (text: string, { kind = "plain", undo, milliseconds = 6000 }: ToastOptions = {}): number => {
  const id = ++count
  toasts.set([...toasts.get().slice(-2), { id, text, kind, undo }])
  setTimeout(() => dismiss(id), kind === "bad" ? 12_000 : milliseconds)
  return id
}

export interface ToastOptions {
  readonly kind?: Toast["kind"]
  readonly undo?: (() => void) | undefined
  readonly milliseconds?: number
}

/** How many changes can be undone. */
const depth = 20
interface Done {
  readonly id: number
  /** The message when it is undone. */
  readonly undone: string
  readonly undo: () => void
}

let stack: ReadonlyArray<Done> = []

/** Reports a change that can be undone, by the toast or by `Z`. Returns a function that forgets it. */
export const done = (text: string, undo: () => void, { milliseconds, undone }: DoneOptions = {}): (() => void) => {
  const once = () => {
    forget()
    undo()
  }
  const id = toast(text, { undo: once, ...(milliseconds !== undefined && { milliseconds }) })
  const forget = () => {
    stack = stack.filter((entry) => entry.id !== id)
    dismiss(id)
  }
  stack = [...stack, { id, undone: undone ?? texts.undone(text), undo: once }].slice(-depth)
  return forget
}

interface DoneOptions {
  readonly milliseconds?: number
  readonly undone?: string | undefined
}

/** Undoes the last change, and says which if its message is gone. Returns whether there was one. */
export const undoLast = (): boolean => {
  const last = stack.at(-1)
  const isShown = toasts.get().some(({ id }) => id === last?.id)
  last?.undo()
  if (last !== undefined && !isShown) toast(last.undone)
  return last !== undefined
}
