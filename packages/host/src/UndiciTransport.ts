/** The `DeliveryTransport` that uses the HTTP client `undici`. */
import {
  type DeliveryAnswer,
  DeliveryFailed,
  deliveryTimeout,
  DeliveryTransport,
  maximumAnswerBody,
  Target
} from "@mailroom/core"
import { Clock, Effect, Layer } from "effect"
import type { Dispatcher } from "undici"
import { failureOf } from "./internal/failures.ts"
import { lazyAgent } from "./internal/lazyAgent.ts"
import { type Resolve, resolveLocally, resolvePublicly } from "./internal/resolve.ts"

export interface Options {
  /** Also deliver to this machine and its private network, for development. */
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
}: Options = {}): Layer.Layer<DeliveryTransport> =>
  Layer.effect(
    DeliveryTransport,
    Effect.gen(function* () {
      const agent = yield* lazyAgent({ allowPrivateTargets, resolve })
      const parse = (url: string) => Effect.fromResult(Target.parse(url, { allowPrivateTargets }))
      return DeliveryTransport.of({
        check: (url) => Effect.asVoid(parse(url)),
        send: Effect.fnUntraced(function* ({ body, headers, method, url }) {
          const { origin, pathname, search } = yield* parse(url)
          const client = yield* agent
          const start = yield* Clock.currentTimeMillis
          const chunks: Array<Uint8Array> = []
          let response: Dispatcher.ResponseData | undefined
          yield* Effect.tryPromise({
            try: async (signal) => {
              const path = pathname + search
              const content = method === "GET" ? null : body
              response = await client.request({ origin, path, method, headers, body: content, signal })
              await collect(response.body, chunks)
            },
            catch: (error) => failureOf(error, "invalid_response")
          }).pipe(Effect.timeoutOption(`${deliveryTimeout} seconds`))
          if (response === undefined) return yield* new DeliveryFailed({ reason: "timeout" })
          return answerOf(response, chunks, (yield* Clock.currentTimeMillis) - start)
        })
      })
    })
  )

/** Collects a body until it reaches the maximum. If the connection breaks in between, the answer still counts. */
const collect = async (body: AsyncIterable<Uint8Array>, chunks: Array<Uint8Array>) => {
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maximumAnswerBody) return
    }
  } catch {
    return
  }
}

const answerOf = (
  { headers, statusCode }: Dispatcher.ResponseData,
  chunks: ReadonlyArray<Uint8Array>,
  duration_ms: number
): DeliveryAnswer => {
  const isCompressed = headers["content-encoding"] !== undefined
  const bytes = Buffer.concat(isCompressed ? [] : chunks).subarray(0, maximumAnswerBody)
  return {
    status: statusCode,
    retry_after: [headers["retry-after"] ?? []].flat()[0] ?? null,
    // Decoded as part of a stream, which omits a character that is cut off at the end.
    body: new TextDecoder().decode(bytes, { stream: true }).replaceAll("\u0000", "\uFFFD"),
    duration_ms
  }
}
