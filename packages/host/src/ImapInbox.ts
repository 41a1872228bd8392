/** The `InboxReader` that reads inboxes over IMAP (RFC 9051), with `imapflow`. */
import { InboxReader } from "@mailroom/core"
import { Layer } from "effect"
import { make } from "./internal/imap.ts"
import { type Resolve, resolveLocally, resolvePublicly } from "./internal/resolve.ts"

export interface Options {
  /** Also connects to this machine and its private network, and accepts any certificate, for development. */
  readonly allowPrivateTargets?: boolean
  /**
   * Resolves a host to its addresses. Default: by the name servers only; with private targets, like the operating
   * system.
   */
  readonly resolve?: Resolve
}

export const layer = ({
  allowPrivateTargets = false,
  resolve = allowPrivateTargets ? resolveLocally : resolvePublicly
}: Options = {}): Layer.Layer<InboxReader> =>
  Layer.sync(InboxReader, () => make({ allowPrivateTargets, verifiesCertificates: !allowPrivateTargets, resolve }))
