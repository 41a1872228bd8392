import { assert, describe, it } from "@effect/vitest"
import { Option, Record, Schema } from "effect"
import { create, Lead, LeadPatch, type LeadRecord, NewLead, patch, texts, toLead } from "../../src/leads/Lead.ts"
import { none } from "../../src/leads/LeadActivity.ts"
import { apply, resume, stop } from "../../src/leads/StopSending.ts"
import { at, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { LeadId } from "../../src/ids.ts"

const lead: LeadRecord = {
  ...create(missing.campaign, { email: "ada@x.test", company: "Old", custom_fields: { a: 1, b: "x" } }, at(0), false),
  id: LeadId.make(1)
}
const patched = (lead: LeadRecord, changes: LeadPatch, seconds = 9, blacklisted = false): LeadRecord => {
  const result = patch(lead, changes, at(seconds), blacklisted)
  return "lead" in result ? result.lead : assert.fail(result.fault)
}

describe("create", () => {
  it("begins a lead that nothing has happened to", () => {
    assert.deepStrictEqual<object>(create(missing.campaign, { email: "Ada@x.test" }, at(0), false), {
      email: "Ada@x.test",
      ...Record.fromIterableWith(texts, (name) => [name, ""]),
      sender: null,
      verification_status: "not_verified",
      verification: null,
      status: "Not contacted",
      campaign_id: missing.campaign,
      id_previous_sending_sequence: null,
      amount_sequences_sent: 0,
      date_last_sequence_send: null,
      reply_text: null,
      reply_status: null,
      reply_status_tag_id: null,
      reply_status_by: null,
      reply_status_at: null,
      moved_to: null,
      moved_from: null,
      stop_sending: false,
      stop_sending_type: null,
      stop_decided_at: null,
      stops: {},
      paused_until: null,
      paused_by: null,
      pause_decided_at: null,
      chosen_sender: null,
      provider: null,
      timezone: null,
      custom_fields: {},
      activity: none,
      version: 1,
      created_at: at(0),
      updated_at: at(0)
    })
  })

  it("takes every field that may be given", () => {
    const input: NewLead = {
      email: "ada@x.test",
      ...Record.fromIterableWith(texts, (name) => [name, `The ${name}`]),
      custom_fields: { born: 1815 }
    }
    assert.deepInclude(create(missing.campaign, input, at(0), false), input)
  })
})

describe("the blacklist", () => {
  it("stops a lead that is created with, or changed to, an address of its", () => {
    assert.deepInclude(create(missing.campaign, { email: "ada@x.test" }, at(0), true), {
      stop_sending: true,
      stop_sending_type: "blacklist",
      stops: { blacklist: at(0) }
    })
    const moved = patched(lead, { email: "bob@x.test" }, 5, true)
    assert.deepInclude(moved, { stop_sending_type: "blacklist", stops: { blacklist: at(5) } })
    assert.deepInclude(patched(moved, { email: "eve@x.test" }, 6), { stop_sending: false, stop_sending_type: null })
    assert.deepInclude(patched(lead, { email: "bob@x.test", stop_sending: false }, 5, true), { stop_sending: false })
  })

  it("leaves a person's decision, and every other stop", () => {
    const manual = { ...lead, ...stop(at(1)) }
    assert.deepInclude(patched(manual, { email: "bob@x.test" }, 5, true), { stop_sending_type: "manual" })
    const bounced = { ...lead, ...apply(lead, "bounce", at(1)) }
    assert.deepInclude(patched(bounced, { email: "bob@x.test" }), { stop_sending_type: "bounce" })
  })
})

describe("toLead", () => {
  it("shows the documented fields, in their order", () => {
    assert.deepStrictEqual(Object.keys(toLead(lead)), Object.keys(Lead.fields))
    for (const [name, value] of Object.entries(toLead(lead))) assert.deepInclude(lead, { [name]: value })
    assert.isTrue(Option.isSome(Schema.decodeUnknownOption(Lead, { onExcessProperty: "error" })(toLead(lead))))
  })
})

describe("input", () => {
  const isPatch = (value: unknown) =>
    Option.isSome(Schema.decodeUnknownOption(LeadPatch, { onExcessProperty: "error" })(value))
  const isNew = (value: unknown) =>
    Option.isSome(Schema.decodeUnknownOption(NewLead, { onExcessProperty: "error" })(value))

  it("changes only what may be changed", () => {
    assert.isTrue(isPatch({}))
    assert.isTrue(
      isPatch({
        email: "a@b",
        company: "",
        website: "x".repeat(10_000),
        stop_sending: false,
        custom_fields: { a: null }
      })
    )
    for (const name of Object.keys(lead).filter((name) => !(name in LeadPatch.fields))) {
      assert.isFalse(isPatch({ [name]: lead[name as keyof LeadRecord] }), name)
    }
    for (const name of Object.keys(LeadPatch.fields)) {
      assert.strictEqual(isPatch({ [name]: null }), name === "timezone", name)
      assert.isFalse(isPatch({ [name]: undefined }), name)
    }
    for (const value of [{ email: "a" }, { company: "x".repeat(10_001) }, { stop_sending: 1 }, { company: "\u0000" }]) {
      assert.isFalse(isPatch(value), JSON.stringify(value).slice(0, 40))
    }
  })

  it("creates by an address and no decision", () => {
    assert.isTrue(isNew({ email: "a@b" }))
    for (const value of [
      {},
      { email: "" },
      { email: "a@b", stop_sending: true },
      { email: "a@b", custom_fields: { a: null } }
    ]) {
      assert.isFalse(isNew(value), JSON.stringify(value))
    }
  })
})

describe("patch", () => {
  it("answers the same lead when nothing changes", () => {
    for (const changes of [
      {},
      { email: "ada@x.test" },
      { company: "Old", first_name: "" },
      { custom_fields: {} },
      { custom_fields: { a: 1, c: null } }
    ] satisfies ReadonlyArray<LeadPatch>) {
      assert.strictEqual(patched(lead, changes), lead, JSON.stringify(changes))
    }
  })

  it("changes what it names, and counts it as one change", () => {
    assert.deepStrictEqual(patched(lead, { company: "New", website: "x.test", custom_fields: { b: null, c: true } }), {
      ...lead,
      company: "New",
      website: "x.test",
      custom_fields: { a: 1, c: true },
      version: 2,
      updated_at: at(9)
    })
  })

  it("forgets what was verified of another address, but not of another spelling", () => {
    const verified: LeadRecord = { ...lead, verification_status: "valid" }
    assert.deepInclude(patched(verified, { email: "ADA@X.test" }), {
      email: "ADA@X.test",
      verification_status: "valid"
    })
    assert.deepInclude(patched(verified, { email: "bob@x.test" }), { verification_status: "not_verified" })
    assert.deepInclude(patched(verified, { company: "New" }), { verification_status: "valid" })
  })

  it("stops as manual and resumes, from any state", () => {
    const states = [
      lead,
      { ...lead, ...stop(at(1)) },
      { ...lead, ...resume(at(1)) },
      { ...lead, ...apply(lead, "bounce", at(1)) }
    ]
    for (const state of states) {
      assert.deepInclude(patched(state, { stop_sending: true }), stop(at(9)))
      assert.deepInclude(patched(state, { stop_sending: false }), resume(at(9)))
      const { stop_decided_at, stop_sending, stop_sending_type, stops } = patched(state, { company: "New" })
      assert.deepInclude(state, { stop_decided_at, stop_sending, stop_sending_type, stops })
    }
  })

  it("says why it cannot be", () => {
    const full = { ...lead, custom_fields: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i])) }
    assert.deepStrictEqual(patch(full, { company: "New", custom_fields: { another: 1 } }, at(9), false), {
      fault: "must have at most 100 custom fields"
    })
  })
})
