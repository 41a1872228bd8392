/** Sends a request to each URL, with every name on loopback, and prints the results. */
import { UndiciTransport } from "@mailroom/host"
import { Console, Effect } from "effect"
import { post } from "./Receivers.ts"

const resolve = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }])

const program = Effect.forEach(process.argv.slice(2), (url) =>
  post(url).pipe(
    Effect.match({
      onSuccess: ({ status }) => String(status),
      onFailure: ({ code, reason }) => `${reason} ${code}`
    }),
    Effect.flatMap(Console.log)
  )
)

await Effect.runPromise(Effect.provide(program, UndiciTransport.layer({ allowPrivateTargets: true, resolve })))
