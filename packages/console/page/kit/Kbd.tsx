/** The picture of a key. */
const isMac = /Mac|iPhone|iPad/u.test(navigator.platform)

const signs: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  Enter: "↵",
  Escape: "Esc",
  Ctrl: isMac ? "⌘" : "Ctrl",
  Shift: "Shift"
}

/** A binding for people: `Ctrl+k` is `Ctrl K`. */
export const keyText = (keys: string): string =>
  keys
    .split(/[+ ]/u)
    .map((key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(" ")

/** The picture of a key. It is hidden from screen readers: the control says its key by `aria-keyshortcuts`. */
export const Kbd = ({ keys }: { readonly keys: string }) => <kbd aria-hidden="true">{keyText(keys)}</kbd>
