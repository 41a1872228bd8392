/** The deliveries of a fake server: they go to this machine, and are only noted for others. */
import { type DeliveryAnswer, type DeliveryRequest, DeliveryTransport, Timestamp } from "@mailroom/core"
import { UndiciTransport } from "@mailroom/host"
import { Clock, Context, Effect, Layer } from "effect"
import type { Activity } from "./Activity.ts"
import type { DeliveredWebhook } from "./TestKit.ts"

const loopback = /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u
const isLocal = ({ url }: DeliveryRequest) => loopback.test(URL.parse(url)?.hostname ?? "")

const accepted: DeliveryAnswer = { status: 200, retry_after: null, body: '{"ok":true}', duration_ms: 1 }

export class WebhookLog {
  /** The tries so far. */
  deliveries: ReadonlyArray<DeliveredWebhook> = []
  readonly layer: Layer.Layer<DeliveryTransport>

  constructor({ call }: Activity) {
    this.layer = Layer.effect(
      DeliveryTransport,
      Effect.gen({ self: this }, function* () {
        const { check, send } = yield* DeliveryTransport
        // The timeout of a receiver runs on the clock of the machine: the clock of the test stands still.
        const clock = Context.get(Context.empty(), Clock.Clock)
        return DeliveryTransport.of({
          check,
          send: (request) =>
            (isLocal(request)
              ? call(Effect.provideService(send(request), Clock.Clock, clock))
              : Effect.succeed(accepted)
            ).pipe(
              Effect.onExit((exit) =>
                Effect.map(Timestamp.now, (now) =>
                  this.#add(request, exit._tag === "Success" ? exit.value.status : null, now)
                )
              )
            )
        })
      })
    ).pipe(Layer.provide(UndiciTransport.layer({ allowPrivateTargets: true })))
  }

  #add({ body, headers, url }: DeliveryRequest, status: number | null, delivered_at: Timestamp.Timestamp): void {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    this.deliveries = [...this.deliveries, { url, headers: lower, body, status, delivered_at }]
  }
}
