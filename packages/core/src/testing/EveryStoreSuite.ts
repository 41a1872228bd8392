/** What `Transactor` promises: that it spans the stores. */
import { Deferred, Effect, Option, Stream } from "effect"
import { AccountStore } from "../accounts/AccountStore.ts"
import { ApiKeyStore } from "../auth/ApiKeyStore.ts"
import { OrganizationStore } from "../auth/OrganizationStore.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { SecretStore } from "../Signer.ts"
import { Transactor } from "../Transactor.ts"
import { AttachmentId } from "../unibox/Attachment.ts"
import { BlobStore } from "../unibox/BlobStore.ts"
import { idsOf, keyRow, newAccount, newCampaign, newLeads, refuse, same, uniqueName } from "./Fixtures.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"
import { file, newUnibox } from "./ThreadFixtures.ts"

/** Writes to every store; answers what can be read of it. */
const writeEverything = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  const accounts = yield* AccountStore
  const keys = yield* ApiKeyStore
  const secrets = yield* SecretStore
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const blobs = yield* BlobStore
  const { open, organization_id, receive, store } = yield* newUnibox
  const { id: account_id } = yield* newAccount(organization_id)
  const row = keyRow()
  yield* keys.insert(organization_id, row)
  const secret = uniqueName("secret")
  yield* secrets.obtain(secret, Uint8Array.of(1))
  const campaign_id = yield* newCampaign(organization_id)
  yield* newLeads(organization_id, campaign_id, "a@x.test")
  const thread_id = yield* open()
  const { attachments } = yield* receive(thread_id, 1, { attachments: [file("a.pdf")] })
  const [attachment = AttachmentId.make(NaN)] = idsOf(attachments)
  yield* blobs.put(organization_id, attachment, Uint8Array.of(2))
  return Effect.gen(function* () {
    const [first = 0] = yield* secrets.obtain(secret, Uint8Array.of(0))
    const bytes = yield* Stream.runCollect(blobs.read(organization_id, attachment))
    return {
      organization: Option.isSome(yield* organizations.find(organization_id)),
      account: (yield* accounts.findMany(organization_id, [account_id])).length === 1,
      key: Option.isSome(yield* keys.findByHash(row.hash)),
      secret: first === 1,
      campaign: Option.isSome(yield* campaigns.find(organization_id, campaign_id)),
      lead: (yield* leads.findByEmail(organization_id, "a@x.test")).length === 1,
      thread: Option.isSome(yield* store.find(organization_id, thread_id)),
      attachment: Option.isSome(yield* store.attachment(organization_id, attachment)),
      bytes: Buffer.concat(bytes).length === 1
    }
  })
})

export const cases: ReadonlyArray<StorageCase> = casesOf("Transactor, every store", {
  "commits the writes of all": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const read = yield* transaction(writeEverything)
    same(
      Object.entries(yield* read).filter(([, found]) => !found),
      []
    )
  }),
  "rolls back the writes of all, which it saw itself": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const seen = yield* Deferred.make<Effect.Success<typeof writeEverything>>()
    const failing = Effect.gen(function* () {
      const read = yield* writeEverything
      same(
        Object.entries(yield* read).filter(([, found]) => !found),
        []
      )
      yield* Deferred.succeed(seen, read)
      return yield* refuse
    })
    yield* Effect.flip(transaction(failing))
    const read = yield* Deferred.await(seen)
    same(
      Object.entries(yield* read).filter(([, found]) => found),
      []
    )
  })
})
