/** Preconditions of writes: the versions that the caller has read. */
import { Effect } from "effect"
import { InvalidInput } from "./InvalidInput.ts"

/** The versions that a write allows. Any version without `if_version`. */
export interface IfVersion {
  readonly if_version?: ReadonlyArray<number> | undefined
}

/** Whether a write may change what has this version. */
export const allows = ({ if_version }: IfVersion, version: number): boolean =>
  if_version === undefined || if_version.includes(version)

/** Fails when a call on several ids has `if_version`: the versions are those of one thing. */
export const requireOneId = (
  { if_version }: IfVersion,
  ids: ReadonlyArray<number>
): Effect.Effect<void, InvalidInput> =>
  if_version === undefined || ids.length === 1
    ? Effect.void
    : Effect.fail(
        new InvalidInput({ faults: [{ pointer: "/if_version", message: "is allowed only with exactly one id" }] })
      )
