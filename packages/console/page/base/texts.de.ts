/** The German texts around the pages. */
import type { texts as english } from "./texts.ts"

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
