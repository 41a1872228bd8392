/** The `AccessTokens` of Google, Microsoft, and the host app. */
import { type AccessToken, AccessTokens, type TokenFailed, type TokenOwner } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { lazyAgent } from "./internal/lazyAgent.ts"
import { endpoints, make } from "./internal/oauth.ts"
import { type Resolve, resolveLocally, resolvePublicly } from "./internal/resolve.ts"

export interface Options {
  /** Resolves names like the operating system, for development. The token endpoints stay the same. */
  readonly allowPrivateTargets?: boolean
  /**
   * Resolves a host to its addresses. Default: by the name servers only; with private targets, like the operating
   * system.
   */
  readonly resolve?: Resolve
  /** The access tokens of the host app (`auth: host`). Default: there are none. */
  readonly host?: (owner: TokenOwner) => Effect.Effect<AccessToken, TokenFailed>
}

export const layer = ({
  allowPrivateTargets = false,
  host,
  resolve = allowPrivateTargets ? resolveLocally : resolvePublicly
}: Options = {}): Layer.Layer<AccessTokens> =>
  Layer.effect(
    AccessTokens,
    Effect.map(lazyAgent({ allowPrivateTargets, resolve }), (agent) => make({ agent, endpoints, host }))
  )
