/** A menu on a phone; a wide screen shows its content without the button. */
import type { LucideIcon } from "lucide-preact"
import type { ComponentChildren } from "preact"

export const Menu = ({ children, class: name, icon: Icon, id, label }: MenuProps) => (
  <>
    <button type="button" class={`menu-open ${name}`} popovertarget={id} title={label}>
      <Icon size={18} aria-hidden="true" />
      <span class="menu-label">{label}</span>
    </button>
    <div id={id} class="menu" popover="auto" onClick={({ currentTarget }) => currentTarget.hidePopover()}>
      {children}
    </div>
  </>
)

interface MenuProps {
  /** The id of the element with the things. */
  readonly id: string
  /** The text of the button. */
  readonly label: string
  readonly icon: LucideIcon
  /** The class of the button. */
  readonly class: string
  readonly children: ComponentChildren
}
