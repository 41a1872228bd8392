/** Storage for Mailroom in the memory of the process: for tests, demonstrations, and hosts that need no persistence. */
export * as MemoryStorage from "./MemoryStorage.ts"
export * as MemoryInbox from "./MemoryInbox.ts"
export * as MemoryMailer from "./MemoryMailer.ts"
export * as MemoryVerifier from "./MemoryVerifier.ts"
