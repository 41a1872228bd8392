/** The commands of the model test. They use few distinct values, so that they often meet the same data. */
import { Schema } from "effect"
import { State, Tab } from "../../unibox/Thread.ts"

const between = (minimum: number, maximum: number) =>
  Schema.Number.check(Schema.isInt(), Schema.isBetween({ minimum, maximum }))
/** Selects an existing item by its index modulo the length of the list. */
const which = between(0, 11)
const campaign = Schema.Literals([0, 1])
const limit = between(1, 3)
const account = Schema.Literals([1, 2])
const Email = Schema.Literals([
  "ada@x.test",
  "ADA@x.test",
  "bob@x.test",
  "b_b@x.test",
  "élan@s.x.test",
  "ÉLAN@s.x.test"
])

const Message = Schema.Struct({
  thread: which,
  identity: between(0, 20),
  message_id: Schema.NullOr(between(0, 3)),
  seconds: between(0, 3),
  subject: Schema.Literals(["Offer", "ÉLAN 50%", "a_b"]),
  account: Schema.NullOr(account),
  is_our_email: Schema.Boolean,
  is_new: Schema.Boolean
})

/** One operation in one organization. */
export const Command = Schema.TaggedUnion({
  InsertLeads: { campaign, emails: Schema.Array(Email).check(Schema.isMaxLength(4)) },
  ReplaceLead: { lead: which, email: Email, first_name: Schema.Literals(["", "Ada"]), stale: Schema.Boolean },
  RemoveLeads: { leads: Schema.Array(which).check(Schema.isMaxLength(3)) },
  PageLeads: {
    campaign,
    after: Schema.NullOr(which),
    offset: between(0, 2),
    limit,
    search: Schema.NullOr(Schema.Literals(["", "b", "_", "%", "ada@", "é"]))
  },
  FindLeads: { campaign, emails: Schema.Array(Email).check(Schema.isMaxLength(3)) },
  MatchLeads: {
    emails: Schema.Array(Email).check(Schema.isMaxLength(2)),
    domains: Schema.Array(Schema.Literals(["x.test", "test", "t.test"])).check(Schema.isMaxLength(1)),
    after: Schema.NullOr(which),
    limit
  },
  OpenThreads: { tab: Tab, campaign, leads: Schema.Array(Schema.NullOr(which)).check(Schema.isBetweenLength(1, 2)) },
  AddMessages: { messages: Schema.Array(Message).check(Schema.isBetweenLength(1, 4)) },
  UpdateThread: {
    thread: which,
    is_new: Schema.NullOr(Schema.Boolean),
    tab: Schema.NullOr(Tab),
    state: Schema.NullOr(State)
  },
  UpdateThreads: {
    threads: Schema.Array(which).check(Schema.isMaxLength(3)),
    is_new: Schema.NullOr(Schema.Boolean),
    new_messages: Schema.NullOr(Schema.Array(which).check(Schema.isMaxLength(3))),
    tab: Schema.NullOr(Tab),
    state: Schema.NullOr(State),
    undone: Schema.Boolean
  },
  PageThreads: {
    tab: Schema.NullOr(Tab),
    state: Schema.NullOr(State),
    search: Schema.NullOr(Schema.Literals(["o", "offer", "é", "%", "_b", "x.test", "nothing"])),
    account: Schema.NullOr(account),
    campaign: Schema.NullOr(campaign),
    lead: Schema.NullOr(which),
    is_new: Schema.NullOr(Schema.Boolean),
    before: Schema.NullOr(which),
    limit
  },
  PageMessages: {
    thread: which,
    descending: Schema.Boolean,
    after: Schema.NullOr(which),
    limit,
    maximum_bytes: between(0, 12)
  },
  FindThreads: { message_ids: Schema.Array(between(0, 4)).check(Schema.isMaxLength(3)), email: Email }
})
export type Command = typeof Command.Type

/** Commands that write are more frequent, so that reads find something. */
const { AddMessages, InsertLeads, OpenThreads } = Command.cases
const Step = Schema.TaggedStruct("Step", {
  organization: Schema.Literals([0, 1]),
  command: Schema.Union([Command, Command, Command, InsertLeads, OpenThreads, AddMessages])
})
const transactionOf = <S extends Schema.Constraint>(step: S) =>
  Schema.TaggedStruct("Transaction", { body: Schema.Array(step).check(Schema.isMaxLength(6)), fails: Schema.Boolean })

/** A step, or a transaction of steps that succeeds or fails. */
export type Action =
  | typeof Step.Type
  | { readonly _tag: "Transaction"; readonly body: ReadonlyArray<Action>; readonly fails: boolean }

/** Steps and transactions in sequence; a transaction may contain nested transactions. */
export const Program = Schema.Array(
  Schema.Union([Step, Step, Step, transactionOf(Schema.Union([Step, Step, transactionOf(Step)]))])
)
