/** The variables that names in tags of other programs mean, such as `first_name` for `FNAME`. Pure functions. */
import { fieldCalled, plainName } from "@mailroom/mail/columns"
import { closest } from "../Closest.ts"

/** The names in tags that are not also names of columns in an import (`fieldCalled`), by variable, without separators. */
const others: Readonly<Record<string, string>> = {
  first_name:
    "fname fnam firstnamefix name fullname firstlast contactname leadname recipientname nickname ansprechpartner salutationname vollname nomcomplet nombrecompleto nomecompleto",
  last_name: "lname lnam nom naam namn navn nimi",
  company: "companynames firm",
  email: "emailaddr address",
  website: "site",
  personalization: "intro icebreakers compliment",
  "sender.first_name":
    "sendername senderfirstname myname myfirstname yourname yourfirstname yourfullname fromname accountname signaturename ihrname deinname absender absendername",
  "sender.last_name": "senderlastname mylastname yourlastname",
  "sender.email": "senderemail myemail youremail fromemail",
  signature: "signature emailsignature sendersignature signatur",
  unsubscribe_link:
    "unsubscribe unsub unsubscribelink unsubscribeurl unsubscribetag optout optoutlink optouturl unsublink unsuburl abmelden abmeldelink desabonnement"
}

/** Names that are usually custom fields here. */
const custom =
  "city country state region zip zipcode postalcode postcode street phone phonenumber mobile telephone jobtitle title position role industry department salutation greeting anrede titel stadt ort land strasse plz telefon branche abteilung ville pays poste telefono ciudad pais cargo citta birthday date today currentdate currentyear year month weekday dayofweek linkedin linkedinurl linkedinprofile location headline product productname plan price amount meetinglink calendarlink bookinglink calendar companysize companycity companycountry companyindustry companyphone companyaddress painpoint casestudy competitor referral customfield customvariable snippet".split(
    " "
  )

const variableOf = new Map([
  ...Object.entries(others).flatMap(([variable, list]) => list.split(" ").map((name) => [name, variable] as const)),
  ...custom.map((name) => [name, "custom"] as const)
])

/** Words before the name of a field: of whom it is, or of what kind. */
const qualifiers = new Set(
  "contact contacts lead leads recipient recipients prospect prospects customer customers subscriber subscribers person people user member members client candidate contactfield leadfield companyfield subtag attribute contactattribute contactattributes attributes params param data var vars merge mergetag mergefield field fields custom customfield properties property profile insert enter the their his her his to kontakt empfaenger destinataire account deal record row item entity mail email".split(
    " "
  )
)
/** Words before the name of a field that say that it is one of the sender. */
const ofSender = new Set("my your our sender from owner ownerfield sending rep agent ihr dein mein".split(" "))

/** The words of a name, in lower case. An upper-case letter begins a word, as in `FirstName`. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plainName)
    .filter((word) => word !== "")

/** Matches names of custom fields with a number, such as `custom1`. */
const numbered =
  /^(?:snippet|custom|customfield|customvariable|var|variable|mmerge|merge|udf|attribute|field|line|phrase)\d{1,2}$/u

/** The words as the name of a custom field. */
const snake = (words: ReadonlyArray<string>) =>
  words
    .join("_")
    .replaceAll(/[^a-z0-9_]/gu, "")
    .slice(0, 64)

/** The variable whose name these words are, all of them together; `undefined`: they are not the name of a field. */
const variableFor = (words: ReadonlyArray<string>): string | undefined => {
  const name = words.join("")
  const column = fieldCalled(name)
  // No text inserts the time zone of a lead: a variable with this name is a custom field.
  const found = variableOf.get(name) ?? (column === "timezone" ? "custom" : column)
  if (found !== undefined && found !== "custom") return found
  if (found === undefined && !numbered.test(name)) return undefined
  const field = snake(words)
  return /^[a-z]/u.test(field) ? `custom.${field}` : "custom.field"
}

/** Matches what ends the name in a tag: a default, a filter or an option follows. */
const ending = /\||,|;|%%|\?\?|:\s*default\b|(?:(?<!:)\s|:)["'“‘]|\s(?:or|default|fallback|mode)\b/iu

/**
 * The variable for what is between the signs of a tag, such as `first_name`, `Contact.FirstName`, `var:firstname:"there"` or
 * `FNAME|there`; `undefined`: it is not the name of a field.
 */
export const variableIn = (inner: string): string | undefined => {
  const text = inner
    .trim()
    .replace(/^[$!@#=%&*.:~^-]{1,3}\s?/u, "")
    .replace(/[*#@$%&]{1,3}$|\s(?:here|hier)$/iu, "")
  const [head = ""] = text.split(ending, 1)
  if (head.length > 80 || /^[^\p{L}]|[:=]\s|\s=|[^\p{L}\p{M}\p{N}_ .:='’/>?!-]/u.test(head)) return undefined
  const words = wordsOf(head)
  if (/^custom\.\w/u.test(head)) return `custom.${snake(words.slice(1))}`
  // The name may follow words such as `contact`, or `my` for a field of the sender.
  for (let from = 0; from < words.length; from++) {
    const variable = variableFor(words.slice(from))
    const before = words[from - 1]
    if (variable !== undefined) {
      return before !== undefined && ofSender.has(before) && /^(?:first_name|last_name|email)$/u.test(variable)
        ? `sender.${variable}`
        : variable
    }
    const word = words[from] ?? ""
    if (!qualifiers.has(word) && !ofSender.has(word)) return undefined
  }
  return undefined
}

/** The variable that an unknown name in `{{…}}` probably means. */
export const similarVariable = (name: string, variables: ReadonlyArray<string>): string | undefined =>
  closest(name, variables) ?? variableIn(name)

/** Whether a text is hardly anything but the name of a field, such as `firstname`: so it is one also between signs that are usual in texts. */
export const isDistinct = (inner: string): boolean => {
  const name = wordsOf(inner).join("")
  return (
    name !== "name" &&
    /^(?:f|l|first|last|given|family|full|sender|company|contact|recipient|lead)_?name$|^sur_?name$|^(?:vor|nach)name$|^prenom$/u.test(
      name
    )
  )
}
