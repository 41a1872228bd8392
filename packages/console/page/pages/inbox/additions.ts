/** The further recipients and the files of answers that are being written. This browser keeps them with the draft. */
import { makeStore } from "../../base/store.ts"
import type { ShownFile } from "../../kit/files/Files.tsx"

export interface Additions {
  /** Addresses as they are typed. */
  readonly cc: string
  readonly bcc: string
  /** Whether the fields of addresses are shown. */
  readonly isOpen: boolean
  readonly files: ReadonlyArray<ShownFile>
  /** Whether each file is uploaded, and each recipient is an address. */
  readonly isReady: boolean
  /** The fields of `POST …/reply` for the recipients and the files. */
  readonly fields: Readonly<Record<string, ReadonlyArray<number | string>>>
}

/** The additions of each thread's answer. `outbox/uploading.ts` changes them. */
export const additions = makeStore<ReadonlyMap<number, Additions>>(new Map())
