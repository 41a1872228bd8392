/** The German texts of the page of sender accounts. */
import { plural } from "../../base/plural.de.ts"
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Konten",
  search: "Konten suchen",
  add: "Konto hinzufügen",
  columns: ["Konto", "Status", "Heute", "Posteingang", "Unzustell\u00adbar, 7 Tage", "Kampagnen"],
  statuses: {
    active: "Sendet",
    paused: "Pausiert",
    connection_error: "Keine Verbindung",
    sending_error: "Mail abgelehnt",
    limit_reached: "Limit erreicht"
  },
  left: (count) => `noch ${count}`,
  ofToday: (sent, limit) => `${sent} von ${limit} gesendet`,
  noConnection: "Nicht verbunden",
  testFailed: "Test gescheitert",
  noInbox: "Wird nicht gelesen",
  failingSince: (date) => `Fehler seit: ${date}`,
  readAt: (date) => `Gelesen: ${date}`,
  never: "Nie gelesen",
  empty: "Es gibt noch kein Absenderkonto",
  emptyHelp:
    "Ein Absenderkonto ist eine Adresse, von der Kampagnen senden. Fügen Sie eines hinzu, und verbinden Sie dann sein Postfach.",
  facts: {
    name: "Name",
    status: "Status",
    limit: "Heute",
    delay: "Zwischen zwei Mails",
    sends: "Sendet über",
    reads: "Liest",
    copies: "Kopien gesendeter Mails",
    campaigns: "Kampagnen",
    last: "Letzte Mail"
  },
  copies: {
    auto: "Wenn der Server keine behält",
    always: "Immer",
    never: "Nie"
  },
  minutes: (count) => (count === 1 ? "1 Minute" : `${count} Minuten`),
  connect:
    "Das Konto hat noch keine Zugangsdaten und sendet deshalb nichts. Die Anleitung nennt die Schritte für jeden Anbieter.",
  credentials: {
    set: "Zugangsdaten festlegen",
    title: "Zugangsdaten",
    help: "Sie ersetzen alle bisherigen Zugangsdaten. Danach kann sie niemand mehr lesen. Google und Microsoft verlangen ein App-Passwort; OAuth2 wird über die API eingerichtet.",
    replaces: {
      oauth2: (server) => `${server} wird bisher mit OAuth2 angemeldet. Speichern ersetzt das durch das Passwort.`,
      host: (server) =>
        `${server} wird bisher mit Zugriffstokens Ihrer App angemeldet. Speichern ersetzt das durch das Passwort.`,
      none: (server) => `${server} hat bisher keine Anmeldung. Speichern ersetzt das durch das Passwort.`
    },
    user: "Benutzername",
    password: "Passwort",
    imapUser: "Benutzername für IMAP",
    imapPassword: "Passwort für IMAP",
    same: "Dasselbe",
    host: "Server",
    port: "Port",
    usual: "Der übliche",
    mailProvider: "Anbieter",
    otherProvider: "Ein anderer",
    reads: "Posteingang lesen, um Antworten und unzustellbare Mails zu erkennen",
    unrelated: "Auch Mails behalten, die zu keinem Lead gehören",
    save: "Speichern und testen"
  },
  dns: {
    title: "DNS der Domain",
    help: "Empfänger beurteilen Mails nach diesen Einträgen. Die Prüfung ändert nichts.",
    ask: "DNS prüfen",
    asking: "Nameserver werden gefragt …",
    checked: (domain, at) => `${domain}, ${at}`,
    statuses: {
      ok: "Gut",
      warning: "Verbessern",
      error: "Falsch",
      unknown: "Keine Antwort",
      not_applicable: "Nicht nötig"
    },
    checks: {
      mx: "MX",
      spf: "SPF",
      dkim: "DKIM",
      dmarc: "DMARC",
      alignment: "Alignment",
      ptr: "PTR",
      blacklist: "Sperrlisten"
    }
  },
  test: "Verbindung testen",
  testing: "Wird getestet …",
  sync: "Posteingang jetzt lesen",
  remove: "Konto entfernen",
  removeTitle: "Dieses Konto entfernen?",
  removeHelp: "Kampagnen senden nicht mehr von diesem Konto. Seine Mails und seine Zahlen bleiben.",
  cancel: "Abbrechen",
  works: "funktioniert",
  unknown: {
    title: "Mails mit unbekanntem Ergebnis",
    count: (count) => `${plural(count, "Mail", "Mails")} mit unbekanntem Ergebnis`,
    many: (count) => `Mehr als ${count} Mails mit unbekanntem Ergebnis`,
    help: "Die Verbindung endete, bevor der Server geantwortet hat: Diese Mails wurden vielleicht gesendet. Sie werden nicht von selbst noch einmal gesendet. Sehen Sie im Ordner der gesendeten Mails des Kontos nach, und sagen Sie, ob die Mail dort ist.",
    none: "Keine Mail hat ein unbekanntes Ergebnis",
    noSubject: "Ohne Betreff",
    messageId: "Message-ID",
    to: (email) => `An ${email}`,
    from: (email) => `von ${email}`,
    kinds: { step: "Schritt einer Kampagne", reply: "Antwort", forward: "Weitergeleitete Nachricht", test: "Test" },
    tries: (count) => plural(count, "Versuch", "Versuche"),
    conversation: "Unterhaltung"
  },
  serverSays: (text) => `Der Server sagt: ${text}`,
  reasons: {
    appPassword: () =>
      "Der Server verlangt ein App-Passwort statt des Passworts des Kontos: Erzeugen Sie eines in den Einstellungen des Anbieters.",
    certificate: () => "Das Zertifikat des Servers ist ungültig oder gilt für einen anderen Namen.",
    closed: (_host, port) => `Der Server hat die Verbindung auf Port ${port} beendet.`,
    folder: () => "Einen Ordner aus den Einstellungen gibt es nicht.",
    login: () => "Der Server lehnt den Benutzernamen oder das Passwort ab.",
    noAnswer: (_host, port) => `Der Server antwortet nicht auf Port ${port}. Prüfen Sie Server und Port.`,
    noServer: (host) => `Es gibt keinen Server ${host}. Prüfen Sie seinen Namen.`,
    notAllowed: () =>
      "Der Anbieter erlaubt für dieses Postfach keine Anmeldung mit Passwort. Die Administration kann sie erlauben.",
    notEncrypted: (_host, port) =>
      `Der Server verschlüsselt auf Port ${port} nicht wie erwartet. Versuchen Sie einen anderen Port.`,
    oauth: () => "Die Anmeldung mit OAuth2 gilt nicht mehr: Die Inhaberin oder der Inhaber muss sie erneut erlauben.",
    other: () => "Die Anmeldung ist fehlgeschlagen.",
    private: (host) => `${host} ist aus dem Internet nicht erreichbar und wird daher nicht verwendet.`,
    tooMany: () =>
      "Der Server nimmt jetzt keine Anmeldung an, weil es zu viele waren. Versuchen Sie es in einigen Minuten."
  },
  settings: {
    title: "Einstellungen",
    name: "Name des Absenders",
    limits: "Wie viel es sendet",
    daily_limit: "Mails am Tag",
    min_delay_minutes: "Minuten zwischen zwei Mails",
    signature: "Signatur",
    signatureHelp: "Sie steht unverändert unter jeder Mail und hat keine Variablen.",
    save: "Einstellungen speichern",
    saved: "Gespeichert",
    unsaved: "Noch nicht gespeichert",
    conflict: "Jemand hat dieses Konto inzwischen geändert. „Einstellungen speichern“ speichert Ihre Eingaben.",
    switchOff: "Versand ausschalten",
    switchOn: "Versand einschalten",
    isOff: (email) => `${email} sendet nichts`,
    isOn: (email) => `${email} sendet wieder`,
    undoFailed: (reason) => `Nicht rückgängig gemacht: ${reason}`
  },
  fails: {
    sending: "Bis das behoben ist, sendet das Konto nichts.",
    inbox: (date) => `Sein Posteingang ist nicht lesbar seit: ${date}. Antworten werden nicht bemerkt.`
  },
  since: (date) => `Letzter Fehler: ${date}`,
  cure: "Testen Sie die Verbindung, und speichern Sie neue Zugangsdaten, falls sie geändert wurden.",
  fields: { email: "Adresse", provider: "Anbieter", first: "Vorname", last: "Nachname" },
  providers: { google: "Google", microsoft: "Microsoft", smtp: "Anderer (SMTP)" },
  none: "–"
}
