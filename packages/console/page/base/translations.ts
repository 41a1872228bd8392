/** Where texts in other languages come from. This floor knows no page, so the frame says it: see `app/translations.ts`. */

/** The parts of the page that have texts. */
export type Part =
  | "accounts"
  | "analytics"
  | "app"
  | "billing"
  | "blacklist"
  | "campaigns"
  | "deciding"
  | "developers"
  | "import"
  | "first"
  | "help"
  | "inbox"
  | "integrations"
  | "leads"
  | "outbox"
  | "sending"
  | "settings"
  | "signIn"

/** The texts of all parts in another language. */
export type Translations = Readonly<Record<Part, object>>

/** The frame sets it before the first text is picked. */
export const german: { load?: () => Promise<Translations> } = {}
