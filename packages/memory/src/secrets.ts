/** Secrets of the service. */
import { SecretStore } from "@mailroom/core"
import { Exit } from "effect"
import type { Database } from "./internal/Database.ts"

export const secretStore = ({ writeState }: Database): SecretStore["Service"] =>
  SecretStore.of({
    obtain: (name, candidate) =>
      writeState((state) => {
        const secret = state.secrets.get(name) ?? candidate.slice()
        state.secrets = state.secrets.set(name, secret)
        return Exit.succeed(secret.slice())
      })
  })
