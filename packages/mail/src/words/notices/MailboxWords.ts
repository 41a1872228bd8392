/**
 * Words with which mail systems say that a mailbox does not exist, by language. People who know a language can add words:
 *
 * - Write them as usual, in lower case. Accents do not matter, `ä` is also `ae`, and `*` stands for any ending.
 * - `mailbox`: what a mailbox and its owner are called.
 * - `gone`: the words after that. A name or an address may stand between.
 * - `no`: the words before that, such as "unknown".
 *
 * Words that are only right for a while belong into `PassingWords.ts`.
 */
import { easternMailboxWords } from "./MailboxWordsEastern.ts"

export interface MailboxWords {
  /** ISO 639-1. */
  readonly language: string
  readonly mailbox: ReadonlyArray<string>
  readonly gone: ReadonlyArray<string>
  readonly no: ReadonlyArray<string>
  /** The language writes no spaces between words, or joins short words to the next one. */
  readonly isJoined?: true
}

export const westernMailboxWords: ReadonlyArray<MailboxWords> = [
  {
    language: "ca",
    mailbox: ["usuari*", "destinatari*", "bústia", "compte", "adreça"],
    gone: ["no existeix", "desconegut", "desconeguda", "inexistent", "eliminat", "eliminada", "no s'ha trobat"],
    no: ["no existeix", "desconegut"]
  },
  {
    language: "da",
    mailbox: ["bruger*", "modtager*", "adresse*", "postkasse*", "konto*", "mailboks*"],
    gone: [
      "findes ikke",
      "eksisterer ikke",
      "ukendt",
      "slettet",
      "nedlagt",
      "fjernet",
      "ikke fundet",
      "ikke i brug",
      "ikke længere i brug",
      "bruges ikke længere",
      "fratrådt",
      "har forladt"
    ],
    no: ["ukendt", "ingen"]
  },
  {
    language: "de",
    mailbox: [
      "nutzer*",
      "benutzer*",
      "empfänger*",
      "adresse*",
      "mailadresse*",
      "e-mail-adresse*",
      "emailadresse*",
      "postfach*",
      "mailbox*",
      "konto",
      "mailkonto",
      "e-mail-konto",
      "benutzerkonto",
      "mitarbeiter*"
    ],
    gone: [
      "unbekannt",
      "existiert nicht",
      "existiert nicht mehr",
      "existiert hier nicht",
      "nicht bekannt",
      "nicht gefunden",
      "nicht vorhanden",
      "nicht existent",
      "gibt es nicht",
      "gibt es hier nicht",
      "gibt es nicht mehr",
      "gelöscht",
      "entfernt",
      "aufgelöst",
      "ungültig",
      "nicht mehr verwendet",
      "nicht mehr genutzt",
      "nicht mehr benutzt",
      "nicht mehr in gebrauch",
      "nicht mehr in benutzung",
      "nicht mehr in verwendung",
      "nicht mehr gültig",
      "nicht mehr bei uns",
      "nicht mehr tätig",
      "nicht mehr für uns tätig",
      "ausgeschieden",
      "verlassen"
    ],
    no: ["unbekannte*", "ungültige*", "kein*", "keine solche*", "kein solche*", "kein derartige*", "gelöschte*"]
  },
  {
    language: "en",
    mailbox: [
      "user",
      "user id",
      "userid",
      "username",
      "recipient",
      "addressee",
      "mailbox",
      "mail-box",
      "mail box",
      "inbox",
      "account",
      "alias",
      "address",
      "person",
      "employee",
      "customer",
      "contact"
    ],
    gone: [
      "has been deleted",
      "was deleted",
      "is deleted",
      "deleted from",
      "has been removed",
      "was removed",
      "has been closed permanently",
      "has been retired",
      "has been terminated",
      "permanently deleted",
      "permanently removed",
      "permanently closed",
      "has left",
      "left the company",
      "left the organization",
      "left the organisation",
      "left our company",
      "is gone",
      "no longer exists",
      "no longer exist",
      "no longer works",
      "no longer working",
      "no longer employed",
      "no longer in use",
      "no longer in service",
      "no longer used",
      "no longer here",
      "no longer valid",
      "not in use",
      "not in use anymore",
      "not used any more",
      "does not work here",
      "doesn't work here",
      "does not live here"
    ],
    no: ["no such", "no", "there is no", "deleted", "nonexistent", "non-existing"]
  },
  {
    language: "es",
    mailbox: ["usuari*", "destinatari*", "buzón", "cuenta", "dirección", "casilla", "correo", "emplead*"],
    gone: [
      "no existe",
      "ya no existe",
      "no existen",
      "inexistente",
      "desconocid*",
      "no encontrad*",
      "no se encuentra",
      "no se encontró",
      "no fue encontrad*",
      "no ha sido encontrad*",
      "inválid*",
      "eliminad*",
      "borrad*",
      "suprimid*",
      "dad* de baja",
      "no está en uso",
      "ya no está en uso",
      "ya no se usa",
      "ya no se utiliza",
      "ya no trabaja",
      "dejó la empresa",
      "ha dejado la empresa"
    ],
    no: [
      "no existe",
      "no existe el",
      "no existe la",
      "no existe ese",
      "no existe esa",
      "no existe ningún",
      "no hay ningún",
      "no hay tal",
      "inexistente"
    ]
  },
  {
    language: "fi",
    mailbox: ["käyttäjä*", "vastaanottaja*", "postilaatik*", "sähköpostilaatik*", "osoit*", "tili", "tiliä"],
    gone: [
      "ei ole olemassa",
      "ei ole enää olemassa",
      "ei ole enää käytössä",
      "ei ole käytössä",
      "ei enää käytössä",
      "ei löydy",
      "ei löytynyt",
      "poistettu",
      "lakkautettu",
      "tuntematon"
    ],
    no: ["tuntematon", "ei ole"]
  },
  {
    language: "fr",
    mailbox: [
      "utilisateur",
      "utilisatrice",
      "destinataire*",
      "boîte",
      "boite",
      "bal",
      "compte",
      "adresse",
      "abonné",
      "collaborateur",
      "collaboratrice",
      "personne"
    ],
    gone: [
      "n'existe pas",
      "n'existe plus",
      "inconnu",
      "inconnue",
      "inexistant",
      "inexistante",
      "introuvable",
      "invalide",
      "non trouvé",
      "non trouvée",
      "supprimé",
      "supprimée",
      "effacé",
      "effacée",
      "clôturé",
      "clôturée",
      "n'est plus utilisé",
      "n'est plus utilisée",
      "n'est plus en service",
      "n'est plus valide",
      "n'est pas utilisé",
      "n'est pas utilisée",
      "n'a pas été trouvé",
      "n'a pas été trouvée",
      "ne travaille plus",
      "ne fait plus partie",
      "a quitté"
    ],
    no: ["aucun", "aucune", "aucun tel", "pas d'", "pas de"]
  },
  {
    language: "is",
    mailbox: ["notandi*", "viðtakandi", "pósthólf*", "netfang*"],
    gone: ["er ekki til", "fannst ekki", "óþekkt*", "eytt"],
    no: ["óþekkt*"]
  },
  {
    language: "it",
    mailbox: ["casella", "utente", "destinatari*", "destin", "indirizzo", "account", "utenza", "mailbox", "dipendente"],
    gone: [
      "non esiste",
      "non esiste più",
      "inesistente",
      "sconosciut*",
      "non trovat*",
      "non è stat* trovat*",
      "non valid*",
      "rimoss*",
      "eliminat*",
      "cancellat*",
      "soppress*",
      "dismess*",
      "non è più in uso",
      "non più in uso",
      "non è in uso",
      "non è più utilizzat*",
      "non lavora più",
      "ha lasciato l'azienda",
      "ha lasciato la società"
    ],
    no: ["nessun", "nessuna", "non esiste", "non esiste la", "non esiste l'", "inesistente"]
  },
  {
    language: "nb",
    mailbox: ["bruker*", "mottaker*", "adresse*", "postboks*", "postkasse*", "konto*"],
    gone: [
      "finnes ikke",
      "finst ikkje",
      "eksisterer ikke",
      "ukjent",
      "slettet",
      "fjernet",
      "ikke funnet",
      "ble ikke funnet",
      "ikke i bruk",
      "ikke lenger i bruk",
      "har sluttet"
    ],
    no: ["ukjent", "ingen"]
  },
  {
    language: "nl",
    mailbox: [
      "gebruiker*",
      "ontvanger*",
      "geadresseerde*",
      "adres",
      "e-mailadres",
      "mailbox*",
      "postbus*",
      "postvak*",
      "account",
      "medewerker"
    ],
    gone: [
      "bestaat niet",
      "bestaat niet meer",
      "onbekend",
      "ongeldig",
      "niet gevonden",
      "niet bekend",
      "verwijderd",
      "opgeheven",
      "niet in gebruik",
      "niet meer in gebruik",
      "niet langer in gebruik",
      "niet meer gebruikt",
      "niet meer werkzaam",
      "werkt hier niet meer",
      "uit dienst"
    ],
    no: ["onbekende", "ongeldige", "geen", "geen dergelijke", "niet-bestaande"]
  },
  {
    language: "pt",
    mailbox: ["usuári*", "utilizador*", "destinatári*", "caixa", "conta", "endereço", "funcionári*", "colaborador*"],
    gone: [
      "não existe",
      "já não existe",
      "não existe mais",
      "inexistente",
      "desconhecid*",
      "não encontrad*",
      "não foi encontrad*",
      "não localizad*",
      "inválid*",
      "removid*",
      "excluíd*",
      "apagad*",
      "eliminad*",
      "não está em uso",
      "já não está em uso",
      "não está mais em uso",
      "não é mais utilizad*",
      "já não é utilizad*",
      "já não trabalha",
      "não trabalha mais",
      "deixou a empresa",
      "saiu da empresa"
    ],
    no: ["não existe", "não existe o", "não existe a", "nenhum", "nenhuma", "inexistente"]
  },
  {
    language: "sv",
    mailbox: ["användar*", "mottagar*", "adress*", "e-postadress*", "brevlåd*", "postlåd*", "konto*"],
    gone: [
      "finns inte",
      "finns ej",
      "saknas",
      "okänd",
      "existerar inte",
      "existerar ej",
      "hittades inte",
      "har tagits bort",
      "borttagen",
      "borttaget",
      "raderad",
      "raderat",
      "raderats",
      "avslutad",
      "avslutat",
      "används inte",
      "används ej",
      "inte längre i bruk",
      "har slutat"
    ],
    no: ["okänd", "ingen sådan", "ingen"]
  }
]

export const mailboxWords: ReadonlyArray<MailboxWords> = [...westernMailboxWords, ...easternMailboxWords]
