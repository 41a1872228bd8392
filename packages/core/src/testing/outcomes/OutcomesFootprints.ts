/** The data that each port method reads and writes. The outcomes cases run use cases where their footprints meet. */
import { Record } from "effect"
import { namedPorts, type Stores } from "../../Mailroom.ts"

export interface Footprint {
  /** The ports whose data the method reads. */
  readonly reads: ReadonlyArray<keyof Stores>
  /** The ports whose data the method writes or locks against reading. */
  readonly writes: ReadonlyArray<keyof Stores>
  /** Whether a call may wait for a lock. */
  readonly mayWait: boolean
}

type Method<Port extends keyof Stores> = keyof Stores[Port] & string

interface Declaration {
  readonly reading: ReadonlyArray<string>
  readonly writing: ReadonlyArray<string>
  readonly other?: { readonly [method: string]: Footprint }
}

type Declarations = {
  readonly [Port in keyof Stores]?: {
    /** Methods that read data of their port, and never wait. */
    readonly reading: ReadonlyArray<Method<Port>>
    /** Methods that write or lock data of their port. */
    readonly writing: ReadonlyArray<Method<Port>>
    /** Methods that read or write data of other ports, or less than their name says. */
    readonly other?: { readonly [M in Method<Port> | "lock shared"]?: Footprint }
  }
}

/** The methods that the use cases of the outcomes cases call. A use case that calls another method fails. */
const declarations: Declarations = {
  AccountStore: {
    reading: ["findByEmails", "findMany", "findReleasing", "page"],
    writing: ["insert", "lock", "write"],
    other: { "lock shared": { reads: ["AccountStore"], writes: [], mayWait: true } }
  },
  AgendaStore: {
    reading: ["count", "countFirsts", "findMany", "finishedBefore", "hasOpen", "heads", "page"],
    writing: ["insert", "lock", "release", "removeLeads", "removeOfCampaign", "takePool", "write"]
  },
  BlacklistStore: {
    reading: ["find", "findCovering", "findRemovals", "page"],
    writing: ["finishRemoval", "insert", "startRemoval"]
  },
  BlobStore: { reading: ["read"], writing: ["clear", "put", "remove"] },
  CampaignStore: {
    reading: ["findByAccounts", "findHidden", "findMany", "findManyOrCompanyScoped", "list", "page"],
    writing: ["insert", "lock", "replace"],
    other: {
      clearThreads: { reads: [], writes: ["CampaignStore", "ThreadStore"], mayWait: true },
      hide: { reads: [], writes: ["CampaignStore", "LeadStore", "SequenceStore"], mayWait: true },
      remove: {
        reads: [],
        writes: ["CampaignStore", "LeadStore", "PlanStore", "SequenceStore", "ThreadStore"],
        mayWait: true
      }
    }
  },
  DeliveryStore: {
    reading: ["find", "page"],
    writing: ["makeDue", "removeOf", "removeOldest", "replace"],
    other: {
      findRemovedLeads: { reads: ["DeliveryStore", "LeadStore"], writes: [], mayWait: false },
      // The order of insertions does not matter, and no worker runs here that they could wake.
      insert: { reads: ["DeliveryStore"], writes: [], mayWait: true }
    }
  },
  EventStore: {
    reading: ["countLinks", "findFirsts", "findSent", "findSentToAddresses", "findSentToLeads", "page", "scan"],
    writing: ["erase", "insert", "lock", "retire"],
    other: {
      findLastSent: { reads: ["EventStore", "RollupStore"], writes: [], mayWait: false },
      findRemovedLeads: { reads: ["EventStore", "LeadStore"], writes: [], mayWait: false }
    }
  },
  GuardStore: {
    reading: [],
    writing: ["lock"],
    other: { "lock shared": { reads: ["GuardStore"], writes: [], mayWait: true } }
  },
  IdempotencyStore: { reading: ["findExpired"], writing: ["forgetAnswers", "lockOrInsert", "replace"] },
  IntegrationStore: {
    reading: ["find", "page", "subscribers"],
    writing: ["insert", "lock", "remove", "replace"]
  },
  LeadStore: {
    reading: [
      "findByChosenSender",
      "findByEmails",
      "findMany",
      "findMatching",
      "findSharing",
      "list",
      "page",
      "uncontacted"
    ],
    writing: ["lock", "lockOfCampaign", "replace", "set", "writeState", "writeTexts"],
    other: {
      insert: { reads: ["CampaignStore"], writes: ["CampaignStore", "LeadStore"], mayWait: true },
      remove: { reads: [], writes: ["CampaignStore", "LeadStore", "ThreadStore"], mayWait: true }
    }
  },
  MailboxStore: { reading: ["findMany"], writing: ["lock", "write"] },
  OrganizationStore: { reading: ["find"], writing: [] },
  AnsweringStore: { reading: ["find"], writing: ["put", "remove"] },
  LogStore: { reading: ["page"], writing: ["insert", "removeBefore"] },
  NoteStore: { reading: ["ofThread"], writing: ["insert", "lock", "remove", "replace"] },
  PersonStore: {
    reading: ["find", "findByIdentity", "page"],
    writing: ["insert", "lock", "lockAll", "replace"],
    other: { remove: { reads: [], writes: ["PersonStore", "ThreadStore"], mayWait: true } }
  },
  PlanStore: { reading: ["any", "findMany"], writing: ["lock", "write"] },
  RollupStore: { reading: ["series", "sum", "sumAccounts", "sumCampaigns"], writing: ["add", "clear"] },
  SendStore: {
    reading: [
      "countOpen",
      "findBegunTo",
      "findByIds",
      "findByMessageIds",
      "findMany",
      "findOfLeads",
      "findOfStep",
      "findOpen",
      "findScheduled",
      "findToOthers",
      "findUnretired",
      "page"
    ],
    writing: ["insert", "lock", "write"],
    other: { erase: { reads: ["ThreadStore"], writes: ["SendStore"], mayWait: true } }
  },
  SequenceStore: { reading: ["findMany", "findNamed", "ofCampaigns"], writing: ["insert", "remove", "replace"] },
  SessionStore: { reading: ["find", "findExpired"], writing: ["extend", "insert", "remove"] },
  SettingsStore: { reading: ["find", "findOwner"], writing: ["lock", "replace"] },
  ThreadStore: {
    reading: [
      "changes",
      "find",
      "findByIdentities",
      "findByLeads",
      "findByMessageIds",
      "findLinked",
      "findOurText",
      "findOurs",
      "findReceived",
      "findSnoozed",
      "findStray",
      "messages",
      "page",
      "unread"
    ],
    writing: ["assignFree", "unassign", "lockAged", "removeEmpty", "removeOf", "retire", "updateMany", "wake"],
    other: {
      findByLeadEmail: { reads: ["LeadStore", "ThreadStore"], writes: [], mayWait: false },
      insertMessages: { reads: [], writes: ["ThreadStore", "UploadStore"], mayWait: true },
      insertThreads: { reads: ["LeadStore"], writes: ["ThreadStore"], mayWait: true },
      // It only raises the revision, and the order of that does not matter.
      touch: { reads: [], writes: [], mayWait: true }
    }
  },
  UploadStore: {
    reading: ["findExpired", "findMany"],
    writing: ["insert", "lock", "remove", "removeExpired", "removeOfSends", "write"]
  },
  Transactor: { reading: [], writing: [], other: { transaction: { reads: [], writes: [], mayWait: true } } },
  WorkStore: { reading: [], writing: [], other: { put: { reads: [], writes: [], mayWait: true } } }
}

/** The methods of all ports that are only a `ListedStore`. */
const named = { reading: ["find", "page"], writing: ["insert", "lock", "remove", "replace"] }

const footprints: ReadonlyMap<string, Footprint> = new Map(
  Object.entries<Declaration>({ ...declarations, ...Record.map(namedPorts, () => named) }).flatMap(
    ([name, { other = {}, reading, writing }]) => {
      const port = name as keyof Stores
      const own = { reads: [], writes: [] }
      return [
        ...reading.map((method) => [`${name}.${method}`, { ...own, reads: [port], mayWait: false }] as const),
        ...writing.map((method) => [`${name}.${method}`, { ...own, writes: [port], mayWait: true }] as const),
        ...Object.entries<Footprint>(other).map(([method, footprint]) => [`${name}.${method}`, footprint] as const)
      ]
    }
  )
)

/** The footprint of a method such as `LeadStore.page`. Throws if the method is not declared. */
export const footprintOf = (method: string): Footprint => {
  const footprint = footprints.get(method)
  if (footprint === undefined) throw new Error(`${method}: declare in OutcomesFootprints.ts what it reads and writes`)
  return footprint
}
