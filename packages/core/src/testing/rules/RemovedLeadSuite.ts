/** Conformance cases: the promises of `RemovedLeadStore`, for each port that has its method. */
import { Effect } from "effect"
import { EventStore } from "../../activity/EventStore.ts"
import type { OrganizationId } from "../../ids.ts"
import type { LeadRecord } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import type { Storage } from "../../Mailroom.ts"
import type { RemovedLeadStore } from "../../RemovedLeadStore.ts"
import type { Stored } from "../../StorageError.ts"
import { at, idsOf, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { integrationsOf } from "../fixtures/IntegrationFixtures.ts"
import { casesOf } from "../StorageCase.ts"

type Row = readonly [lead: LeadRecord, email: string]

/** `portOf`: the port, and what inserts rows with these leads and addresses. */
const casesFor = (
  port: string,
  portOf: (organization_id: OrganizationId) => Effect.Effect<
    {
      readonly store: RemovedLeadStore
      readonly insert: (rows: ReadonlyArray<Row>) => Stored<unknown>
    },
    unknown,
    Storage
  >
) =>
  casesOf(`${port}.findRemovedLeads`, {
    "finds leads that do not exist any more, by their address in any spelling": Effect.gen(function* () {
      const organization_id = yield* newOrganization
      const { insert, store } = yield* portOf(organization_id)
      const emails = ["ada@x.test", "ada@x.test", "ÄDA@MÜNCHEN.test", "ada@x.test", "Äda@xn--mnchen-3ya.TEST"]
      const others = ["öda@münchen.test", "bob@x.test"]
      const leads = yield* newLeads(
        organization_id,
        yield* newCampaign(organization_id),
        ...[...emails, ...others].map((_, i) => `${i}@x.test`)
      )
      const rows = leads.map((lead, i): Row => [lead, [...emails, ...others][i] ?? ""])
      yield* insert([...rows, ...rows.toReversed()])
      const [, second, third, fourth, fifth] = idsOf(leads)
      const find = (...addresses: ReadonlyArray<string>) => store.findRemovedLeads(organization_id, addresses)
      same(yield* find("ada@x.test", "äda@münchen.test"), [])
      yield* (yield* LeadStore).remove(organization_id, idsOf(leads).slice(1))
      const spellings = ["äda@münchen.test", "äda@xn--mnchen-3ya.test"]
      const address = "äda@xn--mnchen-3ya.test"
      same(yield* find(...spellings), [
        { lead_id: third, address },
        { lead_id: fifth, address }
      ])
      same(yield* find(...spellings, "ADA@x.test"), [
        { lead_id: second, address: "ada@x.test" },
        { lead_id: third, address },
        { lead_id: fourth, address: "ada@x.test" },
        { lead_id: fifth, address }
      ])
      same(yield* find("da@x.test"), [])
      same(yield* find(), [])
      same(yield* store.findRemovedLeads(yield* newOrganization, ["ada@x.test"]), [])
    })
  })

export const cases = [
  ...casesFor("EventStore", (organization_id) =>
    Effect.map(EventStore, (store) => ({
      store,
      insert: (rows) =>
        store.insert(
          organization_id,
          rows.flatMap(([{ campaign_id, id: lead_id }, address]) =>
            [address, null].map((email) => ({
              type: "sent" as const,
              occurred_at: at(1),
              identity: crypto.randomUUID(),
              campaign_id,
              lead_id,
              account_id: null,
              sequence_id: null,
              message_id: null,
              provider_message_id: null,
              email,
              data: {}
            }))
          )
        )
    }))
  ),
  ...casesFor("DeliveryStore", (organization_id) =>
    Effect.gen(function* () {
      const { add, log } = yield* integrationsOf(organization_id)
      const { id: integration_id } = yield* add()
      return {
        store: log,
        // Another field with an address, and a long text that follows it, do not count.
        insert: (rows: ReadonlyArray<Row>) =>
          log.insert(
            organization_id,
            rows.flatMap(([{ id }, email]) =>
              [id, null].map((lead_id) => ({
                integration_id,
                event: "lead_stopped" as const,
                lead_id,
                payload: `{"data":{"lead":{"id":${id},"email":"${email}","first_name":"da@x.test"},"text":"${" ".repeat(5_000)}"}}`,
                mentions: [],
                created_at: at(0)
              }))
            )
          )
      }
    })
  )
]
