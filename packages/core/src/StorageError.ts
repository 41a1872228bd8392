/** What an adapter may raise beyond the domain errors of its ports. */
import { Schema } from "effect"

/** Storage did not answer, or asked us to try again: nothing is changed, and the same call may succeed later. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", { cause: Schema.Defect() }) {
  override get message(): string {
    return "storage did not answer in time; try again"
  }
}

/** Storage returned something that cannot be: trying again will not help. */
export class Corrupt extends Schema.TaggedError<Corrupt>()("Corrupt", { cause: Schema.Defect() }) {
  override get message(): string {
    return "storage returned unexpected data"
  }
}

/**
 * Storage did not answer whether it committed. The change may or may not be stored: read before trying again. Adapters do
 * not try again by themselves.
 */
export class Unknown extends Schema.TaggedError<Unknown>()("Unknown", { cause: Schema.Defect() }) {
  override get message(): string {
    return "storage did not answer whether it stored the change"
  }
}

/** What was to be stored belongs to an organization that does not exist, or was removed meanwhile: nothing is changed. */
export class NoOrganization extends Schema.TaggedError<NoOrganization>()("NoOrganization", { cause: Schema.Defect() }) {
  override get message(): string {
    return "the organization does not exist"
  }
}

/**
 * One error for all storage ports, with the reason that decides whether to retry. Adapters keep from `cause` what may
 * hold data of customers or secrets, because both go to the log.
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
