/** Changes the further recipients and the files of an answer, and uploads the files. */
import { api } from "../../../base/api.ts"
import { setIn } from "../../../base/store.ts"
import { onStored, readStored, writeStored } from "../../../base/stored.ts"
import { valuesIn } from "../../../kit/form.ts"
import type { ShownFile } from "../../../kit/files/Files.tsx"
import { uploadFile } from "../../../kit/files/upload.ts"
import { type Additions, additions } from "../additions.ts"
import { draftName } from "../drafts.ts"
import { texts } from "./texts.ts"

const none: Additions = { cc: "", bcc: "", isOpen: false, files: [], isReady: true, fields: {} }

export const additionsOf = (all: ReadonlyMap<number, Additions>, id: number): Additions => all.get(id) ?? none

/** A name before an address, as in `"Almeida, Charles" <charles@x.example>`. */
const named = /(?<![^\s,;])(?:"[^"]*"|[^",;<>@])*<([^<>]*)>/gu

/** The addresses of a text, each once, without the names before them. */
export const addressesIn = (text: string): ReadonlyArray<string> => [
  ...new Set(valuesIn(text.replaceAll(named, " $1 ")))
]

/** The parts of a text that are not addresses. */
export const wrongIn = (text: string): ReadonlyArray<string> =>
  addressesIn(text).filter((email) => !/^[^\s@<>()[\]\\:"]+@[^\s@<>()[\]\\:"]+$/u.test(email))

/** Maximum size of the files of an answer together, in bytes. */
const maximum = 18_000_000

/** Whether a mail with these files is larger than mail servers take. */
export const areTooLarge = (files: ReadonlyArray<ShownFile>): boolean =>
  files.reduce((sum, { size }) => sum + size, 0) > maximum

const fieldsOf = ({ bcc, cc, files }: Additions): Additions["fields"] => {
  const fields = {
    cc: addressesIn(cc),
    bcc: addressesIn(bcc),
    attachments: files.flatMap((file) => file.id ?? [])
  }
  return Object.fromEntries(Object.entries(fields).filter(([, list]) => list.length > 0))
}

export const changeAdditions = (
  id: number,
  change: (before: Additions) => Partial<Omit<Additions, "fields" | "isReady">>
): void => {
  const before = additionsOf(additions.get(), id)
  const after = { ...before, ...change(before) }
  const isReady =
    !areTooLarge(after.files) &&
    after.files.every((file) => file.id !== undefined) &&
    wrongIn(`${after.cc}, ${after.bcc}`).length === 0
  setIn(additions, id, { ...after, isReady, fields: fieldsOf(after) })
}

let count = 0
const running = new Map<number, AbortController>()

const change = (id: number, key: number, fields: Partial<ShownFile>) =>
  changeAdditions(id, ({ files }) => ({
    files: files.map((file) => (file.key === key ? { ...file, ...fields } : file))
  }))

/** Uploads a file for the answer of a thread. */
export const addFile = async (id: number, file: File): Promise<void> => {
  const key = ++count
  const { name, size } = file
  changeAdditions(id, ({ files }) => ({ files: [...files, { key, name, size }] }))
  const controller = new AbortController()
  running.set(key, controller)
  const result = await uploadFile(file, controller.signal)
  running.delete(key)
  change(id, key, "upload" in result ? { id: result.upload.id, at: Date.now() } : result)
}

/** Takes a file from the answer of a thread, and removes it from the server. */
export const removeFile = (id: number, { key, id: upload }: ShownFile): void => {
  running.get(key)?.abort()
  changeAdditions(id, ({ files }) => ({ files: files.filter((file) => file.key !== key) }))
  // A file that cannot be removed now is removed after a day.
  if (upload !== undefined) void api.uploads.remove(upload).catch(() => {})
}

const keptName = (id: number): string => `${draftName(id)} additions`

/** The fields of additions that this browser keeps. The keys of files differ between tabs. */
type Kept = Pick<Additions, "bcc" | "cc"> & { readonly files: ReadonlyArray<Omit<ShownFile, "key">> }

const keep = (id: number, { bcc, cc, files }: Additions = none): void => {
  const uploaded = files.flatMap(({ key: _, ...file }) => (file.id === undefined ? [] : [file]))
  const isEmpty = cc === "" && bcc === "" && uploaded.length === 0
  writeStored(keptName(id), isEmpty ? undefined : JSON.stringify({ bcc, cc, files: uploaded } satisfies Kept))
}

let last = additions.get()
additions.subscribe(() => {
  const [before, now] = [last, additions.get()]
  last = now
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    if (before.get(id) !== now.get(id)) keep(id, now.get(id))
  }
})

/** How long the server keeps an upload without a mail, in milliseconds: a day, less the time that writing takes. */
const lifetime = 82_800_000

const keptOf = (id: number): Kept | undefined => {
  try {
    return JSON.parse(readStored(keptName(id)) ?? "") as Kept
  } catch {
    return undefined
  }
}

const shownOf = (files: Kept["files"]): ReadonlyArray<ShownFile> =>
  files.map(({ id: upload, ...file }) => ({
    ...file,
    key: ++count,
    ...((file.at ?? 0) + lifetime < Date.now() || upload === undefined ? { error: texts.expired } : { id: upload })
  }))

/** Gives the answer of a thread what this browser has kept of it. */
export const restoreAdditions = (id: number): void => {
  const kept = keptOf(id)
  if (kept === undefined || additions.get().has(id)) return
  const { bcc, cc, files } = kept
  changeAdditions(id, () => ({ cc, bcc, isOpen: cc !== "" || bcc !== "", files: shownOf(files) }))
}

/**
 * Gives the answer of a thread what this browser has kept of it, also each time when another tab changes that. Uploads of this tab
 * stay. Returns a function that ends this.
 */
export const followAdditions = (id: number): (() => void) => {
  restoreAdditions(id)
  return onStored(keptName(id), () => {
    const { bcc, cc, files }: Kept = keptOf(id) ?? none
    changeAdditions(id, (before) => ({
      cc,
      bcc,
      isOpen: before.isOpen || cc !== "" || bcc !== "",
      files: [...shownOf(files), ...before.files.filter((file) => file.id === undefined)]
    }))
  })
}

/** Adds the recipients and the files of a former answer to the answer of a thread. */
export const mergeAdditions = (id: number, { bcc, cc, files }: Additions): void =>
  changeAdditions(id, (now) => ({
    cc: addressesIn(`${now.cc}, ${cc}`).join(", "),
    bcc: addressesIn(`${now.bcc}, ${bcc}`).join(", "),
    isOpen: now.isOpen || cc !== "" || bcc !== "",
    files: [...now.files, ...files.filter(({ key }) => now.files.every((file) => file.key !== key))]
  }))

/** Gives the answer of a thread the recipients and the uploads of a former one. */
export const takeAdditions = (
  id: number,
  former: {
    readonly cc: ReadonlyArray<string>
    readonly bcc: ReadonlyArray<string>
    readonly attachments: ReadonlyArray<{ readonly id: number; readonly filename: string; readonly size: number }>
  }
): void => {
  const { bcc, cc, files } = additionsOf(additions.get(), id)
  const known = new Set(files.map((file) => file.id))
  const added = former.attachments
    .filter((file) => !known.has(file.id))
    .map(({ filename, ...file }) => ({ ...file, name: filename, key: ++count, at: Date.now() }))
  changeAdditions(id, () => ({
    cc: cc || former.cc.join(", "),
    bcc: bcc || former.bcc.join(", "),
    isOpen: cc !== "" || bcc !== "" || former.cc.length + former.bcc.length > 0,
    files: [...files, ...added]
  }))
}
