/** Storage for Mailroom in the memory of the process: for tests, demonstrations and hosts that keep nothing. */
export * as MemoryStorage from "./MemoryStorage.ts"
