/** The German texts of the page of leads. */
import { plural } from "../../base/plural.de.ts"
import type { texts as english } from "./texts.ts"

const leads = (count: number) => plural(count, "Lead", "Leads")

export const texts: typeof english = {
  title: "Leads",
  selected: (count) => `${leads(count)} ausgewählt`,
  selectOf: (name) => `${name} auswählen`,
  clear: "Auswahl aufheben",
  stopping: (count) => `Das Senden an ${leads(count)} stoppt in 5\u00a0Sekunden`,
  resuming: (count) => `Das Senden an ${leads(count)} geht in 5\u00a0Sekunden weiter`,
  notChanged: (failed, changed, reason) =>
    `${leads(failed)} nicht geändert${changed === 0 ? "" : `, ${leads(changed)} geändert`}: ${reason}`,
  selectAll: (count) => `Alle auswählen: ${leads(count)}`,
  selectLoaded: (count) => `Auswählen: ${plural(count, "geladener Lead", "geladene Leads")}`,
  search: "Leads suchen",
  campaign: "Kampagne",
  allCampaigns: "Alle Kampagnen",
  import: "Importieren",
  export: "Exportieren",
  exporting: (count) => `${count} Leads gelesen. Abbrechen`,
  notExported: (reason) => `Nicht exportiert: ${reason}`,
  goTo: "Zu Zeile",
  ofAll: (count) => `von ${count}`,
  next: "20 Zeilen weiter",
  first: "Erste Zeile",
  last: "Letzte Zeile",
  columns: ["Zeile", "Lead", "Status", "Senden", "Mails", "Letzte Mail", "Antwort", "Firma"],
  counted: {
    events: {
      sent: "Kontaktiert",
      opened: "Erste Öffnung",
      clicked: "Erster Klick",
      replied: "Erste Antwort",
      bounced: "Unzustellbar",
      unsubscribed: "Abgemeldet"
    },
    since: (date) => `seit ${date}`,
    until: (date) => `vor ${date}`,
    step: "eines Schritts",
    account: "eines Kontos",
    positive: "positiv",
    stopped: "Gestoppt",
    remove: "Alle Leads anzeigen"
  },
  status: "Status",
  statuses: {
    "Not contacted": "Nicht kontaktiert",
    Sent: "Gesendet",
    Opened: "Geöffnet",
    Replied: "Geantwortet",
    Bounce: "Unzustellbar"
  },
  anyStatus: "Jeder Status",
  noTag: "Kein Label",
  bulk: {
    tag: "Label",
    chooseTag: "Label der Antwort",
    delete: "Löschen",
    erase: "Daten löschen",
    cancel: "Abbrechen",
    cancelRun: "Hier aufhören",
    progress: (done, count) => `${done} von ${count}`,
    ask: {
      stop: (count) => `Das Senden an ${leads(count)} stoppen?`,
      resume: (count) => `Das Senden an ${leads(count)} fortsetzen?`,
      delete: (count) => `${leads(count)} löschen?`,
      erase: (count) => `${leads(count)} mit allen Daten löschen?`
    },
    askPause: (count) => `${leads(count)} pausieren?`,
    effect: {
      stop: "Sie erhalten keine Mail mehr, bis jemand das Senden fortsetzt.",
      resume:
        "Wer geantwortet hat, sich abgemeldet hat oder von Hand gestoppt wurde, kann wieder Mails erhalten. Die Sperrliste gilt weiter.",
      delete: "Ihre Unterhaltungen und die Zahlen der Kampagne bleiben. Das lässt sich nicht rückgängig machen.",
      erase:
        "Auch ihre Mails, Anhänge und persönlichen Daten werden gelöscht; die Zahlen der Kampagne bleiben. Das lässt sich nicht rückgängig machen."
    },
    done: {
      stop: (count) => `${leads(count)} geändert`,
      resume: (count) => `${leads(count)} geändert`,
      pause: (count) => `${leads(count)} geändert`,
      tag: (count) => `${leads(count)} mit Label versehen`,
      untag: (count) => `Label von ${leads(count)} entfernt`,
      delete: (count) => `${leads(count)} gelöscht`,
      erase: (count) => `${leads(count)} mit allen Daten gelöscht`
    },
    failed: (count, reason) => `Beendet nach ${leads(count)}: ${reason}`
  },
  adding: {
    button: "Lead hinzufügen",
    title: "Einen Lead hinzufügen",
    email: "Adresse",
    choose: "Kampagne wählen",
    cancel: "Abbrechen",
    submit: "Hinzufügen",
    known: "Die Kampagne hat diese Adresse schon.",
    invalid: "Das ist keine Adresse."
  },
  verified: {
    not_verified: "Nicht geprüft",
    valid: "Gültig",
    accept_all: "Nimmt alles an",
    unknown: "Unklar",
    disposable: "Wegwerfadresse",
    invalid: "Ungültig"
  },
  verification: {
    button: "Prüfen",
    title: "Adressen prüfen",
    free: "Geprüft werden Schreibweise, Nameserver und Listen. Das kostet nichts.",
    cost: (credits) => `Höchstens ${credits} Credits des Prüfdienstes`,
    paid: (credits) => `${credits} Credits`,
    states: {
      running: (done, all) => `${done} von ${all} geprüft`,
      done: (done) => `${done} geprüft`,
      stopped: (done) => `Beendet nach ${done}`,
      failed: (done) => `Abgebrochen nach ${done}`
    },
    begin: "Prüfen",
    stop: "Beenden",
    by: (status, verifier) => `Adresse: ${status}${verifier === "" ? "" : ` (${verifier})`}`
  },
  custom: {
    title: "Eigene Felder",
    newName: "Name eines neuen Feldes",
    newValue: "Wert des neuen Feldes",
    nameHelp: "Kleinbuchstaben, Ziffern und _, am Anfang ein Buchstabe",
    remove: (name) => `Das Feld ${name} entfernen`,
    save: "Felder speichern"
  },
  answer: "Antwort",
  empty: "Es gibt noch keinen Lead",
  emptyHelp:
    "Ein Lead ist eine Person, der eine Kampagne schreibt. Wählen Sie eine Kampagne, und importieren Sie eine Datei.",
  close: "Schließen",
  stop: "Senden stoppen",
  edit: "Speichern",
  saved: "Gespeichert",
  threads: "Unterhaltungen",
  states: { open: "Offen", done: "Erledigt", snoozed: "Zurückgestellt" },
  noThreads: "Keine Unterhaltung",
  activity: "Verlauf",
  noActivity: "Keine Ereignisse",
  fields: {
    first_name: "Vorname",
    last_name: "Nachname",
    company: "Firma",
    website: "Website",
    personalization: "Persönliche Zeile",
    timezone: "Zeitzone"
  },
  clock: {
    lead: (zone) => `Mails gehen nach der Uhr des Leads hinaus (${zone}).`,
    campaign: (zone) => `Mails gehen nach der Uhr der Kampagne hinaus (${zone}).`
  },
  moves: (campaign, at) => `Wechselt in ${campaign} ${at}.`,
  movedTo: "Verschoben nach",
  movedFrom: "Verschoben von",
  aCampaign: "eine andere Kampagne",
  opens: (at) => `Das Fenster öffnet ${at}.`,
  conflict: "Jemand hat diesen Lead inzwischen geändert. „Speichern“ speichert Ihre Eingaben.",
  none: "–"
}
