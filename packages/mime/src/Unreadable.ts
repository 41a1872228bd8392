/** Notes in place of a reply that the parser cannot read: a person has to open the attachment. */

/** Parts that hide the text of a mail, by media type, and the note for each. */
const opaque: ReadonlyMap<string, string> = new Map([
  ["application/pkcs7-mime", "[The text of this mail is encrypted or signed with S/MIME. See the attachment.]"],
  ["application/x-pkcs7-mime", "[The text of this mail is encrypted or signed with S/MIME. See the attachment.]"],
  ["application/pgp-encrypted", "[The text of this mail is encrypted with OpenPGP. See the attachment.]"],
  ["application/ms-tnef", "[The text of this mail is in winmail.dat, a format of Outlook. See the attachment.]"],
  ["application/vnd.ms-tnef", "[The text of this mail is in winmail.dat, a format of Outlook. See the attachment.]"]
])

/** A note for a mail without text, if one of its parts hides the text; otherwise empty. */
export const noteOnParts = (types: ReadonlyArray<string>): string =>
  types.map((type) => opaque.get(type)).find(isNote) ?? ""
const isNote = (note: string | undefined) => note !== undefined

/** A note for a text that is read in a guessed charset. */
export const noteOnCharset =
  "[The charset of this mail is unknown, so some characters may be wrong. See the attachment.]"
