/** Errors that every storage port may raise, besides its domain errors. */
import type { Effect } from "effect"
import { Schema } from "effect"

/** Storage did not answer, or asks for a retry. Nothing was changed, and the same call may succeed later. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", { cause: Schema.Defect() }) {
  override get message(): string {
    return "storage did not answer in time; try again"
  }
}

/** Storage returned impossible data. A retry does not help. */
export class Corrupt extends Schema.TaggedError<Corrupt>()("Corrupt", { cause: Schema.Defect() }) {
  override get message(): string {
    return "storage returned unexpected data"
  }
}

/**
 * Storage did not answer whether it committed. The change may or may not be stored: read before a retry. Adapters do
 * not retry automatically.
 */
export class Unknown extends Schema.TaggedError<Unknown>()("Unknown", { cause: Schema.Defect() }) {
  override get message(): string {
    return "storage did not answer whether it stored the change"
  }
}

/** The data to store belongs to an organization that does not exist, or was removed meanwhile. Nothing was changed. */
export class NoOrganization extends Schema.TaggedError<NoOrganization>()("NoOrganization", { cause: Schema.Defect() }) {
  override get message(): string {
    return "the organization does not exist"
  }
}

/**
 * The error of all storage ports. Its reason decides whether a retry makes sense. The error is logged with `cause`, so
 * adapters remove customers' data and secrets from `cause`.
 */
export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  /** `Port.method`, for the log. */
  operation: Schema.String,
  reason: Schema.Union([Unavailable, Corrupt, Unknown, NoOrganization])
}) {
  /** `LeadStore.replace: unavailable: 55P03 canceling statement due to lock timeout` */
  override get message(): string {
    const { _tag, cause } = this.reason
    return `${this.operation}: ${states[_tag]}: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

const states = {
  Unavailable: "unavailable",
  Corrupt: "corrupt",
  Unknown: "outcome unknown",
  NoOrganization: "no such organization"
}

/** The result of a method of a port: `A`, or `E`, or the failure of storage. */
export type Stored<A, E = never> = Effect.Effect<A, E | StorageError>
