/** The further recipients and the files of answers that are being written. This browser keeps them with the draft. */
import { makeStore } from "../../base/store.ts"

/** A file of an answer that is being written. */
export interface AnswerFile {
  readonly key: number
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** When it was uploaded, in milliseconds since 1970. */
  readonly at?: number
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
  /** Whether each file is uploaded, and each recipient is an address. */
  readonly isReady: boolean
  /** The fields of `POST …/reply` for the recipients and the files. */
  readonly fields: Readonly<Record<string, ReadonlyArray<number | string>>>
}

/** The additions of each thread's answer. `outbox/uploading.ts` changes them. */
export const additions = makeStore<ReadonlyMap<number, Additions>>(new Map())
