/** Requests to a server that a test has started, with a new key. */
import { ApiKey } from "@mailroom/core"
import { Effect, Redacted } from "effect"

export const call = (url: string, key: string, init: { readonly method?: string; readonly body?: unknown } = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, {
      method: init.method ?? "GET",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) })
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  })

export const newKey = () => Redacted.value(ApiKey.fromRandom(crypto.getRandomValues(new Uint8Array(32))))
