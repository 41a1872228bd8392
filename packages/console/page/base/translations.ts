/** The source of the German texts. This floor imports no page, so `app/translations.ts` sets the source. */

/** The parts of the page that have texts. */
export type Part =
  | "accounts"
  | "analytics"
  | "app"
  | "asking"
  | "billing"
  | "blacklist"
  | "campaigns"
  | "deciding"
  | "developers"
  | "import"
  | "files"
  | "filters"
  | "finding"
  | "first"
  | "help"
  | "inbox"
  | "integrations"
  | "leads"
  | "outbox"
  | "rehearsal"
  | "people"
  | "refused"
  | "roles"
  | "sending"
  | "settings"
  | "signIn"
  | "start"
  | "team"
  | "upcoming"
  | "waiting"

/** The texts of all parts in another language. */
export type Translations = Readonly<Record<Part, object>>

/** The German texts. `app/translations.ts` sets `load` before the first text is picked. */
export const german: { load?: () => Promise<Translations> } = {}
