/** The targets that deliveries may have. */
import { mayBePublic } from "@mailroom/mail/dns"
import { Result } from "effect"
import { DeliveryFailed } from "./DeliveryTransport.ts"

/**
 * The URL of a target: `http` or `https`, without user name and password. Unless private targets are allowed, a host
 * that is an IP address must be public, and `localhost` is rejected. Names are not resolved here.
 */
export const parse = (
  text: string,
  options: { readonly allowPrivateTargets: boolean }
): Result.Result<URL, DeliveryFailed> => {
  // Parsing normalizes the host: `127.1`, `0x7f000001` and full-width digits become `127.0.0.1`.
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol)) return rejected("invalid_url")
  if (url.username !== "" || url.password !== "") return rejected("url_with_password")
  if (options.allowPrivateTargets) return Result.succeed(url)
  const host = url.hostname.replaceAll(/^\[|\]$/gu, "")
  return mayBePublic(host) ? Result.succeed(url) : rejected("blocked")
}

const rejected = (reason: DeliveryFailed["reason"]) => Result.fail(new DeliveryFailed({ reason }))
