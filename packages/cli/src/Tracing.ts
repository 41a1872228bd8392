/** Traces of `serve` and `work`, sent by OTLP as the variables `OTEL_…` say. */
import { version } from "@mailroom/http"
import { Cause, Config, ConfigProvider, Effect, Layer } from "effect"
import { OtlpSerialization, OtlpTracer } from "effect/observability"
import * as Collector from "./Collector.ts"
import { variables } from "./Environment.ts"
import { messageOf, Usage } from "./Failure.ts"

const protocols = { "http/json": OtlpSerialization.layerJson, "http/protobuf": OtlpSerialization.layerProtobuf }

/** The values of variables that are not set. */
const defaults = Effect.gen(function* () {
  const attributes = yield* variables.OTEL_RESOURCE_ATTRIBUTES.config.pipe(Config.withDefault(""))
  const isNamed = /(?:^|,) *service\.name *=/u.test(attributes)
  return ConfigProvider.fromEnvRecord({
    OTEL_TRACES_EXPORTER: "otlp",
    ...(isNamed ? {} : { OTEL_SERVICE_NAME: "mailroom" })
  })
})

/** Sends traces if an endpoint is set. Without one there is no tracer, and no spans are made. */
export const layer: Layer.Layer<never, Usage> = Layer.unwrap(
  Effect.gen(function* () {
    const given = yield* ConfigProvider.ConfigProvider
    const endpoints = yield* Effect.all([
      Config.option(variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.config),
      Config.option(variables.OTEL_EXPORTER_OTLP_ENDPOINT.config)
    ])
    if (endpoints.every(({ _tag }) => _tag === "None")) return Layer.empty
    const protocol = yield* variables.OTEL_EXPORTER_OTLP_PROTOCOL.config.pipe(
      Config.withDefault("http/protobuf" as const)
    )
    return OtlpTracer.layerFromConfig({ resource: { serviceVersion: version } }).pipe(
      Layer.provide(Collector.layer(protocols[protocol])),
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
