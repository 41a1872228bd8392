/** The texts around the pages. */
import { pick } from "./pick.ts"

export const texts = pick("app", {
  product: "Mailroom",
  pages: {
    inbox: "Inbox",
    campaigns: "Campaigns",
    leads: "Leads",
    upcoming: "Upcoming",
    import: "Import leads",
    analytics: "Analytics",
    accounts: "Accounts",
    blacklist: "Blacklist",
    integrations: "Integrations",
    people: "People",
    billing: "Billing",
    developers: "Developers",
    settings: "Settings"
  },
  search: "Search or jump",
  skip: "Skip to the content",
  live: "Live",
  offline: "No connection to the server. What is shown may be old, and nothing can be changed.",
  offlineShort: "Offline",
  readOnly: "Read only",
  darker: "Dark appearance",
  lighter: "Light appearance",
  navigation: "Pages",
  morePages: "More",
  more: "Load more",
  showAll: "Show all",
  reference: "API reference",
  close: "Close",
  undo: "Undo",
  undone: (what: string) => `Undone: ${what}`,
  tryAgain: "Try again",
  loading: "Loading",
  storedNow: "Stored now:",
  requestId: "Request",
  details: "Details",
  failures: {
    unreached: "The server does not answer.",
    busy: "The server is busy. Try again in a moment.",
    fault: "The server has a fault.",
    gone: "It was removed, or it never existed."
  },
  /** A request that the server refused: with the reason of a conflict, and the status. */
  refused: (message: string, _reason?: string, _status?: number) => message,
  images: "Show images",
  mailOf: (name: string) => `Mail of ${name}`,
  notFound: "There is no such page",
  toInbox: "Go to the inbox",
  nothingFound: "Nothing found",
  pageFailed: "This page could not be loaded",
  partFailed: "A part of this page could not be loaded",
  views: {
    title: "Saved views",
    save: "Save these filters",
    name: "Name",
    submit: "Save",
    cancel: "Cancel",
    open: (name: string) => `View: ${name}`,
    rename: (name: string) => `Rename: ${name}`,
    remove: (name: string) => `Delete: ${name}`,
    removed: (name: string) => `View ${name} deleted`
  },
  unread: (count: string) => `${count} unread`,
  palette: {
    campaign: (name: string) => `Campaign: ${name}`,
    leads: (search: string) => `All leads with "${search}"`,
    title: "Search or jump",
    input: "Search pages, people and campaigns"
  },
  keys: {
    palette: "Search or jump",
    help: "Keys",
    undo: "Undo",
    goTo: (page: string) => `Go to: ${page}`,
    switchOff: "Switch single keys off",
    switchOn: "Switch single keys on",
    signOut: "Sign out",
    nothingToUndo: "There is nothing to undo"
  }
})
