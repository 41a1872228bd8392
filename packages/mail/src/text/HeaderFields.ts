/** Header fields in a text: of a report, or of a mail inside another mail. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string
  readonly value: string
}

/** The fields at the beginning of a text, until a blank line. Folded lines are joined (RFC 5322, 2.2.3). */
export const fieldsOf = (text: string): ReadonlyArray<HeaderField> => {
  const fields: Array<{ name: string; value: string }> = []
  for (const line of text.split("\n")) {
    const last = fields.at(-1)
    const [, name, value = ""] = /^\s*([a-z][\w-]*)[ \t]*:(.*)$/iu.exec(line) ?? []
    if (last !== undefined && /^[ \t]+\S/u.test(line)) last.value += ` ${line.trim()}`
    else if (name !== undefined) fields.push({ name: name.toLowerCase(), value: value.trim() })
    else if (last !== undefined && line.trim() === "") break
  }
  return fields
}

/** The value of the first field with this name; empty if there is none. */
export const valueOf = (fields: ReadonlyArray<HeaderField>, name: string): string =>
  fields.find((field) => field.name === name)?.value ?? ""

/** Whether a mail answers another one, by its fields. */
export const isAnswer = (mail: {
  readonly in_reply_to: ReadonlyArray<unknown>
  readonly references: ReadonlyArray<unknown>
}): boolean => mail.in_reply_to.length > 0 || mail.references.length > 0

// Addresses and ids of valid length, without characters that a storage cannot store.
const address = /(?<![^\s<>"'(),;:@\p{C}])[^\s<>"'(),;:@\p{C}]{1,64}@[^\s<>"'(),;:@\p{C}]{1,255}/u
const messageId = /<[^\s<>\p{C}\uFFFD]{1,798}>/u

/** The first address in a text; empty if there is none. */
export const addressIn = (text: string): string => address.exec(text)?.[0] ?? ""

/** The first Message-ID in a text, with its angle brackets; empty if there is none. */
export const firstMessageIdIn = (text: string): ReadonlyArray<string> => messageId.exec(text)?.slice(0, 1) ?? []
