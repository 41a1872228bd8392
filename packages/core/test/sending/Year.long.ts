/** Rules that a year of sending keeps, whatever servers and people do. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { daysLater, isInside, localOf } from "./LocalTime.ts"
import { layer } from "./Mailing.ts"
import { accountSettings, campaignOf, settings, type Try, year } from "./YearWorld.ts"

const minute = 60_000
const day = 86_400_000
const seed = 2026

/** The limit of an account at an instant: a ramp-up grows with each whole day. */
const limitAt = (account: number, at: number): number => {
  const { daily_limit, ramp_up } = { ramp_up: null, ...(accountSettings[account] ?? assert.fail()) }
  if (ramp_up === null) return daily_limit
  const days = Math.max(0, Math.floor((at - Date.parse(ramp_up.started_at)) / day))
  return Math.min(daily_limit, ramp_up.start + ramp_up.increment * days)
}

const settingOf = ({ email }: Try) => settings[campaignOf(email)] ?? assert.fail()
const shown = ({ at, email, step }: Try) => `${email}, step ${step}, at ${new Date(at).toISOString()}`
const none = (tries: ReadonlyArray<Try>) => assert.deepStrictEqual(tries.map(shown), [])
const groups = <K>(tries: ReadonlyArray<Try>, key: (one: Try) => K) => [...Map.groupBy(tries, key).values()]
/** The tries after which the step is over. */
const isFinal = ({ outcome }: Try) => outcome === "sent" || outcome === "unknown"

/** Each pair of neighbours. */
const pairs = (tries: ReadonlyArray<Try>) => tries.slice(1).map((next, i) => [tries[i] ?? next, next] as const)

/** Each step of a lead after the first, with the step before it. */
const followUps = (tries: ReadonlyArray<Try>) =>
  groups(tries.filter(isFinal), ({ email }) => email).flatMap((own) => pairs(own))

/** The earliest instant of a step after the one before it. */
const dueAfter = (before: Try, next: Try): number => {
  const { delays, input } = settingOf(next)
  const due = daysLater(input.timezone, before.at, delays[next.step] ?? assert.fail())
  // Nobody knows whether the step before was sent: it counts as sent after a day.
  return before.outcome === "unknown" ? Math.max(due, before.at + day) : due
}

describe("A year of sending", () => {
  it.effect(
    `keeps to windows, limits, pace and delays, and reaches every lead (seed ${seed})`,
    () =>
      Effect.gen(function* () {
        const cpu = process.cpuUsage()
        const { campaigns, ended, left, tries, turns, wrong } = yield* year

        // Every lead was stopped or got every step, and every campaign has ended.
        assert.deepStrictEqual([left, wrong, campaigns], [[], [], settings.map(() => "completed")])
        assert.isBelow(ended, Date.UTC(2027, 1, 1))

        // Each mail is inside its window.
        none(tries.filter((one) => !isInside(settingOf(one).input.send_window, settingOf(one).input.timezone, one.at)))

        // No account is over its limit of the day, in its zone.
        const ofDay = groups(tries.filter(isFinal), ({ account, at }) => {
          const { timezone } = accountSettings[account] ?? assert.fail()
          return `${account} ${localOf(timezone, at).date}`
        })
        none(ofDay.flatMap((day) => day.filter(({ account, at }, i) => i >= limitAt(account, at))))

        // No campaign writes to more new leads of a day than it may, in its zone.
        const firsts = groups(
          tries.filter((one) => isFinal(one) && one.step === 0),
          (one) => [campaignOf(one.email), localOf(settingOf(one).input.timezone, one.at).date].join(" ")
        )
        none(firsts.flatMap((day) => day.slice(settingOf(day[0] ?? assert.fail()).input.daily_limit)))

        // No two mails of an account are closer than its pace allows.
        const close = groups(tries, ({ account }) => account).flatMap((own) =>
          pairs(own).filter(([before, next]) => {
            const { min_delay_minutes } = accountSettings[next.account] ?? assert.fail()
            return next.at - before.at < min_delay_minutes * minute
          })
        )
        none(close.map(([, next]) => next))

        // A lead gets its steps in order, each once, from one account, and none before it is due.
        const later = followUps(tries)
        none(later.filter(([before, next]) => next.step !== before.step + 1).map(([, next]) => next))
        none(later.filter(([before, next]) => next.account !== before.account).map(([, next]) => next))
        none(later.filter(([before, next]) => next.at < dueAfter(before, next)).map(([, next]) => next))
        const again = groups(tries, ({ email, step }) => `${email} ${step}`).flatMap((same) => pairs(same))
        none(again.filter(([before]) => isFinal(before)).map(([, next]) => next))
        none(again.filter(([before, next]) => before.message_id !== next.message_id).map(([, next]) => next))

        // The year had what makes it hard: limits that were reached, and delays over each kind of change of a clock.
        const reached = new Set(
          ofDay.flatMap((day) => day.flatMap(({ account, at }, i) => (i === limitAt(account, at) - 1 ? [account] : [])))
        )
        assert.includeMembers([...reached], [0, 1, 3, 4])
        const changes = new Set(
          later.map(([before, next]) => {
            const { delays, input } = settingOf(next)
            const days = delays[next.step] ?? assert.fail()
            return [
              input.timezone,
              (daysLater(input.timezone, before.at, days) - before.at - days * day) / minute
            ].join(" ")
          })
        )
        assert.includeMembers(
          [...changes],
          [
            "Europe/Berlin -60",
            "Europe/Berlin 60",
            "America/New_York -60",
            "America/New_York 60",
            "Australia/Lord_Howe -30",
            "Australia/Lord_Howe 30"
          ]
        )
        assert.sameMembers([...new Set(tries.map(({ outcome }) => outcome))], ["refused", "sent", "unknown", "unsent"])
        yield* Effect.logInfo(
          `${tries.length} mails in ${turns} turns, ${Math.round(process.cpuUsage(cpu).user / 1e6)} s`
        )
      }).pipe(Random.withSeed(seed), Effect.provide(layer, { local: true })),
    1_800_000
  )
})
