/** The parts of a mail in memory, as an IMAP server tells them: for mails of tests, whose lines end with CRLF. */
import type { MailPart, PartRequest } from "@mailroom/core"

interface Section {
  readonly header: string
  readonly body: string
}

const sectionOf = (text: string): Section => {
  const at = text.indexOf("\r\n\r\n")
  return at < 0 ? { header: text, body: "" } : { header: text.slice(0, at + 4), body: text.slice(at + 4) }
}

const fieldOf = ({ header }: Section, name: string): string | undefined =>
  new RegExp(`^${name}: *(.*(?:\\r\\n[ \\t].*)*)`, "imu").exec(header)?.[1]

const parametersOf = (field: string) =>
  Object.fromEntries(
    Array.from(field.matchAll(/;\s*([\w-]+)="?([^";\r\n]*)"?/gu), ([, name = "", value = ""]) => [
      name.toLowerCase(),
      value
    ])
  )

interface Found {
  readonly part: MailPart
  /** The sections of the part and of the parts in it, by number. */
  readonly sections: ReadonlyArray<readonly [number: string, section: Section]>
}

/** The part of a section. `number` is its number as IMAP counts parts (RFC 3501, 6.4.5); empty for the whole mail. */
const partIn = (section: Section, number: string): Found => {
  const field = fieldOf(section, "content-type") ?? "text/plain"
  const disposition = fieldOf(section, "content-disposition") ?? ""
  const type = /^[^;\s]*/u.exec(field)?.[0].toLowerCase() ?? ""
  const parameters = parametersOf(field)
  const isMultipart = type.startsWith("multipart/")
  const children = isMultipart
    ? section.body
        .split(`--${parameters["boundary"]}`)
        .slice(1, -1)
        .map((text, i) =>
          partIn(
            sectionOf(text.replace(/^\r\n/u, "").replace(/\r\n$/u, "")),
            number === "" ? `${i + 1}` : `${number}.${i + 1}`
          )
        )
    : []
  // The only part of a mail that is not multipart has the number 1.
  const ownNumber = number === "" && !isMultipart ? "1" : number
  const part: MailPart = {
    part: ownNumber,
    type,
    parameters,
    encoding: fieldOf(section, "content-transfer-encoding") ?? null,
    is_attachment: /^attachment/iu.test(disposition),
    filename: parametersOf(disposition)["filename"] ?? parameters["name"] ?? null,
    size: section.body.length,
    children: children.map((child) => child.part)
  }
  return { part, sections: [[ownNumber, section], ...children.flatMap(({ sections }) => sections)] }
}

const read = (raw: Uint8Array) => {
  const section = sectionOf(new TextDecoder().decode(raw))
  const { part, sections } = partIn(section, "")
  return { section, structure: part, sections: new Map(sections) }
}

export const structureOf = (raw: Uint8Array): MailPart => read(raw).structure

/** The bytes of the parts that are asked for: of a number, `HEADER`, or a number with `.HEADER`. Missing ones are left out. */
export const partsOf = (raw: Uint8Array, parts: ReadonlyArray<PartRequest>): ReadonlyMap<string, Uint8Array> => {
  const { section, sections } = read(raw)
  const textOf = (key: string) => {
    if (key === "HEADER") return section.header
    const inner = sections.get(key.replace(/\.HEADER$/u, ""))?.body
    return inner !== undefined && key.endsWith(".HEADER") ? sectionOf(inner).header : inner
  }
  return new Map(
    parts.flatMap(({ key, most }) => {
      const text = textOf(key)
      return text === undefined ? [] : [[key, new TextEncoder().encode(text).slice(0, most)] as const]
    })
  )
}
