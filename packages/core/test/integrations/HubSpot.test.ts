/** The requests to HubSpot, and the meaning of its answers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Target } from "../../src/integrations/Exchanges.ts"
import type { Payload, PayloadOf } from "../../src/integrations/Payload.ts"
import { sampleOf } from "../../src/integrations/Sample.ts"
import { answer, attempt, bodyOf } from "./Answers.ts"

const access_token = "pat-na1-01234567-89ab-cdef-0123-456789abcdef"
const target: Target = { type: "hubspot", config: { access_token } }
const reply = sampleOf("replied") as PayloadOf<"replied">
const contact = answer(200, { status: "COMPLETE", results: [{ id: "512", properties: { email: "ada@x.example" } }] })
const created = answer(201, { id: "9001" })
const withLead = (fields: Partial<PayloadOf<"replied">["data"]["lead"]>): Payload => ({
  ...reply,
  data: { ...reply.data, lead: { ...reply.data.lead, ...fields } }
})

describe("HubSpot", () => {
  it.effect("gets the lead as a contact, and then a note on it", () =>
    Effect.gen(function* () {
      const { requests, verdict } = yield* attempt(target, reply, [contact, created])
      assert.strictEqual(verdict._tag, "Delivered")
      const [upsert, note] = requests
      if (upsert === undefined || note === undefined) return assert.fail("two requests")
      assert.strictEqual(upsert.url, "https://api.hubapi.com/crm/v3/objects/contacts/batch/upsert")
      assert.strictEqual(upsert.headers["authorization"], `Bearer ${access_token}`)
      assert.deepStrictEqual(bodyOf(upsert), {
        inputs: [
          {
            id: "ada@analytical.example",
            idProperty: "email",
            properties: {
              email: "ada@analytical.example",
              firstname: "Ada",
              lastname: "Lovelace",
              company: "Analytical Engines",
              website: "https://analytical.example"
            }
          }
        ]
      })
      assert.strictEqual(note.url, "https://api.hubapi.com/crm/v3/objects/notes")
      assert.deepStrictEqual(bodyOf(note), {
        properties: {
          hs_timestamp: "2026-08-07T09:30:00.000Z",
          hs_note_body:
            "<p>💬 <strong>Ada Lovelace (Analytical Engines)</strong> replied</p>" +
            "<blockquote>Yes, that sounds interesting.<br>Could we talk on Thursday?</blockquote>" +
            "<p>Campaign: Spring launch<br>E-mail: ada@analytical.example</p><p>Mailroom msg_7</p>"
        },
        associations: [
          { to: { id: "512" }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 202 }] }
        ]
      })
    })
  )

  it.effect("keeps what it knows of a contact that we know less of, and gets no markup of others", () =>
    Effect.gen(function* () {
      const lead = withLead({ first_name: "", last_name: " ", company: `<script>${"x".repeat(300)}`, website: "" })
      const { requests } = yield* attempt(target, lead, [contact, created])
      const [upsert, note] = requests.map(bodyOf)
      assert.deepStrictEqual(Object.keys(upsert.inputs[0].properties), ["email", "company"])
      assert.lengthOf(upsert.inputs[0].properties.company, 100)
      assert.notInclude(note.properties.hs_note_body, "<script")
    })
  )

  it.effect("is found in a test by another origin", () =>
    Effect.gen(function* () {
      const { requests } = yield* attempt(target, reply, [contact, created], { hubspot: "http://127.0.0.1:1" })
      assert.isTrue(requests.every(({ url }) => url.startsWith("http://127.0.0.1:1/crm/v3/")))
    })
  )

  it.effect("may answer more than is read of it", () =>
    Effect.gen(function* () {
      const long = {
        results: [{ properties: { company: '"hs_object_id":"1"', hs_object_id: "512", x: "x".repeat(5000) } }]
      }
      const { requests } = yield* attempt(target, reply, [answer(200, JSON.stringify(long).slice(0, 4096)), created])
      assert.strictEqual(requests.map(bodyOf)[1]?.associations[0].to.id, "512")
    })
  )

  it.effect("gets nothing without a lead", () =>
    Effect.gen(function* () {
      const { requests, verdict } = yield* attempt(target, sampleOf("campaign_started"), [])
      assert.deepStrictEqual([requests.length, verdict._tag], [0, "Fail"])
    })
  )

  const fault = (category: string, message: string) => ({ status: "error", category, message })
  const table: ReadonlyArray<readonly [status: number, body: unknown, tag: string, error: string]> = [
    [401, fault("INVALID_AUTHENTICATION", "expired"), "Disable", "HubSpot does not accept the access token"],
    [
      403,
      fault("MISSING_SCOPES", "This app hasn't been granted all required scopes"),
      "Disable",
      "The HubSpot access token lacks the scope crm.objects.contacts.write"
    ],
    [400, fault("VALIDATION_ERROR", "Email is invalid"), "Fail", "HubSpot rejected the data: Email is invalid"],
    [404, fault("OBJECT_NOT_FOUND", "gone"), "Retry", "HubSpot answered 404: gone"],
    [409, fault("CONFLICT", "exists"), "Retry", "HubSpot answered 409: exists"],
    [423, "", "Wait", "HubSpot answered 423"],
    [
      429,
      fault("RATE_LIMITS", "You have reached your secondly limit."),
      "Wait",
      "HubSpot answered 429: You have reached your secondly limit."
    ],
    [477, "", "Wait", "HubSpot answered 477"],
    [502, "<html>", "ServerError", "HubSpot answered 502"],
    [403, fault("BANNED", `the token ${access_token}`), "Retry", "HubSpot answered 403: the token …"]
  ]
  for (const [which, before] of [
    ["first", []],
    ["second", [contact]]
  ] as const) {
    it.effect.each(table)(`that answers %d %j to the ${which} request: %s`, ([status, body, tag, error]) =>
      Effect.gen(function* () {
        const { verdict } = yield* attempt(target, reply, [...before, answer(status, body, "11")])
        assert.deepInclude<unknown>(verdict, { _tag: tag, error })
        if (tag === "Wait" || tag === "ServerError") assert.deepInclude<unknown>(verdict, { retry_after: "11" })
      })
    )
  }

  it.effect("that rejects the contact in a multi-status answer: Fail", () =>
    Effect.gen(function* () {
      const partly = answer(207, { results: [], errors: [{ message: "Email address a@b is invalid" }] })
      const { verdict } = yield* attempt(target, reply, [partly])
      assert.deepInclude<unknown>(verdict, {
        _tag: "Fail",
        error: "HubSpot rejected the contact: Email address a@b is invalid"
      })
    })
  )
})
