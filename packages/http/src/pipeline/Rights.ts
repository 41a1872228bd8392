/**
 * The role that each operation needs, and whether the log has it. Every endpoint with `Authorization` is declared here;
 * `Operation.ts` does not compile when one is missing. This file imports no group, because groups import `Authorization`.
 */
import type { Role } from "@mailroom/core"

/** The role that an operation needs. */
interface Right {
  readonly role: Role
  /** Whether the log gets an entry for each call that succeeds. */
  readonly isLogged: boolean
  /** The field whose change the log does not have, if a call changes nothing else. */
  readonly unlogged?: string
}

/** Only reads. */
const read: Right = { role: "viewer", isLogged: false }
/** Reads what people with the role of an administrator may read. */
const inspect: Right = { role: "admin", isLogged: false }
/** Works with conversations: answers, tags, notes, and the stop of a lead. */
const answer: Right = { role: "responder", isLogged: true }
/** Changes conversations. The log leaves out a change of `is_new` alone: a client marks a conversation as read when somebody opens it. */
const handle: Right = { ...answer, unlogged: "is_new" }
/** Is called every few seconds while somebody answers: the log would have nothing else. */
const beat: Right = { role: "responder", isLogged: false }
/** Works with leads and campaigns. */
const work: Right = { role: "member", isLogged: true }
/** Is called by programs for each mail and event, or often: the log would have nothing else. */
const feed: Right = { role: "member", isLogged: false }
/** Changes what everybody shares: accounts, integrations, settings and people. */
const manage: Right = { role: "admin", isLogged: true }
/** Gives access to everything. */
const own: Right = { role: "owner", isLogged: true }
/** Changes only what belongs to the person who calls. */
const self: Right = { role: "viewer", isLogged: true }

export const rights = {
  auth: {
    session: read,
    page: read,
    find: read,
    // A key acts as an owner.
    create: own,
    rotate: own,
    revoke: own,
    changePassword: self
  },
  people: { page: read, find: read, create: manage, update: manage, remove: manage, invite: manage },
  log: { page: inspect },
  accounts: { page: read, find: read, dns: read, create: manage, update: manage, remove: manage },
  mailboxes: { connect: manage, disconnect: manage, test: manage, sync: work },
  campaigns: {
    page: read,
    find: read,
    create: work,
    update: work,
    remove: work,
    duplicate: work,
    start: work,
    pause: work
  },
  sequences: { list: read, find: read, create: work, update: work, remove: work },
  leads: {
    page: read,
    all: read,
    find: read,
    create: work,
    // A role below a member changes only `stop_sending`: see `Leads.update`.
    update: answer,
    updateMany: work,
    remove: work,
    changeMatching: work,
    tag: answer,
    pause: answer,
    pauseMany: work
  },
  verification: { find: read, verify: work, stop: work },
  sending: { upcoming: read, comparisons: read, outlook: read, rehearse: feed, preview: feed },
  sends: {
    page: read,
    find: read,
    // A role below a member changes only its own answers: see `Sends`.
    resolve: answer,
    reschedule: answer,
    cancel: answer,
    discard: answer,
    reply: answer,
    forward: answer,
    test: work,
    testSeeds: work
  },
  unibox: {
    threads: read,
    ofLead: read,
    changes: read,
    unread: read,
    thread: read,
    update: handle,
    updateMany: handle,
    beginAnswering: beat,
    endAnswering: beat
  },
  uploads: { create: answer, find: read, remove: answer },
  notes: { page: read, create: answer, update: answer, remove: answer },
  replyTemplates: { page: read, find: read, fill: read, create: work, update: work, remove: work },
  tags: { page: read, find: read, create: work, update: work, remove: work },
  intake: { receive: feed },
  activity: { page: read, ofLead: read, record: feed },
  analytics: {
    summary: read,
    events: read,
    byAccount: read,
    bySequence: read,
    byLink: read,
    overview: read,
    overviewEvents: read,
    overviewByAccount: read,
    overviewByCampaign: read,
    log: read
  },
  blacklist: {
    emails: read,
    domains: read,
    // A role below a member adds one address at a time: see `Blacklist.add`.
    addEmails: answer,
    addDomains: work,
    removeEmails: work,
    removeDomains: work
  },
  integrations: {
    page: read,
    find: read,
    deliveries: read,
    delivery: read,
    create: manage,
    update: manage,
    remove: manage,
    test: manage,
    redeliver: manage
  },
  billing: { page: read, find: read, record: manage },
  organization: { find: read, trackingDomain: read, update: manage }
} as const satisfies Readonly<Record<string, Readonly<Record<string, Right>>>>

/** The right that an operation needs; `undefined` for an operation that needs no credentials. */
export const rightOf = (group: string, endpoint: string): Right | undefined =>
  (rights as Readonly<Record<string, Readonly<Record<string, Right>>>>)[group]?.[endpoint]
