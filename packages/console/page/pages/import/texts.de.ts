/** The German texts of the page that imports leads. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  title: "Leads importieren",
  into: (campaign) => `In ${campaign}`,
  optOuts: "Personen, die sich abgemeldet haben",
  optOutsHelp: "Ihre Adressen kommen vor dem Import auf die Sperrliste: Sie erhalten keine Mail, in keiner Kampagne.",
  optOut: (column, lines) => `Zeilen, die „${column}“ abmeldet: ${lines}`,
  valueOf: (value, lines) => `„${value}“ (Zeilen: ${lines})`,
  otherValues: (values, lines) => `${values} weitere Werte (Zeilen: ${lines})`,
  noValues: "Die Spalte ist leer.",
  complete: "Die angekreuzten Werte bedeuten, dass sich jemand abgemeldet hat, die anderen nicht",
  question: (columns) => `Geben Sie erst an, welche Werte eine Abmeldung bedeuten: ${columns}`,
  checking: "Die Adressen werden geprüft …",
  foreseen: "Was geschehen würde",
  foreseenOf: {
    created: "Neu",
    known: "In der Kampagne bekannt",
    double: "Doppelt in der Datei",
    blacklisted: "Auf der Sperrliste",
    optedOut: "Abgemeldet",
    invalid: "Ungültig"
  },
  optedOut: "Abgemeldet",
  drop: "Legen Sie die Datei hier ab, oder",
  steps: ["Datei wählen", "Spalten prüfen", "Importieren"],
  choose: "CSV-Datei wählen",
  chooseHelp:
    "Eine Datei aus Excel oder einem CRM, als CSV gespeichert. Ihre erste Zeile enthält die Namen der Spalten.",
  reading: "Die Datei wird gelesen …",
  notRead: "Diese Datei hat keine Zeilen oder ist keine CSV-Datei.",
  mapping: "Spalten",
  mappingHelp:
    "Was jede Spalte ist. Andere Spalten werden eigene Felder, die in Texten als {{custom.name}} zur Verfügung stehen.",
  column: "Spalte",
  example: "Zum Beispiel",
  is: "Ist",
  ignore: "Auslassen",
  custom: (name) => `Eigenes Feld ${name}`,
  nameOf: (column) => `Name des eigenen Feldes für ${column}`,
  noName: (number) => `(Spalte ${number} ohne Namen)`,
  leftOut: (columns) => `Ausgelassen: ${columns}`,
  repeated: (names) =>
    `Mehrere Spalten sind ${names}: Wählen Sie eine, oder geben Sie den anderen einen anderen Namen.`,
  fields: {
    email: "Adresse",
    first_name: "Vorname",
    last_name: "Nachname",
    company: "Firma",
    website: "Website",
    personalization: "Persönliche Zeile"
  },
  lines: (count) => (count === "1" ? "1 Zeile" : `${count} Zeilen`),
  withoutAddress: (count) => `Ohne Adresse, daher ausgelassen: ${count}`,
  noAddress: "Wählen Sie die Spalte mit der Adresse.",
  duplicates: "Leads, die es schon gibt",
  duplicatesOf: { skip: "Bleiben, wie sie sind", update: "Erhalten die Werte der Datei" },
  start: (count) => (count === "1" ? "1 Lead importieren" : `${count} Leads importieren`),
  resume: "Fortsetzen",
  progress: (done, all) => `${done} von ${all}`,
  done: "Die Datei ist importiert",
  results: {
    created: "Hinzugefügt",
    updated: "Geändert",
    duplicate: "Schon vorhanden",
    blacklisted: "Auf der Sperrliste",
    invalid: "Ungültig"
  },
  rejected: "Abgelehnte Zeilen speichern",
  rejectedFile: "abgelehnt.csv",
  toLeads: "Leads öffnen",
  keepOpen:
    "Lassen Sie diese Seite offen. Wird sie geschlossen, wählen Sie dieselbe Datei noch einmal: Der Import geht dort weiter, wo er war."
}
