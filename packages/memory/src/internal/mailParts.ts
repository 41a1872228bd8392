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

/** Each part with its section, by its number. */
const walk = (section: Section, part: string): readonly [MailPart, ReadonlyArray<readonly [string, Section]>] => {
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
          walk(
            sectionOf(text.replace(/^\r\n/u, "").replace(/\r\n$/u, "")),
            part === "" ? `${i + 1}` : `${part}.${i + 1}`
          )
        )
    : []
  const number = part === "" && !isMultipart ? "1" : part
  const found: MailPart = {
    part: number,
    type,
    parameters,
    encoding: fieldOf(section, "content-transfer-encoding") ?? null,
    is_attachment: /^attachment/iu.test(disposition),
    filename: parametersOf(disposition)["filename"] ?? parameters["name"] ?? null,
    size: section.body.length,
    children: children.map(([child]) => child)
  }
  return [found, [[number, section], ...children.flatMap(([, sections]) => sections)]]
}

const read = (raw: Uint8Array) => {
  const section = sectionOf(new TextDecoder().decode(raw))
  const [structure, sections] = walk(section, "")
  return { section, structure, sections: new Map(sections) }
}

export const structureOf = (raw: Uint8Array): MailPart => read(raw).structure

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
