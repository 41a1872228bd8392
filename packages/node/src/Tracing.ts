/** Passes spans on to the app's own tracer of OpenTelemetry. */
import { Cause, Context, Exit, Option, Tracer } from "effect"
import type { OpenTelemetrySpan, OpenTelemetryTracer } from "./Options.ts"

/** `SpanKind` of OpenTelemetry. */
const kinds: Readonly<Record<Tracer.SpanKind, number>> = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 }

/** `SpanStatusCode` of OpenTelemetry. */
const codes = { ok: 1, error: 2 }

/** The key of the span in a context: all releases of `@opentelemetry/api` use this one, so that they can be mixed. */
const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")

/** A context of OpenTelemetry with these values. */
class SpanContext {
  readonly #values: ReadonlyMap<symbol, unknown>
  constructor(values: ReadonlyMap<symbol, unknown>) {
    this.#values = values
  }
  getValue(key: symbol) {
    return this.#values.get(key)
  }
  setValue(key: symbol, value: unknown) {
    return new SpanContext(new Map(this.#values).set(key, value))
  }
  deleteValue(key: symbol) {
    return new SpanContext(new Map([...this.#values].filter(([known]) => known !== key)))
  }
}

const contextOf = (parent: Tracer.AnySpan): SpanContext => {
  const { sampled, spanId, traceId } = parent
  const remote = { spanContext: () => ({ traceId, spanId, traceFlags: sampled ? 1 : 0, isRemote: true }) }
  return new SpanContext(new Map([[spanKey, parent instanceof HostSpan ? parent.span : remote]]))
}

/** Seconds and nanoseconds. */
const timeOf = (nanoseconds: bigint) => [Number(nanoseconds / 1_000_000_000n), Number(nanoseconds % 1_000_000_000n)]

const isPlain = (value: unknown) => ["boolean", "number", "string"].includes(typeof value)

class HostSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly span: OpenTelemetrySpan
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly annotations: Context.Context<never>
  readonly links: Array<Tracer.SpanLink>
  readonly kind: Tracer.SpanKind
  readonly sampled: boolean
  readonly attributes = new Map<string, unknown>()
  status: Tracer.SpanStatus

  constructor(tracer: OpenTelemetryTracer, options: Parameters<Tracer.Tracer["span"]>[0]) {
    const { annotations, kind, links, name, parent, root, startTime } = options
    this.name = name
    this.parent = parent
    this.annotations = annotations
    this.links = links
    this.kind = kind
    this.status = { _tag: "Started", startTime }
    // Without a context, the active span of the app is the parent.
    this.span = tracer.startSpan(
      name,
      { kind: kinds[kind], startTime: timeOf(startTime), root },
      Option.isSome(parent) ? contextOf(parent.value) : undefined
    )
    const { spanId, traceFlags, traceId } = this.span.spanContext()
    this.traceId = traceId
    this.spanId = spanId
    this.sampled = (traceFlags & 1) === 1
  }

  attribute(key: string, value: unknown) {
    this.attributes.set(key, value)
    this.span.setAttribute(key, isPlain(value) ? value : String(value))
  }
  event(name: string, startTime: bigint, attributes: Record<string, unknown> = {}) {
    this.span.addEvent(name, attributes, timeOf(startTime))
  }
  addLinks(links: ReadonlyArray<Tracer.SpanLink>) {
    for (const link of links) this.links.push(link)
  }
  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>) {
    if (this.status._tag === "Ended") return
    this.status = { _tag: "Ended", startTime: this.status.startTime, endTime, exit }
    if (Exit.isSuccess(exit)) this.span.setStatus({ code: codes.ok })
    else if (!Cause.hasInterruptsOnly(exit.cause)) {
      const errors = Cause.prettyErrors(exit.cause)
      for (const error of errors) this.span.recordException(error, timeOf(endTime))
      this.span.setStatus({ code: codes.error, message: errors[0]?.message })
    }
    this.span.end(timeOf(endTime))
  }
}

/** The tracer for effects: the app's tracer, if there is one. */
export const tracing = (given: OpenTelemetryTracer | undefined): Context.Context<never> =>
  given === undefined
    ? Context.empty()
    : Context.make(Tracer.Tracer, Tracer.make({ span: (options) => new HostSpan(given, options) }))
