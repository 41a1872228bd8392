/** Reads mail in a few threads, so that a mail never blocks the event loop. */
import { UnreadableMail } from "@mailroom/core"
import { Effect, Exit, Schema, type Scope, Semaphore } from "effect"
import type { Worker } from "node:worker_threads"
import type { Message } from "./MailThread.ts"
import type { Reading } from "./PostalMime.ts"

const maximumThreads = 2
/** For a mail, once its thread has started. */
const maximumTime = "5 seconds"
const maximumStart = "1 minute"
/** In milliseconds. */
const maximumIdle = 10_000
/** In bytes. A thread ends after a larger mail, because it would keep the memory. */
const maximumKept = 1024 * 1024

/** No thread can be started: the platform has no threads, or a bundler omitted `MailThread`. */
class NoThread extends Schema.TaggedError<NoThread>()("NoThread", { cause: Schema.Defect() }) {}

/** Loaded on demand by the first mail. A failure to load it is a defect, not a fault of the mail. */
const parser = Effect.promise(() => import("./PostalMime.ts"))

/** Reads a mail in the thread of the caller. */
export const readHere = (raw: Uint8Array): Effect.Effect<Reading, UnreadableMail> =>
  Effect.flatMap(parser, ({ read }) =>
    Effect.tryPromise({
      try: () => read(raw),
      catch: (error) => new UnreadableMail({ reason: error instanceof Error ? error.message : String(error) })
    })
  )

/**
 * Reads mails in at most two threads, which are started on demand. A thread reads one mail at a time. It ends after
 * `idle` milliseconds without work, after a mail over 1 MiB, when its mail takes too long or is interrupted, and with
 * the scope. Idle threads do not keep the process alive. When no thread can be started, the mail is read in the
 * caller's thread, and a warning is logged.
 */
export const make = Effect.fnUntraced(function* (
  spawn: () => Worker,
  idle = maximumIdle
): Effect.fn.Return<(raw: Uint8Array) => Effect.Effect<Reading, UnreadableMail>, never, Scope.Scope> {
  const permits = yield* Semaphore.make(maximumThreads)
  /** Idle threads, with the timers that end them. */
  const parked = new Map<Worker, NodeJS.Timeout>()
  yield* Effect.addFinalizer(() => Effect.forEach(parked.keys(), end, { discard: true }))

  const start = Effect.try({
    try: () => {
      const thread = spawn()
      // An error without a listener would end the process.
      return thread.on("error", () => {}).once("exit", () => void parked.delete(thread))
    },
    catch: (cause) => new NoThread({ cause })
  })

  /** An idle thread or, without one, a new one that has yet to start. */
  const acquire = Effect.suspend(() => {
    const [next] = parked
    if (next === undefined) return Effect.map(start, (thread) => ({ thread, isStarted: false }))
    const [thread, timer] = next
    clearTimeout(timer)
    parked.delete(thread)
    thread.ref()
    return Effect.succeed({ thread, isStarted: true })
  })

  /** Keeps a thread for the next mail, for some seconds. */
  const park = (thread: Worker) => {
    thread.unref()
    parked.set(thread, setTimeout(() => void thread.terminate(), idle).unref())
  }

  return (raw) =>
    Effect.acquireUseRelease(
      acquire,
      ({ isStarted, thread }) => Effect.andThen(isStarted ? Effect.void : started(thread), ask(thread, raw)),
      ({ thread }, exit) =>
        Exit.isSuccess(exit) && raw.length <= maximumKept ? Effect.sync(() => park(thread)) : end(thread)
    ).pipe(
      permits.withPermits(1),
      Effect.flatMap((answer) =>
        "reading" in answer ? Effect.succeed(answer.reading) : Effect.fail(new UnreadableMail(answer))
      ),
      Effect.catchTag("NoThread", (error) =>
        Effect.andThen(
          Effect.logWarning("A mail is read on the main thread, because no other one can be started", error),
          readHere(raw)
        )
      )
    )
})

const end = (thread: Worker) => Effect.promise(() => thread.terminate())

type Answer = Exclude<Message, "started">

/**
 * Waits for the first message of a thread that `take` does not map to `undefined`. If the thread ends or has an error
 * before, it fails with the error of `failed`.
 */
const messageOf = <A, E>(
  thread: Worker,
  take: (message: Message) => A | undefined,
  failed: (cause: unknown) => E
): Effect.Effect<A, E> =>
  Effect.callback<A, E>((resume) => {
    const onMessage = (message: Message) => {
      const taken = take(message)
      if (taken !== undefined) settle(Effect.succeed(taken))
    }
    const onError = (cause: unknown) => settle(Effect.fail(failed(cause)))
    const onExit = (code: number) => onError(new Error(`The thread ended with code ${code}`))
    const forget = () => void thread.off("message", onMessage).off("error", onError).off("exit", onExit)
    const settle = (result: Effect.Effect<A, E>) => {
      forget()
      resume(result)
    }
    thread.on("message", onMessage).on("error", onError).on("exit", onExit)
    return Effect.sync(forget)
  })

/** Waits until a thread can read mails. The time for a mail begins after that: a busy machine starts threads slowly. */
const started = (thread: Worker): Effect.Effect<true, NoThread> =>
  messageOf(
    thread,
    (message) => (message === "started" ? true : undefined),
    (cause) => new NoThread({ cause })
  ).pipe(
    Effect.timeoutOrElse({
      duration: maximumStart,
      orElse: () => Effect.fail(new NoThread({ cause: new Error(`The thread takes over ${maximumStart} to start`) }))
    })
  )

/** Reads a mail in a thread that has started. Fails when the thread ends, or takes too long. */
const ask = (thread: Worker, raw: Uint8Array): Effect.Effect<Answer, UnreadableMail> =>
  Effect.suspend(() => {
    // The caller keeps its bytes, so a copy is transferred to the thread. `slice` of a `Buffer` would not copy.
    const copy = new Uint8Array(raw)
    thread.postMessage(copy, [copy.buffer])
    return messageOf(
      thread,
      (message) => (message === "started" ? undefined : message),
      (cause) => new UnreadableMail({ reason: reasonOf(cause) })
    )
  }).pipe(
    Effect.timeoutOrElse({
      duration: maximumTime,
      orElse: () => Effect.fail(new UnreadableMail({ reason: `The mail takes over ${maximumTime} to read` }))
    })
  )

const reasonOf = (cause: unknown) =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? "The mail takes too much memory to read"
    : "The mail cannot be read"
