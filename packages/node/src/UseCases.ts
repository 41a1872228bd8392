/**
 * The use cases as methods. They take and answer what the HTTP API takes and answers, under the names of
 * `@mailroom/client`; a few have no endpoint.
 */
import type {
  Access,
  AccountsMethods,
  ActivityMethods,
  AnalyticsMethods,
  Attachment,
  BillingMethods,
  BlacklistMethods,
  CampaignsMethods,
  IntakeMethods,
  IntegrationsMethods,
  IssuedKey,
  Key,
  KeysMethods,
  LeadsMethods,
  NewKey,
  OverviewMethods,
  RotateKey,
  SequencesMethods,
  TagsMethods,
  UniboxMethods
} from "./generated/types.ts"

/** A tenant of the app: everything stored belongs to one. */
export interface Organization {
  readonly id: number
  readonly name: string
  /** ISO 8601, in UTC. */
  readonly created_at: string
}

/** Organizations have no endpoint: an API key belongs to one. */
export interface OrganizationsMethods {
  /** Creates an organization. `name` has 1 to 200 characters. */
  readonly create: (input: { readonly name: string }) => Promise<Organization>
  /**
   * Finds the organization of one of the app's tenants by the app's own id, of 1 to 200 characters. Creates it unless
   * it exists; an existing one gets the name. Safe to call at any time, also several times at once.
   */
  readonly ensure: (input: { readonly external_id: string; readonly name: string }) => Promise<Organization>
  /** The organization, or `null` when there is none. */
  readonly find: (id: number) => Promise<Organization | null>
  /** All of them, by ascending id. */
  readonly list: () => Promise<ReadonlyArray<Organization>>
  /**
   * Deletes an organization with everything of it, in batches: after a failure, call it again. Stop calling other
   * methods for it first. Fails with `organization_not_found`.
   */
  readonly remove: (id: number) => Promise<void>
  /** Names the servers of a distributed database that do not answer. Fails with `unavailable` when none does. */
  readonly unreachable: () => Promise<ReadonlyArray<string>>
}

/** Opens one attachment, without an API key, until it expires. */
export interface AttachmentTicket {
  readonly id: number
  /** Seconds after the epoch. */
  readonly expires: number
  /** Opaque. */
  readonly signature: string
}

/** The files that came with messages. */
export interface AttachmentsMethods {
  /** A ticket for an attachment, good for one hour. */
  readonly sign: (id: number) => Promise<AttachmentTicket>
  /** The file of a ticket. `size` is in bytes. Fails with `attachment_not_found`, also when the ticket has expired. */
  readonly open: (ticket: AttachmentTicket) => Promise<{
    readonly attachment: Omit<Attachment, "url"> & { readonly content_type: string; readonly size: number }
    readonly bytes: AsyncIterable<Uint8Array>
  }>
}

export interface AnalyticsMethodsInProcess extends AnalyticsMethods {
  /** Recomputes the sums from the events, in one transaction. Returns how many events there are. */
  readonly rebuild: () => Promise<number>
}

export interface IntegrationsMethodsInProcess extends IntegrationsMethods {
  /**
   * Encrypts the secrets of all integrations under the first key, where they are not. Returns how many it changed, and
   * the ids of integrations whose secrets no key can read.
   */
  readonly reencrypt: () => Promise<{ readonly changed: number; readonly unreadable: ReadonlyArray<number> }>
}

/** The organization and the access of a credential. */
export interface Principal {
  readonly organization_id: number
  readonly access: Access
  readonly key?: Pick<Key, "id" | "name">
}

/** A key and its secret, which a later call cannot read. */
export interface NewlyIssuedKey extends IssuedKey {
  readonly secret: string
}

export interface KeysMethodsInProcess extends KeysMethods {
  /** Create an API key. `secret` is shown once. */
  readonly create: (input: NewKey) => Promise<NewlyIssuedKey>
  /**
   * Replace an API key: a new one with its name and access, and without expiry. The old one works for `grace_seconds`, a
   * day unless given.
   */
  readonly rotate: (id: number, input?: RotateKey) => Promise<NewlyIssuedKey>
  /** Registers a key that was made elsewhere, `mr_…`; one that is registered already stays as it is. */
  readonly adopt: (secret: string, input: NewKey) => Promise<Key>
  /** The organization and the access of a key; `null` when it is unknown, revoked or expired. */
  readonly authenticate: (secret: string) => Promise<Principal | null>
}

/** The use cases of one organization. */
export interface OrganizationUseCases {
  readonly accounts: AccountsMethods
  readonly activity: ActivityMethods
  readonly analytics: AnalyticsMethodsInProcess
  readonly attachments: AttachmentsMethods
  readonly billing: BillingMethods
  readonly blacklist: BlacklistMethods
  readonly campaigns: CampaignsMethods
  readonly intake: IntakeMethods
  readonly integrations: IntegrationsMethodsInProcess
  readonly keys: KeysMethodsInProcess
  readonly leads: LeadsMethods
  readonly overview: OverviewMethods
  readonly sequences: SequencesMethods
  readonly tags: TagsMethods
  readonly unibox: UniboxMethods
}
