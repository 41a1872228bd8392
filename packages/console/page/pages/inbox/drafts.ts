/** Answers that are being written. */
import type { Session } from "@mailroom/client"
import { queries } from "../../base/api.ts"
import { sessionQuery } from "../../base/session.ts"
import { makeStore } from "../../base/store.ts"
import { onStored, readStored, writeStored } from "../../base/stored.ts"

/** Drafts stay in this browser, by organization, person and thread, until somebody signs out. */
export const draftName = (id: number): string => {
  const { organization, person } = queries.getQueryData<Session>(sessionQuery.queryKey) ?? {}
  return `draft ${organization?.id ?? ""} ${person?.id ?? ""} ${id}`
}

export const draftOf = (id: number): string => readStored(draftName(id)) ?? ""

export const keepDraft = (id: number, text: string): void => writeStored(draftName(id), text === "" ? undefined : text)

/** Adds a text at the end of a draft, unless the draft has it already. */
export const addToDraft = (id: number, text: string): void => {
  const draft = draftOf(id)
  if (!draft.includes(text)) keepDraft(id, draft.trim() === "" ? text : `${draft}\n\n${text}`)
}

/** Calls `run` when another tab has changed a draft. Returns a function that ends this. */
export const onDraft = (id: number, run: (text: string) => void): (() => void) =>
  onStored(draftName(id), (text = "") => run(text))

/** The message that a person is asked about, to whom it is forwarded. */
export const forwarding = makeStore<number | undefined>(undefined)

export interface Writing {
  readonly id: number
  /** A number that grows each time the field is opened. */
  readonly opened: number
  /** Whether a template is chosen first. */
  readonly withTemplate: boolean
}

/** The thread whose answer is being written. */
export const writing = makeStore<Writing | undefined>(undefined)
let opened = 0

export const write = (id: number, withTemplate = false): void => writing.set({ id, opened: ++opened, withTemplate })
export const stopWriting = (): void => writing.set(undefined)

/** An answer that can still be undone, or is under way. */
export interface Outgoing {
  readonly text: string
  /** When it is sent, if a person chose a time. */
  readonly at?: Date | undefined
  readonly isUnderWay: boolean
}
