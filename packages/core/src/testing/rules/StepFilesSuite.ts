/** Conformance cases: uploads that steps name, over any storage, also where steps change at the same time. */
import { Effect, Layer } from "effect"
import { ok } from "node:assert/strict"
import { Changes } from "../../Changes.ts"
import type { AttachmentId, CampaignId } from "../../ids.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { Sequences } from "../../sequences/Sequences.ts"
import { UploadStore } from "../../uploads/UploadStore.ts"
import { Uploads } from "../../uploads/Uploads.ts"
import { newCampaign, newOrganization, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const useCases = Layer.fresh(Layer.mergeAll(Sequences.layer, Uploads.layer)).pipe(
  Layer.provide(Changes.layer(Effect.succeed([])))
)

/** Two campaigns with a step each, and functions for their files. */
const newGiven = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const asTenant = Effect.provideService(CurrentOrganization, { id: organization_id })
  const context = yield* Layer.build(useCases)
  const [sequences, uploads] = yield* Effect.provide(Effect.all([Sequences, Uploads]), context)
  const store = yield* UploadStore
  const newStep = Effect.gen(function* () {
    const campaign_id: CampaignId = yield* newCampaign(organization_id)
    const { id } = yield* asTenant(sequences.create(campaign_id, { body: "One" }))
    return {
      name: (...attachments: ReadonlyArray<AttachmentId>) =>
        asTenant(sequences.update(campaign_id, id, { attachments })),
      named: Effect.map(asTenant(sequences.find(campaign_id, id)), ({ attachments }) => attachments.map(({ id }) => id))
    }
  })
  const upload = asTenant(uploads.create(Uint8Array.of(1, 2), { filename: "a.pdf" }))
  return {
    upload: Effect.map(upload, ({ id }) => id),
    remove: (id: AttachmentId) => asTenant(uploads.remove(id)),
    /** Whether each file expires; a file that does not exist is left out. */
    expire: (...ids: ReadonlyArray<AttachmentId>) =>
      Effect.map(store.findMany(organization_id, ids), (found) => found.map(({ expires_at }) => expires_at !== null)),
    one: yield* newStep,
    other: yield* newStep
  }
})

const together = <A, E, R>(...effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

/** The number of times that steps change at the same time. */
const rounds = 5

export const cases: ReadonlyArray<StorageCase> = casesOf("the files of steps, over the storage", {
  "are kept while a step names them, and expire with the last one": Effect.gen(function* () {
    const { expire, one, other, upload } = yield* newGiven
    const [a, b] = [yield* upload, yield* upload]
    same(yield* expire(a, b), [true, true])
    yield* one.name(b, a)
    yield* other.name(a)
    same(
      [yield* one.named, yield* expire(a, b)],
      [
        [b, a],
        [false, false]
      ]
    )
    yield* one.name(a)
    same(yield* expire(a, b), [false, true])
    yield* one.name()
    same(yield* expire(a), [false])
    yield* other.name()
    same(yield* expire(a), [true])
  }),
  "expire when the last two steps drop them at the same time": Effect.gen(function* () {
    const { expire, one, other, upload } = yield* newGiven
    const id = yield* upload
    for (let round = 0; round < rounds; round++) {
      yield* together(one.name(id), other.name(id))
      same(yield* expire(id), [false])
      yield* together(one.name(), other.name())
      same(yield* expire(id), [true])
    }
  }),
  "are kept when a step drops them while another one begins to name them": Effect.gen(function* () {
    const { expire, one, other, upload } = yield* newGiven
    const id = yield* upload
    for (let round = 0; round < rounds; round++) {
      yield* one.name(id)
      yield* together(one.name(), other.name(id))
      same([yield* other.named, yield* expire(id)], [[id], [false]])
      yield* other.name()
    }
  }),
  "are named and kept, or removed and not named": Effect.gen(function* () {
    const { expire, one, remove, upload } = yield* newGiven
    for (let round = 0; round < rounds; round++) {
      const id = yield* upload
      yield* together(Effect.ignore(one.name(id)), Effect.ignore(remove(id)))
      const named = yield* one.named
      const stored = yield* expire(id)
      ok(named.includes(id) ? stored[0] === false : stored.length === 0)
      yield* one.name()
    }
  }),
  "change places between steps without a deadlock that a caller sees": Effect.gen(function* () {
    const { expire, one, other, upload } = yield* newGiven
    const [a, b] = [yield* upload, yield* upload]
    for (let round = 0; round < rounds; round++) {
      yield* together(one.name(a), other.name(b))
      yield* together(one.name(b), other.name(a))
      same(yield* expire(a, b), [false, false])
    }
  })
})
