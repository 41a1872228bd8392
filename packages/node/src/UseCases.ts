/**
 * The use cases as methods, with the inputs and answers of the HTTP API, and the method names of `@mailroom/client`. A few
 * of them have no endpoint.
 */
import type {
  Access,
  AnalyticsMethods,
  Attachment,
  IntegrationsMethods,
  IssuedKey,
  Key,
  KeysMethods,
  MailboxesMethods,
  NewKey,
  RepliesMethods,
  ReplyState,
  Resources,
  RotateKey
} from "./generated/types.ts"

/** A tenant of the app. All stored data belongs to an organization. */
export interface Organization {
  readonly id: number
  readonly name: string
  /** ISO 8601, in UTC. */
  readonly created_at: string
}

/** All organizations of the app. The HTTP API has no endpoint for them, because each API key belongs to one organization. */
export interface OrganizationsMethods {
  /** Creates an organization. `name` has 1 to 200 characters. */
  readonly create: (input: { readonly name: string }) => Promise<Organization>
  /**
   * Finds the organization of one of the app's tenants by the app's own id, of 1 to 200 characters. Creates it if it
   * does not exist; renames an existing one. Safe to call at any time, also several times concurrently.
   */
  readonly ensure: (input: { readonly external_id: string; readonly name: string }) => Promise<Organization>
  /** The organization, or `null` when it does not exist. */
  readonly find: (id: number) => Promise<Organization | null>
  /** All organizations, by ascending id. */
  readonly list: () => Promise<ReadonlyArray<Organization>>
  /**
   * Deletes an organization with all its data, in batches: after a failure, call it again. Stop calling other methods
   * for it first. Fails with `organization_not_found`.
   */
  readonly remove: (id: number) => Promise<void>
  /**
   * Names the servers of a distributed database that do not answer. Fails with `unavailable` when no server answers.
   */
  readonly unreachable: () => Promise<ReadonlyArray<string>>
}

/** Opens one attachment, without an API key, until it expires. */
export interface AttachmentTicket {
  readonly id: number
  /** Seconds since 1970. */
  readonly expires: number
  /** Opaque. */
  readonly signature: string
}

/** The attachments of messages. */
export interface AttachmentsMethods {
  /** Creates a ticket for an attachment, valid for one hour. */
  readonly sign: (id: number) => Promise<AttachmentTicket>
  /**
   * Opens the file of a ticket. `size` is in bytes. Fails with `attachment_not_found`, also when the ticket has
   * expired.
   */
  readonly open: (ticket: AttachmentTicket) => Promise<{
    readonly attachment: Omit<Attachment, "url"> & { readonly content_type: string; readonly size: number }
    readonly bytes: AsyncIterable<Uint8Array>
  }>
}

export interface AnalyticsMethodsInProcess extends AnalyticsMethods {
  /** Recomputes the sums from the events, in one transaction. Returns the number of events. */
  readonly rebuild: () => Promise<number>
}

export interface IntegrationsMethodsInProcess extends IntegrationsMethods {
  /**
   * Encrypts the secrets of all integrations with the first key, unless they already are. Returns how many it changed,
   * and the ids of integrations whose secrets no key can decrypt.
   */
  readonly reencrypt: () => Promise<{ readonly changed: number; readonly unreadable: ReadonlyArray<number> }>
}

export interface MailboxesMethodsInProcess extends MailboxesMethods {
  /**
   * Encrypts the credentials of all accounts with the first key, unless they already are. Returns how many it changed,
   * and the ids of accounts whose credentials no key can decrypt.
   */
  readonly reencrypt: () => Promise<{ readonly changed: number; readonly unreadable: ReadonlyArray<number> }>
}

export interface RepliesMethodsInProcess extends RepliesMethods {
  /**
   * Whether a conversation can be answered, and how: `reply` of `unibox.thread`, without the messages. `accountId`: from this
   * account. Default: the account of the conversation.
   */
  readonly stateOf: (id: number, accountId?: number) => Promise<ReplyState>
}

/** The caller that a credential identifies. */
export interface Principal {
  readonly organization_id: number
  readonly access: Access
  readonly key?: Pick<Key, "id" | "name">
}

/** A key and its secret. Later calls do not return the secret. */
export interface NewlyIssuedKey extends IssuedKey {
  readonly secret: string
}

export interface KeysMethodsInProcess extends KeysMethods {
  /** Creates an API key. `secret` is shown once. */
  readonly create: (input: NewKey) => Promise<NewlyIssuedKey>
  /**
   * Replaces an API key by a new one with the same name and access, and without expiry. The old key works for
   * `grace_seconds`, by default a day.
   */
  readonly rotate: (id: number, input?: RotateKey) => Promise<NewlyIssuedKey>
  /** Registers a key that was created elsewhere, `mr_…`. A key that is already registered stays unchanged. */
  readonly adopt: (secret: string, input: NewKey) => Promise<Key>
  /** The organization and access of a key; `null` when it is unknown, revoked or expired. */
  readonly authenticate: (secret: string) => Promise<Principal | null>
}

/** The use cases of one organization: the methods of the HTTP API, and a few methods without an endpoint. */
export interface OrganizationUseCases extends Resources {
  readonly analytics: AnalyticsMethodsInProcess
  readonly attachments: AttachmentsMethods
  readonly integrations: IntegrationsMethodsInProcess
  readonly keys: KeysMethodsInProcess
  readonly mailboxes: MailboxesMethodsInProcess
  readonly replies: RepliesMethodsInProcess
}
