/** Small parts: avatars, badges, buttons with an icon. */
import type { LucideIcon } from "lucide-preact"
import type { ComponentChildren } from "preact"
import { initials } from "../base/format.ts"
import { keyText } from "./Kbd.tsx"

const hues = 6
/** The number of the colour of a text, from a hash of the text (FNV-1a). */
const hueOf = (text: string) => {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 8) % hues
}

export const Avatar = ({ large = false, name, ours = false }: AvatarProps) => (
  <span
    class={`avatar ${large ? "avatar-large" : ""} ${ours ? "avatar-ours" : `avatar-${hueOf(name)}`}`}
    aria-hidden="true"
    dir="auto"
  >
    {initials(name)}
  </span>
)

interface AvatarProps {
  readonly name: string
  readonly ours?: boolean
  readonly large?: boolean
}

export type Tone = "accent" | "bad" | "good" | "plain" | "warn"

/** A short text on a coloured ground. The text alone says everything: the colour only helps. */
export const Badge = ({ children, tone = "plain" }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`badge badge-${tone}`} dir="auto">
    {children}
  </span>
)

/** A button that shows an icon. Its name and its key are in the tooltip. */
export const IconButton = ({ disabled = false, icon: Icon, keys, label, onClick, pressed }: IconButtonProps) => (
  <button
    type="button"
    class="icon-button"
    aria-label={label}
    aria-keyshortcuts={keys === undefined ? undefined : keyText(keys).replaceAll(" ", "+")}
    aria-pressed={pressed}
    title={keys === undefined ? label : `${label} (${keyText(keys)})`}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon size={18} aria-hidden="true" />
  </button>
)

interface IconButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly onClick: () => void
  readonly keys?: string
  readonly disabled?: boolean
  readonly pressed?: boolean
}
