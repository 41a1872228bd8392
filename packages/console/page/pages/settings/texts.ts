/** The texts of the page of settings. */
import { pick } from "../../app/pick.ts"

export const texts = pick("settings", {
  title: "Settings",
  appearance: "Appearance",
  schemes: { auto: "As the system", light: "Light", dark: "Dark" },
  language: "Language",
  languages: { auto: "As the browser", en: "English", de: "Deutsch" },
  keys: "Single keys",
  keysHelp:
    "Keys such as J and E work without a modifier. Switch them off if you speak to your computer, or press keys by accident.",
  keysOn: "On",
  keysOff: "Off",
  session: "Session",
  organization: "Organization",
  access: "Access",
  accesses: { full: "Reads and changes", read: "Reads only" },
  key: "Key",
  hostSession: "Signed in by the app around this page",
  signOut: "Sign out",
  tags: "Tags",
  tagsHelp: "A tag says what an answer means. Answers with a positive tag count as positive replies.",
  tagName: "Name",
  sentiment: "Rating",
  sentiments: { positive: "Positive", neutral: "Neutral", negative: "Negative" },
  addTag: "Add tag",
  noTags: "There is no tag yet",
  remove: "Remove",
  removed: (name: string) => `Tag ${name} removed`,
  templates: {
    title: "Reply templates",
    help: "Texts that you begin answers with. In a conversation, M inserts one, with the values of its lead.",
    none: "There is no reply template yet",
    add: "Add template",
    change: "Change",
    name: "Template name",
    body: "Text",
    variables:
      "Variables: {{first_name}}, {{first_name|there}}, {{company}}, {{custom.name}}, {{sender.first_name}}. The signature of the account is added below each answer.",
    cancel: "Cancel",
    save: "Save template",
    removed: (name: string) => `Template ${name} removed`,
    undoFailed: (reason: string) => `Not undone: ${reason}`
  },
  apiKeys: "API keys",
  apiKeysHelp: "Programs send a key with each request. Make and revoke keys with the command line or the API.",
  noKeys: "There is no key",
  keyColumns: ["Name", "Begins with", "Access", "Last used", "State"],
  valid: "Valid",
  revoked: "Revoked",
  expires: (date: string) => `Until ${date}`,
  never: "Never"
})
