/** What an answer has beside its text: further recipients, and files. It is kept while the page is open. */
import { makeStore, setIn } from "../../base/store.ts"

/** A file of an answer that is being written. */
export interface AnswerFile {
  readonly key: number
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The id of the upload; `undefined`: it is being uploaded, or that failed. */
  readonly id?: number
  /** Why it was not uploaded. */
  readonly error?: string
}

export interface Additions {
  /** Addresses as they are typed. */
  readonly cc: string
  readonly bcc: string
  /** Whether the fields of addresses are shown. */
  readonly isOpen: boolean
  readonly files: ReadonlyArray<AnswerFile>
}

/** The additions of each thread's answer. */
export const additions = makeStore<ReadonlyMap<number, Additions>>(new Map())

const none: Additions = { cc: "", bcc: "", isOpen: false, files: [] }

export const additionsOf = (all: ReadonlyMap<number, Additions>, id: number): Additions => all.get(id) ?? none

export const changeAdditions = (id: number, change: (before: Additions) => Partial<Additions>): void => {
  const before = additionsOf(additions.get(), id)
  setIn(additions, id, { ...before, ...change(before) })
}

export const addressesIn = (text: string): ReadonlyArray<string> => text.split(/[\s,;]+/u).filter(Boolean)

/** Whether each file is uploaded. */
export const areUploaded = ({ files }: Additions): boolean => files.every((file) => file.id !== undefined)

/** The fields of `POST …/reply` for these additions. */
export const fieldsOf = ({ bcc, cc, files }: Additions) => {
  const fields = {
    cc: addressesIn(cc),
    bcc: addressesIn(bcc),
    attachments: files.flatMap((file) => file.id ?? [])
  }
  return Object.fromEntries(Object.entries(fields).filter(([, list]) => list.length > 0))
}
