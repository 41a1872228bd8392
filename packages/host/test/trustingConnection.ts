/** Connects with TLS to each `host:port`, with every name on loopback, and prints the results. */
import { GuardedConnection } from "@mailroom/host"
import { Console, Effect } from "effect"

const resolve = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }])

const program = Effect.forEach(process.argv.slice(2), (target) => {
  const [host = "", port] = target.split(":")
  return GuardedConnection.connect(
    { host, port: Number(port), tls: true },
    { allowPrivateTargets: true, resolve }
  ).pipe(
    Effect.match({ onSuccess: () => "connected", onFailure: ({ code, reason }) => `${reason} ${code}` }),
    Effect.flatMap(Console.log),
    Effect.scoped
  )
})

await Effect.runPromise(program)
