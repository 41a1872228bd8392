/** All pages: their routes, links and keys. A page is loaded when it is opened first; only the inbox is there at once. */
import { Inbox as InboxIcon, type LucideIcon } from "lucide-preact"
import type { ComponentType } from "preact"
import { Inbox } from "../pages/inbox/Inbox.tsx"

export interface Page {
  /** The first segment of the route. */
  readonly name: string
  /** The text of the link. */
  readonly label: string
  readonly icon: LucideIcon
  /** The second key after `G`. */
  readonly key?: string
  /** `bottom`: the link is at the foot of the sidebar. `none`: only other pages link to it. */
  readonly place: "bottom" | "main" | "none"
  /** The component, or what loads it: `() => import("../pages/leads/Leads.tsx").then(({ Leads }) => Leads)`. */
  readonly page: { readonly component: ComponentType } | { readonly load: () => Promise<ComponentType> }
}

export const pages: ReadonlyArray<Page> = [
  { name: "inbox", label: "Inbox", icon: InboxIcon, key: "i", place: "main", page: { component: Inbox } }
]
