/** Traces of `serve` and `work`, sent by OTLP as the variables `OTEL_…` say. */
import { version } from "@mailroom/http"
import { Cause, Config, ConfigProvider, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpSerialization, OtlpTracer } from "effect/observability"
import { messageOf, Usage } from "./Failure.ts"

const protocols = { "http/json": OtlpSerialization.layerJson, "http/protobuf": OtlpSerialization.layerProtobuf }

/** The values of variables that are not set. */
const defaults = Effect.gen(function* () {
  const attributes = yield* Config.String("OTEL_RESOURCE_ATTRIBUTES").pipe(Config.withDefault(""))
  const isNamed = /(?:^|,) *service\.name *=/u.test(attributes)
  return ConfigProvider.fromEnvRecord({
    OTEL_TRACES_EXPORTER: "otlp",
    ...(isNamed ? {} : { OTEL_SERVICE_NAME: "mailroom" })
  })
})

const protocol = Config.Literals(["http/json", "http/protobuf"], "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL").pipe(
  Config.orElse(() => Config.Literals(["http/json", "http/protobuf"], "OTEL_EXPORTER_OTLP_PROTOCOL")),
  Config.withDefault("http/protobuf" as const)
)

const endpoint = (name: string) => Config.option(Config.String(name))

/** Sends traces if an endpoint is set. Without one there is no tracer, and no spans are made. */
export const layer: Layer.Layer<never, Usage> = Layer.unwrap(
  Effect.gen(function* () {
    const given = yield* ConfigProvider.ConfigProvider
    const endpoints = yield* Effect.all([
      endpoint("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"),
      endpoint("OTEL_EXPORTER_OTLP_ENDPOINT")
    ])
    if (endpoints.every(({ _tag }) => _tag === "None")) return Layer.empty
    return OtlpTracer.layerFromConfig({ resource: { serviceVersion: version } }).pipe(
      Layer.provide(protocols[yield* protocol]),
      Layer.provide(FetchHttpClient.layer),
      Layer.provide(ConfigProvider.layer(ConfigProvider.orElse(given, yield* defaults)))
    )
  })
).pipe(
  Layer.catchCause((cause) =>
    Layer.effectDiscard(
      Effect.fail(new Usage({ message: `The variables OTEL_… cannot be used: ${messageOf(Cause.squash(cause))}` }))
    )
  )
)
