/** The German texts of the page of sender accounts. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Konten",
  search: "Konten suchen",
  add: "Konto hinzufügen",
  columns: ["Konto", "Status", "Heute", "Posteingang", "Unzustellbar, 7 Tage", "Kampagnen"],
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
    user: "Benutzername",
    password: "Passwort",
    host: "Server",
    port: "Port",
    usual: "Der übliche",
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
