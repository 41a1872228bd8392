/** The links to the pages, and the state of the connection. */
import { Code, Ellipsis, Mail, Moon, Search, Sun } from "lucide-preact"
import { online } from "../base/api.ts"
import { base } from "../base/mount.ts"
import { number } from "../base/format.ts"
import { changes } from "../base/live.ts"
import { hrefOf, useRoute } from "../base/route.ts"
import { type Page, pages } from "./pages.ts"
import { isDark, scheme, toggleScheme } from "../base/scheme.ts"
import { useSession } from "../base/session.ts"
import { useStore } from "../base/store.ts"
import { texts } from "../base/texts.ts"
import { Kbd } from "../kit/Kbd.tsx"
import { Menu } from "../kit/Menu.tsx"

/** How many pages the bar of a phone has beside "More". */
const places = 5

const PageLink = ({ isCurrent, page }: { readonly page: Page; readonly isCurrent: boolean }) => {
  const { icon: Icon, label, name } = page
  const unread = useStore(changes)?.replies ?? 0
  const count = name === "inbox" ? unread : 0
  return (
    <a
      class="nav-link"
      href={hrefOf([name])}
      aria-current={isCurrent ? "page" : undefined}
      title={count > 0 ? `${label}: ${texts.unread(number(count))}` : label}
    >
      <Icon size={18} aria-hidden="true" />
      <span class="nav-label">{label}</span>
      {count > 0 && <span class="nav-count">{number(count)}</span>}
    </a>
  )
}

export const Sidebar = ({ openPalette }: { readonly openPalette: () => void }) => {
  const { path } = useRoute()
  const session = useSession()
  const isOnline = useStore(online)
  useStore(scheme)
  const current = path[0] ?? "inbox"
  const Appearance = isDark() ? Sun : Moon
  const linksAt = (place: Page["place"], first = 0, end = pages.length) =>
    pages
      .filter((page) => page.place === place)
      .slice(first, end)
      .map((page) => <PageLink key={page.name} page={page} isCurrent={page.name === current} />)
  return (
    <nav class="sidebar" aria-label={texts.navigation}>
      <div class="brand">
        <span class="brand-sign" aria-hidden="true">
          <Mail size={14} />
        </span>
        <span class="brand-name">{session?.organization.name ?? texts.product}</span>
      </div>
      <button
        type="button"
        class="search-button"
        onClick={openPalette}
        aria-keyshortcuts="Control+K"
        title={texts.search}
      >
        <Search size={16} aria-hidden="true" />
        <span>{texts.search}</span>
        <Kbd keys="Ctrl+k" />
      </button>
      <div class="nav-main">{linksAt("main", 0, places)}</div>
      <Menu id="more-pages" class="nav-link" icon={Ellipsis} label={texts.morePages}>
        <button type="button" class="nav-link nav-search" onClick={openPalette}>
          <Search size={18} aria-hidden="true" />
          <span class="nav-label">{texts.search}</span>
        </button>
        <div class="nav-main">{linksAt("main", places)}</div>
        <div class="nav-bottom">
          {linksAt("bottom")}
          <a class="nav-link" href={`${base}docs`} target="_blank" rel="noreferrer" title={texts.reference}>
            <Code size={18} aria-hidden="true" />
            <span class="nav-label">{texts.reference}</span>
          </a>
          {session?.person != null && (
            <p class="meta nav-person" dir="auto">
              {session.person.name}
            </p>
          )}
          <div class="nav-state">
            <span class={`dot ${isOnline ? "dot-good" : "dot-bad"}`} aria-hidden="true" />
            <span class="meta" role="status">
              {isOnline ? (session?.access === "read" ? texts.readOnly : texts.live) : texts.offlineShort}
            </span>
            <button
              type="button"
              class="icon-button"
              aria-label={isDark() ? texts.lighter : texts.darker}
              title={isDark() ? texts.lighter : texts.darker}
              onClick={toggleScheme}
            >
              <Appearance size={16} aria-hidden="true" />
            </button>
          </div>
        </div>
      </Menu>
    </nav>
  )
}
