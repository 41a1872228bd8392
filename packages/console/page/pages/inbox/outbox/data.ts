/** The answers that the inbox loads: their keys in the cache, and what their fields mean. */
import type { Send } from "@mailroom/client"
import { makeStore } from "../../../base/store.ts"

/** The list over the conversations that somebody asked for by its name. */
export const askedList = makeStore<"notSent" | "scheduled" | undefined>(undefined)

/** The first line of a text that says something. */
export const firstLine = (text: string): string => text.trim().split("\n", 1)[0] ?? ""

export const isScheduled = ({ outcome, send_at }: Send): boolean => outcome === "queued" && send_at !== null

/** Whether a person cancelled the answer. */
export const isCancelled = ({ reason }: Send): boolean => reason === "cancelled"

/** The key of the answers of a thread. They are asked for every few seconds, not when the thread has changed. */
export const sendsKey = (thread_id: number | null) => ["sends", thread_id] as const

/** The key of the answers that wait for their time, of all threads. */
export const scheduledKey = ["sends", "scheduled"] as const

/** The key of the answers that were not sent, of all threads. It begins as all keys of mails do: a decision reaches every list. */
export const notSentKey = ["sends", "notSent"] as const
