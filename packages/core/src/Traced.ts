/** Spans of use cases, for tracers. */
import { Context, Effect, References, Tracer } from "effect"

/** Whether a tracer is configured: the default one of Effect exports no spans. */
const isTracing = Effect.contextWith((context: Context.Context<never>) =>
  Effect.succeed(
    Context.get(context, References.TracerEnabled) && Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer
  )
)

/**
 * Like `Effect.fn(name)`, but makes a span only if a tracer is configured. `Effect.fn` makes a span and captures a
 * stack for every call even without a tracer, which took a tenth of the time of a short request: the row
 * "leads, limit 1" of the bench.
 */
export const traced = (name: string): Effect.fn.Untraced => {
  const inSpan = Effect.withSpan(name)
  const spanned = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(isTracing, (isOn) => (isOn ? inSpan(effect) : effect))
  return (body: any, ...pipeables: Array<any>) =>
    Reflect.apply(Effect.fnUntraced, undefined, [body, ...pipeables, spanned])
}
