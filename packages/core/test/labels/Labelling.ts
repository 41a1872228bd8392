/** Leads who answered, and the handler that labels them: over storage in memory, with a transport that answers as it is told. */
import { it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { EventStore } from "../../src/activity/EventStore.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import {
  type DeliveryAnswer,
  DeliveryFailed,
  type DeliveryRequest,
  DeliveryTransport
} from "../../src/integrations/DeliveryTransport.ts"
import { type AnswerToLabel, type LabelAnswer, LabelFunction, LabelModel } from "../../src/labels/Labellers.ts"
import { Leads } from "../../src/leads/Leads.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Settings } from "../../src/organization/Settings.ts"
import type { AutomaticLabeller, ReplyLabel } from "../../src/tags/ReplyLabel.ts"
import { Tags } from "../../src/tags/Tags.ts"
import { at, newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { layerOver } from "../Tenant.ts"
import { workDue } from "../work/Due.ts"

export const completion = (content: string): DeliveryAnswer => ({
  status: 200,
  retry_after: null,
  body: JSON.stringify({ id: "1", choices: [{ index: 0, message: { role: "assistant", content } }] }),
  duration_ms: 1
})

interface Setting {
  /** The labellers of the organization. Default: the initial setting. */
  readonly labellers?: ReadonlyArray<AutomaticLabeller>
  /** The function of the app. Default: the app has none. */
  readonly byFunction?: (answer: AnswerToLabel) => ReplyLabel | null
  /** The answer of the endpoint to the body of a request. Default: the operator has set up none. */
  readonly byModel?: (body: string) => DeliveryAnswer | DeliveryFailed
  readonly daily_budget?: number
}

const labelling = Effect.fnUntraced(function* ({ labellers }: Setting, requests: ReadonlyArray<DeliveryRequest>) {
  yield* TestClock.setTime(Timestamp.toMillis(at(100)))
  const organization_id = yield* newOrganization
  const asTenant = Effect.provideService(CurrentOrganization, { id: organization_id })
  const activity = yield* Activity
  const leads = yield* Leads
  const tags = yield* Tags
  const settings = yield* Settings
  if (labellers !== undefined) yield* asTenant(settings.update({ reply_labels: labellers }))
  const { id: campaign_id } = yield* asTenant(Campaigns.use((campaigns) => campaigns.create({ name: "Spring" })))
  const created = yield* asTenant(leads.create({ campaign_id, leads: [{ email: "ada@lead.example" }] }))
  const lead_id = created.data[0]?.id
  if (lead_id === undefined || lead_id === null) return yield* Effect.die(new Error("no lead"))
  let next: Effect.Effect<unknown, unknown> = Effect.void
  const events = yield* EventStore
  const page: typeof events.page = (...asked) =>
    Effect.tap(events.page(...asked), () => {
      const now = next
      next = Effect.void
      return Effect.orDie(now)
    })
  const handler = yield* Effect.provideService(Mailroom.answerLabeller, EventStore, { ...events, page })

  /** Does the work of labelling that is due. Returns the number of items. */
  const label = workDue(organization_id, handler)
  /** The lead answers at the second `second`, and the answer is not labelled yet. */
  const answer = (text: string, second: number, type: "auto_replied" | "replied" = "replied") =>
    asTenant(
      activity.record([
        {
          type,
          lead_id,
          occurred_at: at(second),
          ...(type === "replied" ? { data: { reply_text: text } } : { data: { returns_on: "2027-05-03" } })
        }
      ])
    )
  return {
    organization_id,
    asTenant,
    campaign_id,
    lead_id,
    leads,
    tags,
    settings,
    requests,
    answer,
    label,
    /** Runs an effect once, after the labeller has read answers of a kind the next time. */
    afterReading: (effect: Effect.Effect<unknown, unknown>) => void (next = effect),
    /** The lead answers, and is labelled. */
    reply: (...given: Parameters<typeof answer>) => Effect.andThen(answer(...given), label),
    /** The name of the tag, and who decided it. */
    state: Effect.map(asTenant(leads.find(lead_id)), ({ reply_status, reply_status_by }) => [
      reply_status,
      reply_status_by
    ])
  }
})
export type Labelling = Effect.Success<ReturnType<typeof labelling>>

export const test = (
  name: string,
  setting: Setting,
  body: (given: Labelling) => Generator<Effect.Effect<unknown, unknown, any>, void, never>
) => {
  const requests: Array<DeliveryRequest> = []
  const { byFunction, byModel, daily_budget = 10 } = setting
  const ask: LabelAnswer = (answer) => Effect.sync(() => byFunction?.(answer) ?? null)
  const endpoint = {
    url: "https://llm.example/v1/chat/completions",
    key: Redacted.make("sk-secret"),
    model: "small",
    daily_budget
  }
  const transport = DeliveryTransport.of({
    check: () => Effect.void,
    send: (request) =>
      Effect.suspend(() => {
        requests.push(request)
        const answer = byModel?.(request.body) ?? new DeliveryFailed({ reason: "timeout" })
        return answer instanceof DeliveryFailed ? Effect.fail(answer) : Effect.succeed(answer)
      })
  })
  const provided = Layer.mergeAll(
    layerOver(MemoryStorage.layer),
    byFunction === undefined ? Layer.empty : Layer.succeed(LabelFunction, ask),
    byModel === undefined ? Layer.empty : Layer.succeed(LabelModel, endpoint),
    Layer.succeed(DeliveryTransport, transport)
  )
  it.effect(
    name,
    () =>
      Effect.gen(function* () {
        const given = yield* labelling(setting, requests)
        yield* Effect.gen(() => body(given))
      }).pipe(Effect.provide(provided as Layer.Layer<any>, { local: true })) as Effect.Effect<void, unknown>
  )
}
