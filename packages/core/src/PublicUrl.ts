import { Context, Layer } from "effect"

/**
 * The URL at which others reach the HTTP API, without a trailing slash: links in mails and answers begin with it. Default:
 * `undefined`, then answers take it from their request, and mails have no links.
 */
export const PublicUrl = Context.Reference<string | undefined>("@mailroom/core/PublicUrl", {
  defaultValue: () => undefined
})

/** Removes trailing slashes from a URL or a path. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/u, "")

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/^\[|\]$/gu, "") ?? ""

/** Sets `PublicUrl`. An empty text is like `undefined`. */
export const layerPublicUrl = (url: string | undefined): Layer.Layer<never> =>
  Layer.succeed(PublicUrl, url ? withoutTrailingSlashes(url) : undefined)
