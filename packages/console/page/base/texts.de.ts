/** The German texts around the pages. */
import type { texts as english } from "./texts.ts"

/** Requests that the server refused, by the reason of the conflict. */
const conflicts: Readonly<Record<string, string>> = {
  account_not_connected: "Das Konto hat keine Zugangsdaten.",
  campaign_active: "Pausieren Sie die Kampagne zuerst.",
  duplicate_account: "Dieses Konto gibt es schon.",
  duplicate_lead: "Die Kampagne hat schon einen Lead mit dieser Adresse.",
  duplicate_person: "Eine andere Person hat diese Adresse.",
  duplicate_reply_template: "Eine Vorlage hat schon diesen Namen.",
  duplicate_tag: "Ein Label hat schon diesen Namen.",
  last_owner: "Die Person ist der letzte Inhaber: Machen Sie zuerst jemand anderen dazu.",
  other_author: "Nur der Verfasser ändert eine Notiz.",
  wrong_password: "Das bisherige Passwort ist nicht richtig."
}

/** Requests that the server refused, by their status. */
const refusals: Readonly<Record<number, string>> = {
  400: "Eine Angabe ist nicht gültig.",
  403: "Ihre Rolle erlaubt das nicht.",
  409: "Das passt nicht zu dem, was gespeichert ist.",
  412: "Inzwischen hat jemand anderes das geändert.",
  413: "Das ist zu groß."
}

export const texts: typeof english = {
  product: "Mailroom",
  pages: {
    inbox: "Posteingang",
    campaigns: "Kampagnen",
    leads: "Leads",
    upcoming: "Vorschau",
    import: "Leads importieren",
    analytics: "Auswertung",
    accounts: "Konten",
    blacklist: "Sperrliste",
    integrations: "Integrationen",
    people: "Personen",
    billing: "Abrechnung",
    developers: "Entwickler",
    settings: "Einstellungen"
  },
  search: "Suchen",
  skip: "Zum Inhalt",
  live: "Verbunden",
  offline: "Keine Verbindung zum Server. Die Anzeige kann veraltet sein, und nichts lässt sich ändern.",
  offlineShort: "Offline",
  readOnly: "Nur Lesezugriff",
  darker: "Dunkle Darstellung",
  lighter: "Helle Darstellung",
  navigation: "Seiten",
  morePages: "Mehr",
  more: "Mehr laden",
  showAll: "Alle anzeigen",
  reference: "API-Referenz",
  close: "Schließen",
  undo: "Rückgängig",
  undone: (what) => `Rückgängig gemacht: ${what}`,
  tryAgain: "Erneut versuchen",
  loading: "Wird geladen",
  storedNow: "Jetzt gespeichert:",
  requestId: "Anfrage",
  details: "Einzelheiten",
  failures: {
    unreached: "Der Server antwortet nicht.",
    busy: "Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.",
    fault: "Im Server ist ein Fehler aufgetreten.",
    gone: "Es wurde entfernt oder war nie vorhanden."
  },
  refused: (message, reason = "", status = 0) => conflicts[reason] ?? refusals[status] ?? message,
  images: "Bilder anzeigen",
  mailOf: (name) => `Mail von ${name}`,
  notFound: "Diese Seite gibt es nicht",
  toInbox: "Zum Posteingang",
  nothingFound: "Nichts gefunden",
  pageFailed: "Diese Seite konnte nicht geladen werden",
  partFailed: "Ein Teil dieser Seite konnte nicht geladen werden",
  views: {
    title: "Gespeicherte Ansichten",
    save: "Diese Filter speichern",
    name: "Name",
    submit: "Speichern",
    cancel: "Abbrechen",
    open: (name) => `Ansicht: ${name}`,
    rename: (name) => `Umbenennen: ${name}`,
    remove: (name) => `Löschen: ${name}`,
    removed: (name) => `Ansicht ${name} gelöscht`
  },
  unread: (count) => `${count} ungelesen`,
  palette: {
    campaign: (name) => `Kampagne: ${name}`,
    leads: (search) => `Alle Leads mit „${search}“`,
    title: "Suchen oder springen",
    input: "Seiten, Personen und Kampagnen suchen"
  },
  keys: {
    palette: "Suchen oder springen",
    help: "Tasten",
    undo: "Rückgängig",
    goTo: (page) => `Gehe zu: ${page}`,
    switchOff: "Einzelne Tasten ausschalten",
    switchOn: "Einzelne Tasten einschalten",
    signOut: "Abmelden",
    nothingToUndo: "Es gibt nichts rückgängig zu machen"
  }
}
