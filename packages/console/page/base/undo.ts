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

const depth = 20
let stack: ReadonlyArray<{ readonly id: number; readonly text: string; readonly undo: () => void }> = []

/** Reports a change that can be undone, by the toast or by `Z`. Returns a function that forgets it. */
export const done = (text: string, undo: () => void, milliseconds?: number): (() => void) => {
  const once = () => {
    forget()
    undo()
  }
  const id = toast(text, { undo: once, ...(milliseconds !== undefined && { milliseconds }) })
  const forget = () => {
    stack = stack.filter((entry) => entry.id !== id)
    dismiss(id)
  }
  stack = [...stack, { id, text, undo: once }].slice(-depth)
  return forget
}

/** Undoes the last change, and says which if its message is gone. Returns whether there was one. */
export const undoLast = (): boolean => {
  const last = stack.at(-1)
  const isShown = toasts.get().some(({ id }) => id === last?.id)
  last?.undo()
  if (last !== undefined && !isShown) toast(texts.undone(last.text))
  return last !== undefined
}
