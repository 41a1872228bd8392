/** The key of the answers of a thread. They are asked for every few seconds, not when the thread has changed. */
export const sendsKey = (thread_id: number | null) => ["sends", thread_id] as const

/** The key of the answers that wait for their time, of all threads. */
export const scheduledKey = ["sends", "scheduled"] as const

/** The key of the answers that were not sent, of all threads. It begins as all keys of mails do: a decision reaches every list. */
export const notSentKey = ["sends", "notSent"] as const
