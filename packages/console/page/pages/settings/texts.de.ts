/** The German texts of the page of settings. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Einstellungen",
  appearance: "Darstellung",
  schemes: { auto: "Wie das System", light: "Hell", dark: "Dunkel" },
  rows: "Zeilen",
  densities: { normal: "Normal", compact: "Kompakt" },
  language: "Sprache",
  languages: { auto: "Wie der Browser", en: "English", de: "Deutsch" },
  keys: "Einzelne Tasten",
  keysHelp:
    "Tasten wie J und E wirken ohne Zusatztaste. Schalten Sie sie aus, wenn Sie mit Ihrem Computer sprechen oder Tasten versehentlich drücken.",
  keysOn: "An",
  keysOff: "Aus",
  session: "Sitzung",
  organization: "Organisation",
  access: "Zugriff",
  accesses: { full: "Liest und ändert", read: "Liest nur" },
  key: "Schlüssel",
  person: "Person",
  role: "Rolle",
  hostSession: "Angemeldet durch die Anwendung um diese Seite",
  signOut: "Abmelden",
  password: {
    change: "Mein Passwort ändern",
    current: "Bisheriges Passwort",
    next: "Neues Passwort",
    help: "Mindestens 12 Zeichen. Ihre anderen Sitzungen enden.",
    changed: "Ihr Passwort wurde geändert"
  },
  cancel: "Abbrechen",
  tags: "Labels",
  tagsHelp:
    "Ein Label sagt, was eine Antwort bedeutet. Antworten mit einem positiven Label zählen als positive Antworten.",
  tagName: "Name",
  sentiment: "Wertung",
  sentiments: { positive: "Positiv", neutral: "Neutral", negative: "Negativ" },
  addTag: "Label hinzufügen",
  noTags: "Es gibt noch kein Label",
  remove: "Entfernen",
  removed: (name) => `Label ${name} entfernt`,
  templates: {
    title: "Antwortvorlagen",
    help: "Texte, mit denen Sie Antworten beginnen. In einer Unterhaltung fügt M eine Vorlage ein, mit den Werten des Leads.",
    none: "Es gibt noch keine Antwortvorlage",
    add: "Vorlage hinzufügen",
    change: "Ändern",
    name: "Name der Vorlage",
    body: "Text",
    variables:
      "Variablen: {{first_name}}, {{first_name|there}}, {{company}}, {{custom.name}}, {{sender.first_name}}. Die Signatur des Kontos steht unter jeder Antwort.",
    save: "Vorlage speichern",
    removed: (name) => `Vorlage ${name} entfernt`,
    undoFailed: (reason) => `Nicht rückgängig gemacht: ${reason}`
  },
  contact: {
    title: "Wer Mails bekommt",
    gap: "Tage zwischen Kampagnen an dieselbe Person",
    gapHelp: "Nur eine Kampagne schreibt einer Person, die nächste so viele Tage danach. Leer: Kampagnen warten nicht.",
    limit: "Mails am Tag an eine Firma",
    limitHelp: "Aus allen Kampagnen zusammen; Adressen bei Anbietern wie Gmail sind keine Firma. Leer: kein Limit.",
    seeds: "Seed-Adressen",
    seedsHelp:
      "Eigene Adressen bei mehreren Anbietern, eine je Zeile, höchstens 25. Ein Test eines Schritts geht an alle, damit Sie sehen, wo Mails ankommen.",
    save: "Speichern",
    saved: "Gespeichert",
    unsaved: "Noch nicht gespeichert",
    conflict: "Jemand hat die Einstellungen inzwischen geändert. „Speichern“ speichert Ihre Eingaben."
  },
  tracking: "Tracking-Domain",
  trackingHelp:
    "Links in Mails beginnen mit diesem Namen statt mit dem des Servers: Links zum Abmelden sowie Links und Bilder, mit denen Klicks und Öffnungen gezählt werden.",
  domain: "Domain",
  domainHint: "links.example.com",
  records:
    "Fügen Sie diese Einträge dort hinzu, wo die Domain verwaltet wird. Der zweite beweist, dass sie Ihnen gehört:",
  checkAndSave: "Prüfen und speichern",
  checking: "Wird geprüft …",
  checkAgain: "Erneut prüfen",
  domainSaved: (name) => `Links in Mails beginnen mit ${name}`,
  noDomainSaved: "Links in Mails beginnen mit der öffentlichen URL",
  domainConflict:
    "Jemand hat die Einstellungen inzwischen geändert. „Prüfen und speichern“ speichert, was Sie eingegeben haben.",
  noPublicUrl: "Eine Tracking-Domain braucht eine öffentliche URL: Starten Sie den Server mit --public-url.",
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Der Browser erlaubt das Kopieren nicht",
  states: { ok: "Funktioniert", error: "Funktioniert nicht", none: "Keine" },
  keeping: {
    title: "Aufbewahrung",
    help: "Tage, nach denen alte Daten entfernt werden; die Zahlen der Auswertung bleiben. Entferntes kommt nicht zurück.",
    keep_events_days: "Ereignisse",
    keep_messages_days: "Texte von Nachrichten",
    keep_sends_days: "Gesendete Mails in Listen",
    keep_log_days: "Protokoll",
    forEver: "Für immer",
    saved: "Aufbewahrung gespeichert"
  },
  apiKeys: "API-Schlüssel",
  apiKeysHelp:
    "Programme senden mit jeder Anfrage einen Schlüssel. Ein Schlüssel wird einmal gezeigt, wenn er erstellt wird.",
  noKeys: "Es gibt keinen Schlüssel",
  keyColumns: ["Name", "Beginnt mit", "Zugriff", "Zuletzt benutzt", "Status"],
  valid: "Gültig",
  revoked: "Widerrufen",
  expires: (date) => `Bis ${date}`,
  never: "Nie",
  apiKey: {
    make: "Schlüssel erstellen",
    name: "Name",
    access: "Zugriff",
    until: "Gültig bis",
    untilHelp: "Leer: bis er widerrufen wird.",
    expired: "Abgelaufen",
    madeTitle: (name) => `Der Schlüssel ${name}`,
    madeHelp:
      "Speichern Sie ihn dort, wo Ihr Programm seine Geheimnisse liest. Er wird nur jetzt gezeigt und kann nicht wieder gelesen werden.",
    stored: "Ich habe ihn gespeichert",
    revoke: "Widerrufen",
    revokeOne: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `Den Schlüssel ${name} widerrufen?`,
    revokeHelp:
      "Programme, die ihn verwenden, werden innerhalb einer Sekunde abgewiesen. Das kann nicht rückgängig gemacht werden.",
    revokeOwn: "Sie sind mit diesem Schlüssel angemeldet: Sie werden sofort abgemeldet.",
    revoked: (name) => `Der Schlüssel ${name} ist widerrufen`
  }
}
