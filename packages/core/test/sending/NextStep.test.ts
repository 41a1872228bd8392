import { assert, describe, it } from "@effect/vitest"
import { defaultWindow } from "../../src/campaigns/SendWindow.ts"
import { LeadId, SequenceId } from "../../src/ids.ts"
import { dueAt, lastAt, nextStep, type Progress, waitsUntil } from "../../src/sending/NextStep.ts"
import type { Condition, DelayUnit } from "../../src/sequences/Sequence.ts"
import type { SendOutcome } from "../../src/sends/Send.ts"
import { latest, type Timestamp } from "../../src/Timestamp.ts"

const at = (text: string) => new Date(text).toISOString() as Timestamp
const now = at("2026-08-05T12:00Z")
const step = (id: number, position = id, delay_days = 1) => ({
  id: SequenceId.make(id),
  step_id: null as SequenceId | null,
  position,
  weight: 1,
  delay_days,
  delay_unit: "days" as DelayUnit,
  condition: null as Condition | null,
  won: null
})
const steps = [step(3), step(1), step(2)]
const mail = (id: number, outcome: SendOutcome, begun_at: Timestamp | null = at("2026-08-01T12:00Z")) => ({
  step_id: SequenceId.make(id),
  sequence_id: SequenceId.make(id),
  outcome,
  begun_at,
  ended_at: null
})
const first = (id: number, occurred_at = at("2026-08-02T12:00Z")): Progress["firsts"] => ({
  [`sent:${id}`]: { occurred_at, identity: "", account_id: null, sequence_id: SequenceId.make(id) }
})
const clock = { zone: "UTC", window: defaultWindow }
const none: Progress = { lead_id: LeadId.make(1), sends: [], firsts: {} }
const next = (progress: Partial<Progress>, of = steps) => nextStep(of, { ...none, ...progress }, clock, now)?.step.id

describe("the next step", () => {
  it("is the first one above the last that the lead got", () => {
    assert.deepStrictEqual(
      [[], [1], [1, 2], [2], [1, 2, 3]].map((ids) => next({ sends: ids.map((id) => mail(id, "sent")) })),
      [1, 2, 3, 3, undefined]
    )
    assert.isUndefined(next({}, []))
  })

  it("is not one that the lead has a final mail of, or that a host reported", () => {
    assert.strictEqual(next({ sends: [mail(1, "sent"), mail(2, "sent")] }), 3)
    assert.strictEqual(next({ sends: [mail(1, "sent"), mail(2, "refused")] }), 2)
    assert.strictEqual(next({ sends: [mail(1, "refused")] }), 1)
    assert.strictEqual(next({ firsts: { ...first(1), ...first(2) } }), 3)
    assert.strictEqual(next({ firsts: { ...first(9), sent: first(1)["sent:1"]! } }), 1)
    for (const outcome of ["begun", "deferred", "queued"] as const)
      assert.strictEqual(next({ sends: [mail(1, outcome)] }), 1)
  })

  it("is not one whose variant a host reported and somebody deleted", () => {
    const one = step(5, 1)
    const other: typeof one = { ...step(6, 1), step_id: one.id }
    const steps = [step(9, 2)]
    const reported = first(5)["sent:5"]!
    // The first variant has the id of the step; the other ones are remembered with the step.
    assert.strictEqual(next({ firsts: first(5) }, [other, ...steps]), 9)
    assert.strictEqual(next({ firsts: { "sent_step:5": reported } }, [one, ...steps]), 9)
    assert.strictEqual(next({ firsts: { "sent_step:9": reported } }, [one, ...steps]), 5)
    assert.strictEqual(lastAt([one], { ...none, firsts: { "sent_step:5": reported } }, now), reported.occurred_at)
  })

  it("comes after a mail of unknown outcome when that is 24 hours old", () => {
    assert.strictEqual(next({ sends: [mail(1, "unknown", at("2026-08-04T12:00:00.001Z"))] }), 1)
    assert.strictEqual(next({ sends: [mail(1, "unknown", at("2026-08-04T12:00Z"))] }), 2)
    assert.strictEqual(waitsUntil(mail(1, "unknown", now)), at("2026-08-06T12:00Z"))
    assert.isNull(waitsUntil(mail(1, "sent", now)))
  })

  it("is found again after steps were moved, removed or added", () => {
    const sent = { sends: [mail(1, "sent"), mail(2, "sent")] }
    // Step 3 was moved before them: it is not caught up.
    assert.isUndefined(next(sent, [step(3, 1), step(1, 2), step(2, 3)]))
    // Step 2 was removed: the position of step 3 is now 2.
    assert.strictEqual(next(sent, [step(1), step(3, 2)]), 3)
    assert.strictEqual(next(sent, [step(1), step(2), step(4, 3)]), 4)
  })
})

describe("a step with a condition", () => {
  const day = (n: number) => at(new Date(Date.UTC(2026, 6, n, 12)).toISOString())
  const conditional = (id: number, kind: Condition["kind"], otherwise: Condition["otherwise"] = "skip", delay = 3) => ({
    ...step(id, id, delay),
    condition: { kind, otherwise }
  })
  const event = (occurred_at: Timestamp) => ({ occurred_at, identity: "", account_id: null, sequence_id: null })
  const opened = (n: number) => ({ opened: event(day(n)) })
  const clicked = (n: number) => ({ clicked: event(day(n)) })
  const machine = (n: number) => ({ machine_opened: event(day(n)) })
  /** The first mail went out on day 1; step 2 is due on day 4, and step 3 two days later. */
  const asked = (
    kind: Condition["kind"],
    firsts: Progress["firsts"],
    on: number,
    more: { readonly otherwise?: Condition["otherwise"]; readonly progress?: Partial<Progress> } = {}
  ) => {
    const of = [step(1), conditional(2, kind, more.otherwise), step(3, 3, 2)]
    const progress = { ...none, sends: [mail(1, "sent", day(1))], firsts, ...more.progress }
    const found = nextStep(of, progress, clock, day(on))
    return found === undefined ? "done" : `${found.step.id} after ${found.last_at?.slice(8, 10) ?? "none"}`
  }
  it.each([
    ["opened in time", "opened", opened(2), 4, "2 after 01"],
    ["opened in time, and looked at much later", "opened", opened(2), 30, "2 after 01"],
    ["opened at the very instant", "opened", opened(4), 4, "2 after 01"],
    ["opened too late", "opened", opened(5), 6, "3 after 04"],
    ["not opened yet, and not due yet: the step is next", "opened", {}, 3, "2 after 01"],
    ["not opened: the delay of the next step counts from then on", "opened", {}, 4, "3 after 04"],
    ["opened by a machine only", "opened", machine(2), 4, "3 after 04"],
    ["clicked, but not opened: images were off", "opened", clicked(2), 4, "2 after 01"],
    ["nothing for three days", "not_opened", {}, 4, "2 after 01"],
    ["opened, where it must not be", "not_opened", opened(2), 4, "3 after 04"],
    ["opened later, where it must not be by then", "not_opened", opened(5), 6, "2 after 01"],
    ["opened already, but not due yet", "not_opened", opened(2), 3, "2 after 01"],
    ["clicked in time", "clicked", clicked(3), 4, "2 after 01"],
    ["opened, but not clicked", "clicked", opened(3), 4, "3 after 04"],
    ["not clicked", "not_clicked", opened(3), 4, "2 after 01"],
    ["clicked, where it must not be", "not_clicked", clicked(3), 4, "3 after 04"]
  ] as const)("%s", (_, kind, firsts, on, expected) => {
    assert.strictEqual(asked(kind, firsts, on), expected)
  })

  it("ends the sequence of a lead, if it says so", () => {
    const end = { otherwise: "end" } as const
    assert.strictEqual(asked("clicked", {}, 3, end), "2 after 01")
    assert.strictEqual(asked("clicked", {}, 4, end), "done")
    assert.strictEqual(asked("clicked", clicked(2), 4, end), "2 after 01")
    assert.strictEqual(asked("clicked", clicked(9), 10, end), "done")
  })

  it("is not looked at again once its mail has begun", () => {
    for (const outcome of ["begun", "deferred", "queued", "refused", "unknown"] as const) {
      const sends = [mail(1, "sent", day(1)), mail(2, outcome, at("2026-08-05T11:00Z"))]
      assert.strictEqual(asked("clicked", {}, 4, { progress: { sends } }), "2 after 01", outcome)
    }
    const sends = [mail(1, "sent", day(1)), mail(2, "sent", day(4))]
    assert.strictEqual(asked("clicked", {}, 4, { progress: { sends } }), "3 after 04")
  })

  it("counts from the report of a host, too", () => {
    const reported = { sends: [], firsts: first(1, day(1)) }
    assert.strictEqual(asked("opened", {}, 4, { progress: reported }), "3 after 04")
    assert.strictEqual(asked("opened", {}, 3, { progress: reported }), "2 after 01")
  })

  it("has no condition before the first mail to the lead", () => {
    assert.strictEqual(next({}, [conditional(1, "opened"), step(2)]), 1)
  })

  it("may follow another one: branches for those who clicked and those who did not", () => {
    const of = [
      step(1),
      conditional(2, "clicked"),
      conditional(3, "not_clicked", "skip", 0),
      conditional(4, "clicked", "end", 5)
    ]
    const on = (n: number, firsts: Progress["firsts"], more: ReadonlyArray<ReturnType<typeof mail>> = []) =>
      nextStep(of, { ...none, sends: [mail(1, "sent", day(1)), ...more], firsts }, clock, day(n))?.step.id as
        | number
        | undefined
    assert.deepStrictEqual(
      [3, 4].map((n) => on(n, clicked(2))),
      [2, 2]
    )
    assert.deepStrictEqual(
      [3, 4].map((n) => on(n, {})),
      [2, 3]
    )
    // After its branch, each lead goes on: a lead who clicked skips the third step.
    const [two, three] = [mail(2, "sent", day(4)), mail(3, "sent", day(4))]
    assert.deepStrictEqual(
      [4, 8, 9].map((n) => on(n, clicked(2), [two])),
      [4, 4, 4]
    )
    assert.deepStrictEqual(
      [8, 9].map((n) => on(n, {}, [three])),
      [4, undefined]
    )
  })

  it("follows the clock of the lead, and business days", () => {
    const of = [step(1), { ...conditional(2, "clicked"), delay_unit: "business_days" as DelayUnit }, step(3)]
    const friday = at("2026-07-03T12:00Z")
    const on = (text: string) =>
      nextStep(of, { ...none, sends: [mail(1, "sent", friday)] }, clock, at(text))?.step.id as number | undefined
    assert.deepStrictEqual(["2026-07-06T12:00Z", "2026-07-08T11:59Z", "2026-07-08T12:00Z"].map(on), [2, 2, 3])
  })
})

describe("the last mail", () => {
  it("is the latest of what was sent and what was reported", () => {
    const last = (progress: Partial<Progress>) => lastAt(steps, { ...none, ...progress }, now)
    assert.isNull(last({}))
    assert.isNull(last({ sends: [mail(1, "deferred"), mail(1, "unknown", now)], firsts: first(9) }))
    const ended = { ...mail(1, "sent"), ended_at: at("2026-08-03T12:00Z") }
    assert.strictEqual(last({ sends: [mail(2, "unknown"), ended], firsts: first(3) }), ended.ended_at)
    assert.strictEqual(last({ sends: [mail(2, "unknown")] }), at("2026-08-01T12:00Z"))
    assert.strictEqual(last({ sends: [mail(2, "unknown")], firsts: first(3) }), at("2026-08-02T12:00Z"))
  })
})

describe("a step is due", () => {
  const due = (delay_days: number, last_at: string | null, zone: string) =>
    dueAt(
      { delay_days, delay_unit: "days" },
      last_at === null ? null : at(last_at),
      { zone, window: defaultWindow },
      now
    )

  it("at once, if it is the first or has no delay", () => {
    assert.strictEqual(due(3, null, "UTC"), now)
    assert.strictEqual(due(0, "2026-08-01T10:00Z", "UTC"), at("2026-08-01T10:00Z"))
  })

  it("at the same local time, days later", () => {
    const cases = [
      [3, "2026-08-01T10:00Z", "UTC", "2026-08-04T10:00Z"],
      [1, "2026-03-28T10:00Z", "Europe/Oslo", "2026-03-29T09:00Z"],
      [1, "2026-10-24T10:00Z", "Europe/Oslo", "2026-10-25T11:00Z"],
      // 02:30 does not exist on that day.
      [1, "2026-03-28T01:30Z", "Europe/Oslo", "2026-03-29T01:30Z"],
      // 02:30 exists twice on that day: the first one.
      [1, "2026-10-24T00:30Z", "Europe/Oslo", "2026-10-25T00:30Z"],
      [365, "2024-02-29T10:00Z", "UTC", "2025-02-28T10:00Z"],
      [1, "2026-04-03T15:30Z", "Australia/Lord_Howe", "2026-04-04T16:00Z"]
    ] as const
    for (const [days, last, zone, expected] of cases)
      assert.strictEqual(due(days, last, zone), at(expected), `${last} ${zone}`)
  })

  it("never earlier than it was when its delay was edited", () => {
    assert.strictEqual(latest(now, at("2026-08-04T12:00Z")), now)
    assert.strictEqual(latest(now, at("2026-08-06T12:00Z")), at("2026-08-06T12:00Z"))
  })
})
