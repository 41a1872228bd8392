/** Flags that several commands have. */
import { Duration, Option } from "effect"
import { Flag } from "effect/cli"

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as one JSON document, and nothing else, on standard output"),
  Flag.withDefault(false)
)

const units: Record<string, (amount: number) => Duration.Duration> = {
  s: Duration.seconds,
  m: Duration.minutes,
  h: Duration.hours,
  d: Duration.days
}

/** A flag for a duration: `30s`, `15m`, `24h`, `7d`. */
export const duration = (name: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("DURATION"),
    Flag.filterMap(
      (value) => {
        const [, amount, unit = ""] = /^(\d{1,6})([smhd])$/u.exec(value) ?? []
        const toDuration = units[unit]
        return toDuration === undefined ? Option.none() : Option.some(toDuration(Number(amount)))
      },
      () => "a duration such as 30s, 15m, 24h or 7d"
    )
  )

/** Rejects a number that is not a port. */
export const isPort = Flag.filter(
  (port: number) => port >= 0 && port <= 65_535,
  () => "a port from 0 to 65535"
)

/** A flag for a port to listen on, without a default. */
export const port = (name: string) => Flag.Int(name).pipe(Flag.withMetavar("PORT"), isPort)
