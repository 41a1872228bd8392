/** Secrets of the service. */
import { SecretStore } from "@mailroom/core"
import { Exit, Option } from "effect"
import type { Database } from "./internal/Database.ts"

const copyOf = (bytes: Uint8Array) => bytes.slice()

const isSame = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a === b || (a !== undefined && a.length === b?.length && a.every((byte, i) => byte === b[i]))

export const secretStore = ({ readState, writeState }: Database): SecretStore["Service"] =>
  SecretStore.of({
    find: (name) => readState(({ secrets }) => Option.map(Option.fromUndefinedOr(secrets.get(name)), copyOf)),
    replace: (name, before, secret) =>
      writeState((state) => {
        if (!isSame(state.secrets.get(name), before)) return Exit.succeed(false)
        state.secrets = state.secrets.set(name, copyOf(secret))
        return Exit.succeed(true)
      })
  })
