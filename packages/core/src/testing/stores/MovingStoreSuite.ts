/** Conformance cases: the promises of `MovingStore`. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { OrganizationStore } from "../../auth/OrganizationStore.ts"
import { describe } from "../../attachments/Attachment.ts"
import { AttachmentId, type OrganizationId, SendId } from "../../ids.ts"
import { type MovedKind, movedKinds, type MovedRows } from "../../moving/MovedRows.ts"
import { MovingStore } from "../../moving/MovingStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { SendStore } from "../../sends/SendStore.ts"
import { SequenceStore } from "../../sequences/SequenceStore.ts"
import { TagStore } from "../../tags/TagStore.ts"
import { ReplyTemplateId } from "../../templates/ReplyTemplate.ts"
import { ReplyTemplateStore } from "../../templates/ReplyTemplateStore.ts"
import { ThreadStore } from "../../unibox/ThreadStore.ts"
import { UploadStore } from "../../uploads/UploadStore.ts"
import { at, idsOf, leadRow, missing, newCampaign, newLeads, same, uniqueName, countsIn } from "../fixtures/Fixtures.ts"
import { queued } from "../fixtures/SendFixtures.ts"
import { newStep } from "../fixtures/SequenceFixtures.ts"
import { file, newUnibox } from "../fixtures/ThreadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

/** An organization with a campaign, leads, a tag, a reply template, and threads with mail. */
const newHouse = Effect.gen(function* () {
  const { open, organization_id, receive, store } = yield* newUnibox
  const campaign_id = yield* newCampaign(organization_id)
  yield* newLeads(
    organization_id,
    campaign_id,
    "a@x.test",
    leadRow("b@x.test", { company: "Grüße & Söhne" }),
    "c@x.test"
  )
  const named = { id: AttachmentId.make(1), ...describe("Preise für Ö.pdf", "application/pdf", 5) }
  yield* (yield* SequenceStore).insert(organization_id, campaign_id, newStep({ attachments: [named] }))
  // Later rows have fields that the first one lacks.
  const tags = yield* TagStore
  yield* tags.insert(organization_id, { name: "Äußerst interessiert", sentiment: "positive" })
  yield* tags.insert(organization_id, { name: "Away", sentiment: "neutral", label: "out_of_office" })
  const mails = yield* SendStore
  const ended = { outcome: "sent", ended_at: at(4) } as const
  yield* mails.insert(organization_id, [queued({}), queued({ ...ended, retired: true })])
  yield* (yield* ReplyTemplateStore).insert(organization_id, {
    name: "Danke schön",
    body: "{{first_name|Hallo}},\nvielen Dank",
    created_at: at(1),
    updated_at: at(2)
  })
  const thread_id = yield* open()
  yield* receive(thread_id, 2, { attachments: [file("a.pdf"), file("b.png", { content_id: "logo@mail.test" })] })
  yield* receive(thread_id, 1)
  const upload = { ...describe("Offer.pdf", "application/pdf", 5), of_send: SendId.make(7), expires_at: null }
  yield* (yield* UploadStore).insert(organization_id, upload)
  yield* store.updateMany(organization_id, [thread_id], { state: "snoozed", snoozed_until: at(60) })
  return { organization_id, campaign_id, thread_id }
})

/** Writes all rows of an organization to another one. */
const move = Effect.fnUntraced(function* (from: OrganizationId, to: OrganizationId) {
  const moving = yield* MovingStore
  for (const kind of movedKinds) {
    const rows = yield* moving.read(from, kind, { after: undefined, limit: 100 })
    yield* moving.write(to, kind, rows as ReadonlyArray<never>)
  }
})

const all = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const moving = yield* MovingStore
  const rows = yield* Effect.forEach(movedKinds, (kind) =>
    Effect.map(
      moving.read(organization_id, kind, { after: undefined, limit: 100 }),
      (rows): readonly [MovedKind, ReadonlyArray<object>] => [kind, rows]
    )
  )
  return Object.fromEntries(rows)
})

/** A begun import. */
const newImport = Effect.gen(function* () {
  const moving = yield* MovingStore
  const checksum = uniqueName("checksum")
  const name = uniqueName("Moved")
  const begun = yield* moving.begin(checksum, { id: null, name, created_at: at(3) }, at(100))
  return { checksum, name, moving, id: Option.getOrThrow(begun).organization_id }
})

export const cases: ReadonlyArray<StorageCase> = casesOf("MovingStore", {
  "begins an import once, hidden until an instant, and finishes it": Effect.gen(function* () {
    const organizations = yield* OrganizationStore
    const { checksum, id, moving, name } = yield* newImport
    const begun = { organization_id: id, rows: 0, is_finished: false }
    same(yield* moving.begin(checksum, { id: null, name: "Other", created_at: at(0) }, at(1)), Option.some(begun))
    same(yield* moving.findImport(checksum), Option.some(begun))
    same(yield* moving.findImport(uniqueName("checksum")), Option.none())
    same([yield* organizations.find(id), yield* moving.find(id)], [Option.none(), Option.none()])
    same((yield* organizations.findHidden(at(100))).includes(id), false)
    same((yield* organizations.findHidden(at(101))).includes(id), true)
    const external_id = uniqueName("tenant")
    same(yield* moving.finish(checksum, external_id), true)
    same(yield* moving.findImport(checksum), Option.some({ ...begun, is_finished: true }))
    same(yield* moving.find(id), Option.some({ id, name, created_at: at(3), external_id }))
    same(yield* moving.findExternal(external_id), Option.some(id))
    same((yield* organizations.ensure(external_id, { name, created_at: at(9) })).id, id)
    same((yield* organizations.findHidden(at(101))).includes(id), false)
    same(yield* moving.finish(checksum, external_id), true)
  }),
  "does not begin under an id that is taken, also by a hidden organization": Effect.gen(function* () {
    const { id, moving } = yield* newImport
    const organization = { id, name: "Other", created_at: at(0) }
    same(yield* moving.begin(uniqueName("checksum"), organization, at(1)), Option.none())
  }),
  "keeps a given id, and makes higher ones afterwards": Effect.gen(function* () {
    const { id, moving } = yield* newImport
    const wanted = (id + 1_000) as OrganizationId
    const begun = yield* moving.begin(uniqueName("checksum"), { id: wanted, name: "Kept", created_at: at(0) }, at(1))
    same(Option.getOrThrow(begun).organization_id, wanted)
    ok((yield* (yield* OrganizationStore).insert({ name: "Next", created_at: at(0) })).id > wanted)
  }),
  "does not finish with an external id that is taken": Effect.gen(function* () {
    const { checksum, id, moving } = yield* newImport
    const external_id = uniqueName("tenant")
    yield* (yield* OrganizationStore).ensure(external_id, { name: "Owner", created_at: at(0) })
    same([yield* moving.finish(checksum, external_id), yield* moving.find(id)], [false, Option.none()])
    same([yield* moving.finish(checksum, null), Option.isSome(yield* moving.find(id))], [true, true])
  }),
  "advances from the noted number of rows only, until it is finished": Effect.gen(function* () {
    const { checksum, id, moving } = yield* newImport
    const advance = (before: number, after: number) => moving.advance(checksum, { before, after }, at(200))
    same(
      [yield* advance(1, 2), yield* advance(0, 5), yield* advance(0, 6), yield* advance(5, 7)],
      [false, true, false, true]
    )
    same(
      Option.map(yield* moving.findImport(checksum), ({ rows }) => rows),
      Option.some(7)
    )
    same((yield* (yield* OrganizationStore).findHidden(at(200))).includes(id), false)
    yield* moving.finish(checksum, null)
    same(
      [yield* advance(7, 8), yield* moving.advance(uniqueName("checksum"), { before: 0, after: 1 }, at(1))],
      [false, false]
    )
  }),
  "is forgotten with its organization": Effect.gen(function* () {
    const organizations = yield* OrganizationStore
    const { checksum, id, moving } = yield* newImport
    yield* organizations.hide(id, at(0))
    while (yield* organizations.clear(id, { limit: 10 }));
    same([yield* organizations.remove(id), yield* moving.findImport(checksum)], [true, Option.none()])
  }),
  "reads in pages by ascending key, and counts": Effect.gen(function* () {
    const { organization_id } = yield* newHouse
    const moving = yield* MovingStore
    const page = (after: MovedRows["leads"] | undefined) => moving.read(organization_id, "leads", { after, limit: 2 })
    const first = yield* page(undefined)
    const second = yield* page(first[1])
    same([first.length, second.length], [2, 1])
    same(
      [...first, ...second].map(({ email }) => email),
      ["a@x.test", "b@x.test", "c@x.test"]
    )
    same(yield* page(second[0]), [])
    const counts = yield* moving.counts(organization_id)
    same([counts.leads, counts.messages, counts.threads, counts.tags, counts.reply_templates], [3, 2, 1, 2, 1])
    same((yield* moving.counts(missing.organization)).leads, 0)
  }),
  "leaves out what is being removed": Effect.gen(function* () {
    const { campaign_id, organization_id } = yield* newHouse
    const moving = yield* MovingStore
    yield* (yield* CampaignStore).hide(organization_id, campaign_id, at(1))
    const { campaigns, leads } = yield* all(organization_id)
    same([campaigns, leads], [[], []])
    const counts = yield* moving.counts(organization_id)
    same([counts.campaigns, counts.leads], [0, 0])
  }),
  "writes rows that are read as they were, and everything that is derived from them": Effect.gen(function* () {
    const house = yield* newHouse
    const { id } = yield* newImport
    yield* move(house.organization_id, id)
    same(yield* all(id), yield* all(house.organization_id))
    const counts = (organization_id: OrganizationId) => countsIn(organization_id, house.campaign_id)
    same(yield* counts(id), yield* counts(house.organization_id))
    const threads = yield* ThreadStore
    same(yield* threads.find(id, house.thread_id), yield* threads.find(house.organization_id, house.thread_id))
    const found = yield* LeadStore.use((leads) =>
      leads.findByEmails(id, [{ campaign_id: house.campaign_id, address: "b@x.test" }])
    )
    same(found.length, 1)
    const copy = { name: "DANKE SCHÖN", body: "Danke", created_at: at(3), updated_at: at(3) }
    same((yield* Effect.flip((yield* ReplyTemplateStore).insert(id, copy)))._tag, "DuplicateReplyTemplate")
  }),
  "makes ids that are higher than the written ones": Effect.gen(function* () {
    const house = yield* newHouse
    const { id, moving } = yield* newImport
    yield* move(house.organization_id, id)
    const high = 1_000_000 + Math.max(...idsOf(yield* moving.read(id, "tags", { after: undefined, limit: 9 })))
    yield* moving.write(id, "tags", [{ id: high as MovedRows["tags"]["id"], name: "High", sentiment: "neutral" }])
    ok((yield* (yield* TagStore).insert(id, { name: "Next", sentiment: "neutral" })).id > high)
    const [template] = yield* moving.read(id, "reply_templates", { after: undefined, limit: 9 })
    ok(template !== undefined)
    const last = { ...template, id: ReplyTemplateId.make(high), name: "High" }
    yield* moving.write(id, "reply_templates", [last])
    ok((yield* (yield* ReplyTemplateStore).insert(id, { ...template, name: "Next" })).id > high)
    ok((yield* newLeads(id, house.campaign_id, "d@x.test"))[0]!.id > 0)
  })
})
