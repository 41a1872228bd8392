/** Preconditions of writes: the versions that the caller has read. */
import { Effect } from "effect"
import { InvalidInput } from "./InvalidInput.ts"

/** The versions that a write allows. Without `if_version`, every version is allowed. */
export interface IfVersion {
  readonly if_version?: ReadonlyArray<number> | undefined
}

/** Whether a write may change an object that has this version. */
export const allows = ({ if_version }: IfVersion, version: number): boolean =>
  if_version === undefined || if_version.includes(version)

/** Fails when a call with several ids has `if_version`, because versions belong to a single object. */
export const requireOneId = (
  { if_version }: IfVersion,
  ids: ReadonlyArray<number>
): Effect.Effect<void, InvalidInput> =>
  if_version === undefined || ids.length === 1
    ? Effect.void
    : Effect.fail(
        new InvalidInput({ faults: [{ pointer: "/if_version", message: "is allowed only with exactly one id" }] })
      )
