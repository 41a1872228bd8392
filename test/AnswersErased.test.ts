/** Answers and forwarded messages that are queued while somebody is erased: the erasure finds them, in both orders. */
import { assert, layer as itLayer } from "@effect/vitest"
import {
  CurrentOrganization,
  Encryption,
  Leads,
  Mailboxes,
  Mailroom,
  Replies,
  Sends,
  Signer,
  type Thread,
  Transactor
} from "@mailroom/core"
import { MemoryMailer } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { newAccount, newCampaign, newLeads } from "../packages/core/src/testing/fixtures/Fixtures.ts"
import { newUnibox } from "../packages/core/src/testing/fixtures/ThreadFixtures.ts"
import { layerStorage } from "../packages/postgres/test/Server.ts"

const layer = Mailroom.layerWithSigner.pipe(
  Layer.provide([Signer.layerSecret(Redacted.make(new Uint8Array(32))), PostalMime.layer]),
  Layer.provideMerge(Layer.mergeAll(MemoryMailer.layer({}), Encryption.layerEphemeral)),
  Layer.provideMerge(layerStorage)
)

/** Conversations of Ada and of nobody, whose mail is Ada's; Bob is a lead, too. */
const world = Effect.gen(function* () {
  const { open, organization_id, receive } = yield* newUnibox
  const campaign_id = yield* newCampaign(organization_id)
  const [ada, bob] = yield* newLeads(organization_id, campaign_id, "ada@lead.example", "bob@lead.example")
  assert.isDefined(ada)
  assert.isDefined(bob)
  const account = yield* newAccount(organization_id)
  const asTenant = Effect.provideService(CurrentOrganization, { id: organization_id })
  const smtp = { host: "smtp.x.test", auth: { type: "password", password: "secret" } } as const
  yield* asTenant((yield* Mailboxes).connect(account.id, { smtp }))
  const mail = { account_id: account.id, from_email: "ada@lead.example", subject: "Hello" }
  const newThread = Effect.fnUntraced(function* (lead_id: typeof ada.id | null) {
    const thread_id = yield* open({ tab: "replies", lead_id, campaign_id: lead_id === null ? null : campaign_id })
    const { id } = yield* receive(thread_id, 1, mail)
    return { thread_id, message_id: id }
  })
  const replies = yield* Replies
  const leads = yield* Leads
  const sends = yield* Sends
  const sql = yield* SqlClient.SqlClient
  return {
    ofAda: yield* newThread(ada.id),
    ofNobody: yield* newThread(null),
    transaction: (yield* Transactor).transaction,
    answer: (thread_id: Thread.ThreadId, cc: ReadonlyArray<string> = []) =>
      asTenant(replies.reply(thread_id, { body_text: "Good day", cc })),
    forward: (thread: Effect.Success<ReturnType<typeof newThread>>, to: string) =>
      asTenant(replies.forward(thread.thread_id, thread.message_id, { to: [to] })),
    erase: (name: "ada" | "bob") => asTenant(leads.remove({ ids: [name === "ada" ? ada.id : bob.id], erase: true })),
    queued: asTenant(Effect.map(sends.page({ limit: 10 }), ({ data }) => data)),
    /** Waits until a statement of this database waits for a lock. */
    someoneWaits: Effect.repeat(
      sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      { until: (rows) => rows.length > 0 }
    )
  }
})
type World = Effect.Success<typeof world>

/** Runs `second` while `first` has ended, and its transaction has not: until `second` ends or waits for `first`. */
const inside = Effect.fnUntraced(function* (
  { someoneWaits, transaction }: World,
  first: Effect.Effect<unknown, unknown>,
  second: Effect.Effect<unknown, unknown>
) {
  const [hasEnded, commit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const held = Effect.tap(first, () => Effect.andThen(Deferred.succeed(hasEnded, undefined), Deferred.await(commit)))
  const one = yield* Effect.forkChild(transaction(held))
  yield* Deferred.await(hasEnded)
  const other = yield* Effect.forkChild(second)
  yield* Effect.race(someoneWaits, Effect.exit(Fiber.await(other)))
  yield* Deferred.succeed(commit, undefined)
  yield* Fiber.join(one)
  return yield* Fiber.await(other)
})

interface Case {
  readonly what: string
  readonly erased: "ada" | "bob"
  readonly mail: (world: World) => Effect.Effect<unknown, unknown>
  /** The rest of the mail after the erasure. */
  readonly left: object
  /** The error where the erasure was first; absent: the mail is queued after it, as any other mail to an address. */
  readonly error?: string
}

const nothing = { to_email: "", body_text: null, cc: [] }
const cases: ReadonlyArray<Case> = [
  {
    what: "an answer to the lead",
    erased: "ada",
    mail: ({ answer, ofAda }) => answer(ofAda.thread_id),
    left: nothing,
    error: "ThreadNotFound"
  },
  {
    what: "an answer in a conversation of nobody, with mail of the lead",
    erased: "ada",
    mail: ({ answer, ofNobody }) => answer(ofNobody.thread_id),
    left: nothing,
    error: "ThreadNotFound"
  },
  {
    what: "an answer with a copy to the lead",
    erased: "bob",
    mail: ({ answer, ofAda }) => answer(ofAda.thread_id, ["bob@lead.example"]),
    left: { to_email: "ada@lead.example", body_text: "Good day", cc: [] }
  },
  {
    what: "a forwarded message of the lead",
    erased: "ada",
    mail: ({ forward, ofAda }) => forward(ofAda, "charles@house.example"),
    left: nothing,
    error: "ThreadNotFound"
  },
  {
    what: "a message that is forwarded to the lead",
    erased: "bob",
    mail: ({ forward, ofAda }) => forward(ofAda, "BOB@lead.example"),
    left: nothing
  },
  {
    what: "a message of a conversation of nobody, with mail of the lead",
    erased: "ada",
    mail: ({ forward, ofNobody }) => forward(ofNobody, "charles@house.example"),
    left: nothing,
    error: "ThreadNotFound"
  }
]

itLayer(layer, { excludeTestServices: true })("An erasure of a lead", (it) => {
  for (const { erased, error, left, mail, what } of cases) {
    it.effect(`finds ${what} that is queued at the same time`, () =>
      Effect.gen(function* () {
        const given = yield* world
        const exit = yield* inside(given, mail(given), given.erase(erased))
        assert.isTrue(Exit.isSuccess(exit), String(exit))
        const [send] = yield* given.queued
        assert.deepInclude(send, left)
      })
    )

    it.effect(`comes before ${what}, which then ${error === undefined ? "is queued" : "fails"}`, () =>
      Effect.gen(function* () {
        const given = yield* world
        const exit = yield* inside(given, given.erase(erased), mail(given))
        const count = (yield* given.queued).length
        if (error === undefined) {
          assert.isTrue(Exit.isSuccess(exit), String(exit))
          assert.strictEqual(count, 1)
          return
        }
        const [reason] = Exit.isFailure(exit) ? exit.cause.reasons : []
        assert.deepInclude(reason, { _tag: "Fail" })
        assert.strictEqual((reason as any).error._tag, error)
        assert.strictEqual(count, 0)
      })
    )
  }
})
