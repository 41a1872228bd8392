/** All pages: their routes, links and keys. A page is loaded when it is opened first; only the inbox is there at once. */
import {
  AtSign,
  Ban,
  ChartColumn,
  CodeXml,
  Clock,
  CreditCard,
  Inbox as InboxIcon,
  type LucideIcon,
  Plug,
  Send,
  Settings as SettingsIcon,
  UserRound,
  Users
} from "lucide-preact"
import type { ComponentType } from "preact"
import { texts } from "../base/texts.ts"
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
  { name: "inbox", label: texts.pages.inbox, icon: InboxIcon, key: "i", place: "main", page: { component: Inbox } },
  {
    name: "campaigns",
    label: texts.pages.campaigns,
    icon: Send,
    key: "c",
    place: "main",
    page: { load: async () => (await import("../pages/campaigns/Campaigns.tsx")).Campaigns }
  },
  {
    name: "leads",
    label: texts.pages.leads,
    icon: Users,
    key: "l",
    place: "main",
    page: { load: async () => (await import("../pages/leads/Leads.tsx")).Leads }
  },
  {
    name: "upcoming",
    label: texts.pages.upcoming,
    icon: Clock,
    key: "u",
    place: "main",
    page: { load: async () => (await import("../pages/upcoming/Upcoming.tsx")).Upcoming }
  },
  {
    name: "import",
    label: texts.pages.import,
    icon: Users,
    place: "none",
    page: { load: async () => (await import("../pages/import/Import.tsx")).Import }
  },
  {
    name: "analytics",
    label: texts.pages.analytics,
    icon: ChartColumn,
    key: "y",
    place: "main",
    page: { load: async () => (await import("../pages/analytics/Analytics.tsx")).Analytics }
  },
  {
    name: "accounts",
    label: texts.pages.accounts,
    icon: AtSign,
    key: "a",
    place: "main",
    page: { load: async () => (await import("../pages/accounts/Accounts.tsx")).Accounts }
  },
  {
    name: "blacklist",
    label: texts.pages.blacklist,
    icon: Ban,
    key: "b",
    place: "main",
    page: { load: async () => (await import("../pages/blacklist/Blacklist.tsx")).Blacklist }
  },
  {
    name: "integrations",
    label: texts.pages.integrations,
    icon: Plug,
    key: "n",
    place: "main",
    page: { load: async () => (await import("../pages/integrations/Integrations.tsx")).Integrations }
  },
  {
    name: "people",
    label: texts.pages.people,
    icon: UserRound,
    key: "p",
    place: "bottom",
    page: { load: async () => (await import("../pages/people/People.tsx")).People }
  },
  {
    name: "billing",
    label: texts.pages.billing,
    icon: CreditCard,
    key: "m",
    place: "bottom",
    page: { load: async () => (await import("../pages/billing/Billing.tsx")).Billing }
  },
  {
    name: "developers",
    label: texts.pages.developers,
    icon: CodeXml,
    place: "bottom",
    page: { load: async () => (await import("../pages/developers/Developers.tsx")).Developers }
  },
  {
    name: "settings",
    label: texts.pages.settings,
    icon: SettingsIcon,
    place: "bottom",
    page: { load: async () => (await import("../pages/settings/Settings.tsx")).Settings }
  }
]
