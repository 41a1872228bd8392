// Made by `npm run openapi` from the OpenAPI document: do not change it here.
/* oxlint-disable max-lines */
import type { Call, CallOptions, FileBytes, Mail, Pages, PostOptions, Reads, WriteOptions } from "../Call.ts"

/** The methods of each resource. */
export interface Client {
  readonly accounts: AccountsMethods
  readonly activity: ActivityMethods
  readonly analytics: AnalyticsMethods
  readonly billing: BillingMethods
  readonly blacklist: BlacklistMethods
  readonly campaigns: CampaignsMethods
  readonly intake: IntakeMethods
  readonly integrations: IntegrationsMethods
  readonly keys: KeysMethods
  readonly leads: LeadsMethods
  readonly log: LogMethods
  readonly mailboxes: MailboxesMethods
  readonly notes: NotesMethods
  readonly organization: OrganizationMethods
  readonly overview: OverviewMethods
  readonly people: PeopleMethods
  readonly replies: RepliesMethods
  readonly replyTemplates: ReplyTemplatesMethods
  readonly sending: SendingMethods
  readonly sends: SendsMethods
  readonly sequences: SequencesMethods
  readonly session: SessionMethods
  readonly system: SystemMethods
  readonly tags: TagsMethods
  readonly testMails: TestMailsMethods
  readonly unibox: UniboxMethods
  readonly uploads: UploadsMethods
  readonly verification: VerificationMethods
}

export interface AccountsMethods {
  /**
   * List the sender accounts, by ascending id
   *
   * Filters apply together, and `total` counts the remaining rows.
   */
  readonly list: (query?: AccountsListQuery, options?: CallOptions) => Pages<AccountPage>
  /**
   * Add a sender account
   *
   * The address of a deleted account restores it with the same id, and the settings of the request. The address of another account is a conflict, `duplicate_account`.
   */
  readonly create: (input: NewAccount, options?: PostOptions) => Call<Account>
  /**
   * Change settings of sender accounts
   *
   * Changes all accounts in one transaction; one result per distinct id. `If-Match` is allowed only with exactly one id.
   */
  readonly update: (input: UpdateAccounts, options?: WriteOptions) => Call<UpdateAccountsResult>
  /**
   * Delete sender accounts
   *
   * Their leads may then get mail from any account of the campaign; events and analytics stay. `ids` of the body have priority over those of the query. `If-Match` is allowed only with exactly one id.
   */
  readonly remove: (input: DeleteAccounts, options?: WriteOptions) => Call<DeleteAccountsResult>
  /**
   * Get a sender account
   *
   * Returns its settings and its current state.
   */
  readonly find: Reads<[id: number], Account>
  /**
   * Check the DNS of a sender account
   *
   * Asks the name servers for the domain of the account's address: MX, SPF, DKIM, DMARC, and PTR of its server. Each check says in one line what to set. Takes at most 15 s, and stores nothing.
   */
  readonly dns: (id: number, query?: AccountsDnsQuery, options?: CallOptions) => Call<DnsReport>
}

export interface ActivityMethods {
  /**
   * Record up to 1000 events: what a mailer sent and saw
   *
   * One result per input, in order; an invalid input does not affect the others. An event that was recorded before changes nothing, and the order of arrival does not matter: so a batch can be sent again, and takes no `Idempotency-Key`. The body may have 25 MiB.
   */
  readonly record: (input: RecordEvents, options?: CallOptions) => Call<RecordEventsResult>
  /**
   * List the events of all campaigns, the newest first
   *
   * Ordered by `occurred_at`, then id. All filters apply. Also events of leads and campaigns that were deleted. A filter for something that does not exist matches no events.
   */
  readonly list: (query?: ActivityListQuery, options?: CallOptions) => Pages<EventPage>
  /**
   * A lead's events one by one, the newest first
   *
   * Ordered by `occurred_at`, then id.
   */
  readonly ofLead: (id: number, query?: ActivityOfLeadQuery, options?: CallOptions) => Pages<EventPage>
  /**
   * A campaign's events one by one, the newest first
   *
   * Ordered by `occurred_at`, then id.
   */
  readonly log: (campaignId: string, query?: ActivityLogQuery, options?: CallOptions) => Pages<EventPage>
}

export interface AnalyticsMethods {
  /**
   * A campaign's leads, metrics and rates
   *
   * Leads are counted as they are now, metrics and rates of the period. The default period is all time.
   */
  readonly summary: (campaignId: string, query?: AnalyticsSummaryQuery, options?: CallOptions) => Call<AnalyticsSummary>
  /**
   * A campaign's metrics over time
   *
   * Every interval of the period, in order, including those without events. The default period is the last 30 days. `all_time` is from the first day with numbers to today; of more than 3661 days, ask by week or month.
   */
  readonly events: (campaignId: string, query?: AnalyticsEventsQuery, options?: CallOptions) => Call<AnalyticsEvents>
  /**
   * A campaign's metrics by sender account
   *
   * The accounts of the campaign by ascending id, then others with numbers, then `null`. The default period is all time.
   */
  readonly byAccount: (campaignId: string, query?: AnalyticsByAccountQuery, options?: CallOptions) => Call<AnalyticsByAccount>
  /**
   * A campaign's metrics by sequence
   *
   * The steps by position, then deleted ones with numbers, then `null`. The default period is all time.
   */
  readonly bySequence: (campaignId: string, query?: AnalyticsBySequenceQuery, options?: CallOptions) => Call<AnalyticsBySequence>
  /**
   * A campaign's clicks by link
   *
   * The 100 links with the most clicks, by the `url` in the data of their events. The default period is all time.
   */
  readonly byLink: (campaignId: string, query?: AnalyticsByLinkQuery, options?: CallOptions) => Call<AnalyticsByLink>
}

export interface BillingMethods {
  /**
   * List the transactions, newest first
   *
   * `from` and `to` are days, both inclusive, or instants, of which `to` is exclusive; amounts are in minor units. Pages by `after_id`, the id of the last row of the page before, stay stable while rows are added.
   */
  readonly list: (query?: BillingListQuery, options?: CallOptions) => Pages<TransactionPage>
  /**
   * Record a transaction, once by its reference
   *
   * 201 for a new row; 200 when the same row was there, or when a pending one ends: it may become `succeeded`, `failed` or `void`, once, and get a `paid_at`. Any other difference is a conflict, `duplicate_reference`. So a row with a reference can be sent again, and an `Idempotency-Key` is ignored; a row without one needs it.
   */
  readonly record: (input: NewTransaction, options?: PostOptions) => Call<Transaction>
  /**
   * Get a transaction
   *
   * Rows are never deleted.
   */
  readonly find: (id: number, options?: CallOptions) => Call<Transaction>
}

export interface BlacklistMethods {
  /**
   * List the blacklisted addresses, by ascending id
   *
   * Filters apply together, and `total` counts the remaining rows.
   */
  readonly emails: (query?: BlacklistEmailsQuery, options?: CallOptions) => Pages<BlacklistedEmailPage>
  /**
   * Blacklist addresses, and stop their leads
   *
   * One result per input, in order; an invalid input does not affect the others. Leads that match are stopped, and new ones are stopped when they are created. If there is no answer, repeat the request. A domain, such as `*@evil.example`, is invalid: `POST /blacklist/domains` takes it. A role below `member` adds one address at a time.
   */
  readonly addEmails: (input: BlacklistEmails, options?: PostOptions) => Call<BlacklistEmailsResult>
  /**
   * Take addresses off the blacklist, and resume their leads
   *
   * Give values or ids, not both. The body has priority over `ids` of the query. A lead that another entry or another rule stops stays stopped.
   */
  readonly removeEmails: (input: UnblacklistEmails, options?: CallOptions) => Call<UnblacklistEmailsResult>
  /**
   * List the blacklisted domains, by ascending id
   *
   * Filters apply together, and `total` counts the remaining rows.
   */
  readonly domains: (query?: BlacklistDomainsQuery, options?: CallOptions) => Pages<BlacklistedDomainPage>
  /**
   * Blacklist domains with their subdomains, and stop their leads
   *
   * One result per input, in order; an invalid input does not affect the others. Leads that match are stopped, and new ones are stopped when they are created. If there is no answer, repeat the request. A URL stands for its domain. An address is invalid, and so is a public suffix, such as `co.uk`.
   */
  readonly addDomains: (input: BlacklistDomains, options?: PostOptions) => Call<BlacklistDomainsResult>
  /**
   * Take domains off the blacklist, and resume their leads
   *
   * Give values or ids, not both. The body has priority over `ids` of the query. A lead that another entry or another rule stops stays stopped.
   */
  readonly removeDomains: (input: UnblacklistDomains, options?: CallOptions) => Call<UnblacklistDomainsResult>
}

export interface CampaignsMethods {
  /**
   * List the campaigns with their counts, in the order of creation
   *
   * Filters apply together, and `total` counts the remaining rows.
   */
  readonly list: (query?: CampaignsListQuery, options?: CallOptions) => Pages<CampaignPage>
  /**
   * Create a campaign
   *
   * The new campaign is a draft, without leads and steps. An account that does not exist is a 400.
   */
  readonly create: (input: NewCampaign, options?: PostOptions) => Call<Campaign>
  /**
   * Get a campaign
   *
   * Its `ETag` changes also with its number of leads, which `If-Match` does not compare.
   */
  readonly find: Reads<[campaignId: string], Campaign>
  /**
   * Change settings of a campaign, in every status
   *
   * An empty object changes nothing. `account_ids` replaces the whole list.
   */
  readonly update: (campaignId: string, input: CampaignPatch, options?: WriteOptions) => Call<Campaign>
  /**
   * Delete a campaign with its leads and steps
   *
   * An active campaign is a conflict, `campaign_active`. Threads stay, without lead and campaign. The campaign and its leads are hidden immediately; the answer is sent when all are deleted. If the deletion is interrupted, it continues later.
   */
  readonly remove: (campaignId: string, options?: WriteOptions) => Call<void>
  /**
   * Duplicate a campaign
   *
   * The copy is a draft with the settings, the accounts and the steps of the campaign, which may have any status. Leads are not copied.
   */
  readonly duplicate: (campaignId: string, input?: DuplicateCampaign, options?: PostOptions) => Call<Campaign>
  /**
   * Start a campaign
   *
   * Makes the campaign active, from every status, if it has an account, a step and a lead. Otherwise it is a conflict, `campaign_not_ready`. An active campaign does not change.
   */
  readonly start: (campaignId: string, options?: PostOptions & WriteOptions) => Call<Campaign>
  /**
   * Pause an active campaign
   *
   * A paused campaign does not change. A draft or a completed one is not active: that is a conflict, `campaign_not_active`.
   */
  readonly pause: (campaignId: string, options?: PostOptions & WriteOptions) => Call<Campaign>
}

export interface IntakeMethods {
  /**
   * Take in one raw e-mail
   *
   * The body is the unchanged mail (RFC 5322), at most 25 MiB. It is classified, stored once, and recorded as an event of its lead. A mail that is stored already is a `duplicate` and changes nothing: so it can be sent again, and takes no `Idempotency-Key`.
   */
  readonly receive: (mail: Mail, query?: IntakeReceiveQuery, options?: CallOptions) => Call<IntakeResult>
}

export interface IntegrationsMethods {
  /**
   * List the integrations, by ascending id
   *
   * Secrets are masked.
   */
  readonly list: (query?: IntegrationsListQuery, options?: CallOptions) => Pages<IntegrationPage>
  /**
   * Add an integration
   *
   * At most 100 for an organization. URLs must lead to public addresses. Conflicts: `too_many_integrations`, and `encryption_not_configured` when the server has no key to encrypt secrets with.
   */
  readonly create: (input: NewIntegration, options?: PostOptions) => Call<IntegrationWithSecret>
  /**
   * Get an integration
   *
   * Secrets are masked.
   */
  readonly find: (id: number, options?: CallOptions) => Call<Integration>
  /**
   * Change an integration, or rotate its secret
   *
   * `config` replaces the given fields of the config. Enabling a disabled integration resets its failures and sends its pending deliveries.
   */
  readonly update: (id: number, input: IntegrationPatch, options?: CallOptions) => Call<IntegrationWithSecret>
  /**
   * Delete an integration, with its deliveries
   *
   * Pending deliveries are not sent.
   */
  readonly remove: (id: number, options?: CallOptions) => Call<void>
  /**
   * Deliver an example, once and at once
   *
   * The answer is 200 whether the delivery succeeds or fails. The state of the integration does not change.
   */
  readonly test: (id: number, options?: CallOptions) => Call<TestResult>
  /**
   * List the deliveries of the last 30 days, the newest first
   *
   * Lists pending, delivered and failed deliveries.
   */
  readonly deliveries: (id: number, query?: IntegrationsDeliveriesQuery, options?: CallOptions) => Pages<DeliveryPage>
  /**
   * Get a delivery with its payload and its tries
   *
   * The last 16 tries; answers are without secrets.
   */
  readonly delivery: (id: number, deliveryId: number, options?: CallOptions) => Call<DeliveryDetails>
  /**
   * Deliver again
   *
   * The delivery becomes pending, with the same `webhook-id`, and the integration waits no longer. A pending delivery is tried at once, and keeps its number of tries. Nothing is sent while the integration is disabled.
   */
  readonly redeliver: (id: number, deliveryId: number, options?: PostOptions) => Call<Delivery>
}

export interface KeysMethods {
  /**
   * List the API keys, revoked ones too, by ascending id
   *
   * Secrets are never shown again.
   */
  readonly list: (query?: KeysListQuery, options?: CallOptions) => Pages<KeyPage>
  /**
   * Create an API key; its secret is shown only in this answer
   *
   * Store the secret at once: it cannot be read again.
   */
  readonly create: (input: NewKey, options?: PostOptions) => Call<IssuedKey>
  /**
   * Get an API key, also a revoked one
   *
   * The secret is never shown again.
   */
  readonly find: (id: number, options?: CallOptions) => Call<Key>
  /**
   * Revoke an API key: it is rejected within a second
   *
   * Revoking again changes nothing.
   */
  readonly revoke: (id: number, options?: CallOptions) => Call<void>
  /**
   * Replace an API key; the old key works for a grace period
   *
   * The new key has the name and the access of the old one, and no expiry. Without a body, the old key works for a day.
   */
  readonly rotate: (id: number, input?: RotateKey, options?: PostOptions) => Call<IssuedKey>
}

export interface LeadsMethods {
  /**
   * List the leads of a campaign, by ascending id
   *
   * Filters apply together, and `total` counts the remaining rows. `after_id` filters first, then `offset` skips.
   */
  readonly list: (query: LeadsListQuery, options?: CallOptions) => Pages<LeadPage>
  /**
   * List the leads of all campaigns, the newest first
   *
   * Filters apply together; a campaign or a tag that does not exist has no leads. A cursor is valid for the filters with which it was created.
   */
  readonly all: (query?: LeadsAllQuery, options?: CallOptions) => Pages<LeadList>
  /**
   * Add up to 1000 leads to a campaign
   *
   * One result per input, in order; an invalid input does not affect the others. A lead whose address the blacklist covers is created and stopped. The body may have 25 MiB.
   */
  readonly create: (input: CreateLeads, options?: PostOptions) => Call<CreateLeadsResult>
  /**
   * Change many leads
   *
   * Stops or resumes sending to up to 1000 leads, in one transaction. One result per distinct id, in order, with the values of before. `If-Match` is allowed only with exactly one id.
   */
  readonly updateMany: (input: UpdateLeads, options?: WriteOptions) => Call<UpdateLeadsResult>
  /**
   * Delete leads
   *
   * One result per distinct id. Events and analytics stay. `erase` also removes a lead's mail, its attachments, stored deliveries, kept answers, and what events say of it; of leads with its address that were deleted before, too, and mail that belongs to no lead. Leads with the address in other campaigns stay, and so does mail in conversations of other leads. `ids` of the body have priority over those of the query. `If-Match` is allowed only with exactly one id.
   */
  readonly remove: (input: DeleteLeads, options?: WriteOptions) => Call<DeleteLeadsResult>
  /**
   * Get a lead with its custom fields and its effective state
   *
   * `effective_state` says whether the lead may be mailed, and otherwise each reason, the one that wins first. Lists show both with `include=custom_fields,effective_state`.
   */
  readonly find: Reads<[id: number], LeadWithState>
  /**
   * Update a lead; stop or resume sending to it
   *
   * An empty object changes nothing. `custom_fields` merges by name. An address that the campaign already contains is a conflict, `duplicate_lead`. A lead that is resumed gets no mail while anything else stands in the way, such as the blacklist: `GET /leads/{id}` says what. A role below `member` changes `stop_sending` only.
   */
  readonly update: (id: number, input: LeadPatch, options?: WriteOptions) => Call<Lead>
  /**
   * Change all leads that pass filters
   *
   * Stops, resumes, pauses, tags, deletes or erases them, up to 1000 in one call and one transaction, the newest first. Call again with `next_before_id` until it is `null`: leads that are added meanwhile are left out.
   */
  readonly changeMatching: (input: ChangeMatching, options?: PostOptions) => Call<ChangedMatching>
  /**
   * Pause a lead until an instant, or end its pause
   *
   * The lead gets no mail before `until`, and then its next step as soon as that is due. `null` ends the pause. An automatic reply that names the day of its return pauses its lead until that day is over in the time zone of the campaign. `effective_state` says until when the lead waits, and who decided that.
   */
  readonly pause: (id: number, input: PauseLead, options?: WriteOptions) => Call<LeadWithState>
  /**
   * Pause many leads until an instant, or end their pauses
   *
   * As `PUT /leads/{id}/pause` does, for up to 1000 leads in one transaction. One result per distinct id, in order, with the end of the pause of before.
   */
  readonly pauseMany: (input: PauseLeads, options?: PostOptions) => Call<PauseLeadsResult>
}

export interface LogMethods {
  /**
   * List who did what, the newest first
   *
   * An entry is written right after an operation has changed something, and when a session begins. It has ids, and neither texts nor secrets. Events and mail that programs report are not in it, nor are conversations that are only marked as read or unread.
   */
  readonly list: (query?: LogListQuery, options?: CallOptions) => Pages<LogPage>
}

export interface MailboxesMethods {
  /**
   * Set the credentials of a sender account
   *
   * Replaces all previous credentials: a field that is left out is removed, so no stored secret is sent to another server. Mails that wait are tried at once. Answers never contain secrets. Hosts must be public, and the ports 25, 465, 587 or 2525 for SMTP, 993 or 143 for IMAP. Without a key to encrypt secrets with, it is a conflict, `encryption_not_configured`.
   */
  readonly connect: (id: number, input: Credentials, options?: WriteOptions) => Call<Account>
  /**
   * Remove the credentials of a sender account
   *
   * The account sends nothing any more, and mails that wait are refused. An account without credentials does not change.
   */
  readonly disconnect: (id: number, options?: WriteOptions) => Call<void>
  /**
   * Read the inbox of a sender account now
   *
   * The answer comes before the inbox is read: `inbox` of the account shows when it was. With `since`, old mail is taken in after everything new, oldest first. What is stored already is recognized. Old mail reports no event, unless it names a mail of ours or is later than the first mail to its lead. While old mail is taken in, a request for later mail changes nothing, and one for earlier mail begins again there. `since` is at most 90 days ago. Where no inbox can be read, it is a conflict, `inbox_not_read`, whose `detail` says what to do.
   */
  readonly sync: (id: number, input?: SyncInbox, options?: CallOptions) => Call<Account>
  /**
   * Log in to the servers of a sender account
   *
   * Sends nothing, reads no mail and changes nothing. The answer is 200 whether the login succeeds or fails.
   */
  readonly test: (id: number, options?: CallOptions) => Call<MailboxTest>
}

export interface NotesMethods {
  /**
   * List the notes of a thread, by ascending id
   *
   * Notes are for colleagues, and never sent.
   */
  readonly list: (query: NotesListQuery, options?: CallOptions) => Pages<NotePage>
  /**
   * Write a note in a thread
   *
   * Its author is the person of the session, or the API key. Answers do not quote it.
   */
  readonly create: (threadId: number, input: NoteText, options?: PostOptions) => Call<Note>
  /**
   * Change the text of a note
   *
   * Only the author may change a note. The conflict is `other_author`.
   */
  readonly update: (id: number, input: NoteText, options?: CallOptions) => Call<Note>
  /**
   * Remove a note
   *
   * Only the author may remove a note. The conflict is `other_author`.
   */
  readonly remove: (id: number, options?: CallOptions) => Call<void>
}

export interface OrganizationMethods {
  /**
   * Get the organization of the key, with its settings
   *
   * Changes nothing.
   */
  readonly find: Reads<[], OrganizationSettings>
  /**
   * Change the settings of the organization
   *
   * Before a tracking domain is stored, Mailroom asks for the record that proves that it belongs to the organization, and sends a request through it, which takes at most 45 seconds. If the record is missing, or the request does not reach this service, nothing changes, and the fault says what to do. Links in mails that were sent before stay valid.
   */
  readonly update: (input: OrganizationPatch, options?: WriteOptions) => Call<OrganizationSettings>
  /**
   * Check the tracking domain of the organization
   *
   * Asks name servers and sends a request through the domain, which takes at most 30 seconds. The answer is 200 whether it works or not.
   */
  readonly trackingDomain: (options?: CallOptions) => Call<TrackingDomainState>
}

export interface OverviewMethods {
  /**
   * Leads, metrics and rates of all campaigns, or of some
   *
   * Deleted campaigns do not count. The default period is all time.
   */
  readonly summary: (query?: OverviewSummaryQuery, options?: CallOptions) => Call<OverviewSummary>
  /**
   * Metrics of all campaigns, or of some, over time
   *
   * Every interval of the period, in order, including those without events. The default period is the last 30 days. `all_time` is from the first day with numbers to today; of more than 3661 days, ask by week or month.
   */
  readonly events: (query?: OverviewEventsQuery, options?: CallOptions) => Call<OverviewEvents>
  /**
   * Metrics of all campaigns, or of some, by sender account
   *
   * The accounts of the campaigns by ascending id, then others with numbers, then `null`. The default period is all time.
   */
  readonly byAccount: (query?: OverviewByAccountQuery, options?: CallOptions) => Call<OverviewByAccount>
  /**
   * Leads, metrics and rates by campaign
   *
   * In the order of creation, also campaigns without numbers. The default period is all time.
   */
  readonly byCampaign: (query?: OverviewByCampaignQuery, options?: CallOptions) => Call<OverviewByCampaign>
}

export interface PeopleMethods {
  /**
   * List the people who work for the organization, by ascending id
   *
   * Passwords are never shown.
   */
  readonly list: (query?: PeopleListQuery, options?: CallOptions) => Pages<PersonPage>
  /**
   * Add a person, and make a link by which the person chooses a password
   *
   * Mailroom sends no mail: give the link to the person. The conflict is `duplicate_person`: another person of the organization has this address. Nobody may give a role above their own.
   */
  readonly create: (input: NewPerson, options?: PostOptions) => Call<InvitedPerson>
  /**
   * Get a person
   *
   * Returns the same fields as the list.
   */
  readonly find: (id: number, options?: CallOptions) => Call<Person>
  /**
   * Change the name or the role of a person; block or unblock the person
   *
   * A new role takes effect within a second. A block ends all sessions of the person. The conflicts are `last_owner`: the organization would have no owner who can sign in, and `signed_in_by_host`: the app that embeds Mailroom signs this person in, and chooses name and role.
   */
  readonly update: (id: number, input: PersonPatch, options?: CallOptions) => Call<Person>
  /**
   * Remove a person
   *
   * All sessions of the person end, and the conversations of the person are assigned to nobody. Notes and the log keep the name. The conflict is `last_owner`: the organization would have no owner who can sign in.
   */
  readonly remove: (id: number, options?: CallOptions) => Call<void>
  /**
   * Make a new link by which a person chooses a password
   *
   * Also for a person who has lost the password: the old password works until the link is used. An earlier link stops working. The conflicts are `person_blocked`: the person is blocked, and `signed_in_by_host`: the app that embeds Mailroom signs this person in.
   */
  readonly invite: (id: number, options?: PostOptions) => Call<InvitedPerson>
}

export interface RepliesMethods {
  /**
   * Answer a conversation
   *
   * The mail goes to the sender of the newest incoming mail, at once or at `send_at`: also outside of windows and limits, and while sending is switched off. The signature of the account stands below it. When the server has accepted it, it is a message of the thread, whose messages are marked as seen at once. Conflicts: `no_recipient`, `recipient_unsubscribed` and `account_not_connected`; `reply` of `GET /unibox/threads/{id}` says so before. With `last_message_id`, an answer that its writer has not seen is a conflict, `newer_message`, and nothing is sent.
   */
  readonly reply: (id: number, input: NewReply, options?: PostOptions) => Call<Send>
  /**
   * Forward a message of a conversation
   *
   * The mail has `body_text` and the signature of the account, below it a header block and the plain text of the message, and its attachments. It goes out at once, as answers do. Then it is a message of the thread, of the kind `forward`. It is no mail to the lead: nothing about the lead changes, and who answers it does not answer as the lead. Conflicts: `recipient_unsubscribed` and `account_not_connected`.
   */
  readonly forward: (threadId: number, id: number, input: NewForward, options?: PostOptions) => Call<Send>
}

export interface ReplyTemplatesMethods {
  /**
   * List the reply templates, by ascending id
   *
   * The bodies are templates: their variables are not replaced.
   */
  readonly list: (query?: ReplyTemplatesListQuery, options?: CallOptions) => Pages<ReplyTemplatePage>
  /**
   * Create a reply template
   *
   * The name of another template, ignoring case, is a conflict, `duplicate_reply_template`. An unknown variable, or `{{` without its end, is a fault of the body.
   */
  readonly create: (input: NewReplyTemplate, options?: PostOptions) => Call<ReplyTemplate>
  /**
   * Get a reply template
   *
   * Returns the same fields as the list.
   */
  readonly find: (id: number, options?: CallOptions) => Call<ReplyTemplate>
  /**
   * Change a reply template
   *
   * The name of another template, ignoring case, is a conflict, `duplicate_reply_template`.
   */
  readonly update: (id: number, input: ReplyTemplatePatch, options?: CallOptions) => Call<ReplyTemplate>
  /**
   * Delete a reply template
   *
   * Answers that began with it stay as they are.
   */
  readonly remove: (id: number, options?: CallOptions) => Call<void>
  /**
   * Fill a reply template for a thread
   *
   * The variables have the values of the lead and of the account of the thread. The text is plain text, for `body_text` of `POST /unibox/threads/{id}/reply`; a variable without a value or default is empty and named in `missing`. Nothing is sent.
   */
  readonly fill: (threadId: number, id: number, options?: CallOptions) => Call<FilledReplyTemplate>
}

export interface SendingMethods {
  /**
   * See what a campaign sends next, and why it sends nothing
   *
   * For each account: the next mail and its instant, or the reason why nothing goes out. Reading changes nothing: two reads give the same instants.
   */
  readonly upcoming: (campaignId: string, options?: CallOptions) => Call<Upcoming>
  /**
   * See how the variants of each step compare
   *
   * For each step with several variants: to how many leads each was sent, how many opened and answered, how many are missing until a variant can win, how sure the difference is, and the decision with its reasons. With a rule, the figures are those that the rule is decided by, from its `since` on.
   */
  readonly comparisons: (campaignId: string, options?: CallOptions) => Call<ComparisonList>
  /**
   * See the mails of the next seven days
   *
   * What the accounts of the organization send by day, campaign and account, the next 100 mails, and up to 100 leads that get none although one is due, each with the reason. It is a forecast: answers, bounces and new leads change it. It looks at 100 accounts, and about 8000 leads, whatever the size of the organization: `accounts_left_out` and `complete_until` say what it leaves out. Reading changes nothing.
   */
  readonly outlook: (query?: SendingOutlookQuery, options?: CallOptions) => Call<Outlook>
  /**
   * Rehearse a campaign
   *
   * Plays the weeks ahead as if the campaign were started now, and returns its calendar: the mails of each day by account and step, when it ends, where it is short of room, and what to look at before the start. Some leads answer, and some mails bounce, as the body assumes; it is always the same ones. It looks at 10 000 leads of the campaign. The accounts' other campaigns take their part of the room. Nothing is stored or sent; links of the steps are opened, unless `check_links` is `false`. For 10 000 leads it takes some seconds.
   */
  readonly rehearse: (campaignId: string, input?: RehearsalInput, options?: CallOptions) => Call<Rehearsal>
  /**
   * Preview the steps of a campaign for a lead
   *
   * Composes the mails as the lead would get them now, and sends nothing. `missing` names the variables that have neither a value nor a default. With `sequence_id`, texts that are not saved are shown in place of the stored ones. To get a mail in a mailbox, use `POST /campaigns/{campaignId}/test`.
   */
  readonly preview: (campaignId: string, input: PreviewInput, options?: CallOptions) => Call<Preview>
}

export interface SendsMethods {
  /**
   * List the mails that Mailroom sends, the newest first
   *
   * All filters apply. A filter for something that does not exist matches no mails. A cursor is valid for the filters with which it was created. `thread_id` lists the answers of a conversation, also those that were not sent. Mails that the host reports with `POST /events` are not listed.
   */
  readonly list: (query?: SendsListQuery, options?: CallOptions) => Pages<SendPage>
  /**
   * Get a mail that Mailroom sends
   *
   * Returns what became of it so far.
   */
  readonly find: Reads<[id: number], Send>
  /**
   * Change when an answer is sent
   *
   * The answer waits for its `send_at`, and gets another one; `null` sends it now. With `If-Match`, a time that somebody else has chosen meanwhile stays. Any other mail is a conflict, `send_not_scheduled`: also an answer that mail of a person has refused meanwhile. A role below `member` moves only its own answers.
   */
  readonly reschedule: (id: number, input: RescheduleSend, options?: WriteOptions) => Call<Send>
  /**
   * Say what became of a mail with an unknown outcome
   *
   * `sent` ends it, and an answer then stands in its thread. `unsent` sends it again, with the same Message-ID; a step that its lead does not get any more, because a later one may have gone out or it was deleted, ends as `refused`. A mail whose outcome is known is a conflict, `send_not_unknown`. A role below `member` resolves only its own answers.
   */
  readonly resolve: (id: number, input: ResolveSend, options?: PostOptions) => Call<Send>
  /**
   * Cancel an answer that waits for its time
   *
   * It becomes `refused` with the `reason` `cancelled`, and keeps its text and files, so that it can be written again: `POST /sends/{id}/discard` discards them. An answer that is being sent, or any other mail, is a conflict, `send_not_scheduled`. A role below `member` cancels only its own answers.
   */
  readonly cancel: (id: number, options?: CallOptions) => Call<Send>
  /**
   * Discard the text of an answer that was refused
   *
   * The text, `body_text`, is kept so that the answer can be written again. Discard it once that is done, or nobody wants to: `GET /sends?kind=reply&outcome=refused` then has it without a text. Discarding it again changes nothing. A later answer in its conversation discards it, too, as soon as it is `sent`. Any other mail is a conflict, `send_not_refused`. A role below `member` discards only its own texts.
   */
  readonly discard: (id: number, options?: CallOptions) => Call<Send>
}

export interface SequencesMethods {
  /**
   * List the steps of a campaign, by position
   *
   * Returns all steps with their variants: a campaign has at most 100 sequences, and a variant is one.
   */
  readonly list: (campaignId: string, options?: CallOptions) => Call<SequenceList>
  /**
   * Append a step to a campaign, or a variant to a step
   *
   * With `variant_of`, each lead gets either that variant or this one, in proportion to the weights. A sequence after the hundredth is a conflict, `too_many_sequences`, and a variant after the fifth, `too_many_variants`.
   */
  readonly create: (campaignId: string, input: NewSequence, options?: PostOptions) => Call<Sequence>
  /**
   * Get a step of a campaign
   *
   * Returns the same fields as the list.
   */
  readonly find: Reads<[campaignId: string, id: number], Sequence>
  /**
   * Change a step, or move it to another position
   *
   * A position after the last one means the last one. Position and delay belong to the step: they change for all its variants. Who was sent a variant keeps it; when a weight is raised, other leads change only to this variant.
   */
  readonly update: (campaignId: string, id: number, input: SequencePatch, options?: WriteOptions) => Call<Sequence>
  /**
   * Delete a step or a variant; the others close up
   *
   * Its metrics stay in analytics. A step goes on with its other variants. If their weights are all 0, it is a conflict, `step_without_weight`.
   */
  readonly remove: (campaignId: string, id: number, options?: CallOptions) => Call<void>
}

export interface SessionMethods {
  /**
   * Get the organization and the access of the API key
   *
   * Shows the organization of a client, and its access.
   */
  readonly find: (options?: CallOptions) => Call<Session>
  /**
   * Begin a session of a person in a browser
   *
   * For the console: the answer sets a cookie that only this server reads. The session belongs to a person with an address and a password, or has the organization and the access of a key. It ends 12 hours after its last use, with the key, or when the person is blocked or gets another password. A wrong password and an unknown address have the same answer, 401; that of an invitation that was used or has expired says so. After ten tries for an address in 15 minutes, or a hundred from a client, it is 429. Programs send a key with each request instead. When the host authenticates, the answer is a conflict, `host_authenticates`.
   */
  readonly begin: (input: SignIn, options?: CallOptions) => Call<void>
  /**
   * End the session of the browser
   *
   * Without a session, the answer is the same. A key is not revoked.
   */
  readonly end: (options?: CallOptions) => Call<void>
  /**
   * Change the password of the person who is signed in
   *
   * All other sessions of the person end. A wrong `current_password` is a conflict, `wrong_password`; a request without a person is one, `no_person`.
   */
  readonly changePassword: (input: PasswordChange, options?: CallOptions) => Call<void>
}

export interface SystemMethods {
  /**
   * Name, version and links
   *
   * Links lead to the documentation, and to the check of readiness.
   */
  readonly about: (options?: CallOptions) => Call<About>
  /**
   * Whether the process answers
   *
   * Does not access storage.
   */
  readonly livez: (options?: CallOptions) => Call<Status>
  /**
   * Whether the process is ready for requests
   *
   * The process is ready when storage answers, at least for some organizations, and can be written, and it is not stopping. Otherwise the answer is 503.
   */
  readonly readyz: (options?: CallOptions) => Call<Readiness>
}

export interface TagsMethods {
  /**
   * Put a reply tag on a lead, or take it off
   *
   * Sets `reply_status_tag_id`, and `reply_status` to the name of the tag. `null` clears both. It is the decision of a person, which no automatic label changes.
   */
  readonly assign: (id: number, input: AssignTag, options?: WriteOptions) => Call<Lead>
  /**
   * List the reply tags, by ascending id
   *
   * An organization has only a few tags; `total` is their number.
   */
  readonly list: (query?: TagsListQuery, options?: CallOptions) => Pages<TagPage>
  /**
   * Create a reply tag
   *
   * The name of another tag, ignoring case, is a conflict, `duplicate_tag`.
   */
  readonly create: (input: NewTag, options?: PostOptions) => Call<Tag>
  /**
   * Get a reply tag
   *
   * Returns the same fields as the list.
   */
  readonly find: (id: number, options?: CallOptions) => Call<Tag>
  /**
   * Rename a reply tag, or change its sentiment
   *
   * The leads with the tag show the new name, and analytics count by the new sentiment. A name that another tag has is a conflict, `duplicate_tag`.
   */
  readonly update: (id: number, input: TagPatch, options?: CallOptions) => Call<Tag>
  /**
   * Delete a reply tag, and take it off its leads
   *
   * If there is no answer, repeat the request: it continues where it stopped.
   */
  readonly remove: (id: number, options?: CallOptions) => Call<void>
}

export interface TestMailsMethods {
  /**
   * Send a test of a step
   *
   * The mail is the one that a lead would get, with `[Test] ` before its subject. It goes to an account of the organization, or to the address `to_email`: an organization sends at most 100 tests to addresses within 24 hours, then they are a conflict, `too_many_tests`. It leaves no event: neither the lead nor analytics change, and its links unsubscribe nobody. A variable without a value is a 400 that names it. An account without credentials is a conflict, `account_not_connected`.
   */
  readonly send: (campaignId: string, input: NewTestMail, options?: PostOptions) => Call<Send>
  /**
   * Send a test of a step to the seed addresses
   *
   * Each address of `seed_addresses` of the organization, except those on the blacklist, gets the mail that a lead would get, with the subject that leads get, because filters judge it. Then look where it arrived: in the inbox, or as spam. All mails are queued, or none: they count as tests to addresses, `too_many_tests`. Without such addresses the call is a conflict, `no_seed_addresses`. Otherwise it is as `POST /campaigns/{campaignId}/test`.
   */
  readonly sendToSeeds: (campaignId: string, input: NewSeedTest, options?: PostOptions) => Call<SeedTests>
}

export interface UniboxMethods {
  /**
   * List the threads of a tab, the newest message first
   *
   * All filters apply. `search` finds a substring, ignoring case and accents, of a message's subject, addresses and names and of the first 2000 characters of its `reply_text`. `tag_id` is the tag of the lead. A filter for something that does not exist matches no threads. A cursor is valid for the filters with which it was created.
   */
  readonly threads: (query: UniboxThreadsQuery, options?: CallOptions) => Pages<ThreadPage>
  /**
   * Change many threads, and undo it
   *
   * Runs in one transaction. `new_message_ids` marks exactly these messages of the threads as new; it excludes `is_new`. A result has the `tab`, `state`, `snoozed_until`, `assigned_to` and `new_message_ids` of before: to undo the request exactly, send them back, the threads with the same values of the first four in one request. Mail that arrived in between is then marked as seen.
   */
  readonly updateMany: (input: UpdateThreads, options?: CallOptions) => Call<UpdateThreadsResult>
  /**
   * List a lead's threads, the newest message first
   *
   * Lists threads of both tabs. A thread without an inbound message is not listed.
   */
  readonly ofLead: (id: number, query?: UniboxOfLeadQuery, options?: CallOptions) => Pages<ThreadPage>
  /**
   * Ask whether any thread has changed
   *
   * `revision` grows whenever a thread changes: its messages, what is new, its tab and state, its lead, campaign or tag. With `If-None-Match` the answer is a 304 as long as nothing has changed. `replies` and `other` count the new threads, `todo` counts the open ones, at most 1000 of each.
   */
  readonly changes: Reads<[], UniboxChanges>
  /**
   * Count the new threads of each tab
   *
   * All filters apply, as in `GET /unibox/threads`; at most 1000 are counted, with `search` at most 100. To check whether anything changed, use `GET /unibox/changes`.
   */
  readonly unread: (query?: UniboxUnreadQuery, options?: CallOptions) => Call<Unread>
  /**
   * Get a thread with its messages
   *
   * The oldest message first; with `order=desc` the newest.
   */
  readonly thread: (id: number, query?: UniboxThreadQuery, options?: CallOptions) => Pages<ThreadWithMessages>
  /**
   * Mark a thread as seen or new; move it to the other tab; put it aside; assign it
   *
   * `is_new: false` marks every message as seen, `true` the newest inbound one as new. A thread that is `done` becomes `open` when mail comes in; one that is `snoozed` also at `snoozed_until`, within a minute.
   */
  readonly update: (id: number, input: ThreadPatch, options?: CallOptions) => Call<Thread>
  /**
   * Say that you are answering a thread
   *
   * Others see it in `answering` of `GET /unibox/threads/{id}` for 30 seconds: repeat it while you write. It locks nothing.
   */
  readonly beginAnswering: (id: number, options?: CallOptions) => Call<void>
  /**
   * Say that you are not answering a thread any more
   *
   * Does nothing if you were not answering it.
   */
  readonly endAnswering: (id: number, options?: CallOptions) => Call<void>
}

export interface UploadsMethods {
  /**
   * Upload a file, to attach it to a mail
   *
   * The body is the file, at most 18 000 000 bytes: mail encodes files, which adds a third to their size, and many servers reject mails of more than 25 MB. `attachments` of `POST /unibox/threads/{id}/reply` and of steps take the `id`. A file that nothing uses is removed after a day. Programs and scripts are rejected, by the extension of `filename`, because mail services reject them.
   */
  readonly create: (file: FileBytes, query: UploadsCreateQuery, options?: PostOptions) => Call<Upload>
  /**
   * Get an upload
   *
   * An upload exists until it is removed, or until its mail was sent: then it is an attachment of a message, with the same id.
   */
  readonly find: (id: number, options?: CallOptions) => Call<Upload>
  /**
   * Delete an upload
   *
   * An upload that a mail or a step uses is a conflict, `upload_in_use`.
   */
  readonly remove: (id: number, options?: CallOptions) => Call<void>
}

export interface VerificationMethods {
  /**
   * Verify the addresses of a campaign's leads
   *
   * The leads are verified in the background, and get a `verification_status`: `GET /campaigns/{campaignId}/verification` shows the progress and the cost. A running verification continues, so a repeated call costs nothing. No mail server is asked: Mailroom checks syntax, DNS and lists. If the operator has set up a verification service, it decides about the rest, at its price.
   */
  readonly verify: (campaignId: string, input?: VerifyLeads, options?: PostOptions) => Call<CampaignVerification>
  /**
   * See how far the verification of a campaign's leads is
   *
   * The price of a lead, the number of leads by `verification_status`, and the last verification with its results and its cost so far.
   */
  readonly find: (campaignId: string, options?: CallOptions) => Call<CampaignVerification>
  /**
   * Stop the verification of a campaign's leads
   *
   * Results that were found stay; up to ten leads whose verification has begun are still verified. One that has ended stays as it is.
   */
  readonly stop: (campaignId: string, options?: CallOptions) => Call<CampaignVerification>
}

export interface KeysListQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface PeopleListQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface AccountsListQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
  /** Only accounts with this status. */
  readonly status?: AccountStatus | undefined
  /** A substring of the address, as given or with its domain in punycode, ignoring case and accents. */
  readonly search?: string | undefined
}

export interface AccountsDnsQuery {
  /** The selector of the DKIM key, as `s=` of a signature says. Default: the usual ones of the provider are tried. */
  readonly selector?: string | undefined
  /** The address of the server that sends for the account, if it is your own. Checked by SPF and PTR. */
  readonly ip?: string | undefined
}

export interface CampaignsListQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: string | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
  /** Only campaigns with this status. */
  readonly status?: CampaignStatus | undefined
  /** A substring of the name, ignoring case and accents. */
  readonly search?: string | undefined
}

export interface LeadsListQuery {
  /** The id of a campaign: a UUID in any case. */
  readonly campaign_id: string
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
  /** A substring of the address, as given or with its domain in punycode, ignoring case and accents. */
  readonly search?: string | undefined
  /** Only leads with this address, ignoring case, with its domain in Unicode or punycode. */
  readonly email?: string | undefined
  /** Only leads with this status. */
  readonly status?: LeadStatus | undefined
  /** `true`: only stopped leads. `false`: only leads that are not stopped. */
  readonly stop_sending?: boolean | undefined
  /** Only leads with this reply tag. */
  readonly tag_id?: number | undefined
  /** Only leads whose address has this status. */
  readonly verification_status?: VerificationStatus | undefined
  /** Only leads created or changed since this instant. */
  readonly updated_since?: string | undefined
  /** Only leads with an event of this type. The other filters of the first event apply to it: with `first_sequence_id`, to the first one of the step. */
  readonly first_event?: FirstEvent | undefined
  /** Only leads whose first event occurred at this instant or later; with `first_event`. */
  readonly first_since?: string | undefined
  /** Only leads whose first event occurred before this instant; with `first_event`. */
  readonly first_until?: string | undefined
  /** Only leads whose first event counts for this account; with `first_event`. */
  readonly first_account_id?: number | undefined
  /** Only leads whose first event counts for this step, or variant; with `first_event`. */
  readonly first_sequence_id?: number | undefined
  /** `true`: only leads whose reply tag is positive. `false`: only leads whose tag is not positive, or that have none. */
  readonly is_positive?: boolean | undefined
  /** The order. Default: by ascending id. Page by `offset`, not by `after_id`. */
  readonly sort?: LeadSort | undefined
  /** What each lead has in addition: its `custom_fields` and `timezone`, its `effective_state`. */
  readonly include?: ReadonlyArray<LeadPart> | undefined
}

export interface LeadsAllQuery {
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
  /** A substring of the address, as given or with its domain in punycode, of first and last name, or of the company, ignoring case and accents. */
  readonly search?: string | undefined
  /** Only leads with this address, ignoring case, with its domain in Unicode or punycode. */
  readonly email?: string | undefined
  /** Only leads with this status. */
  readonly status?: LeadStatus | undefined
  /** `true`: only stopped leads. `false`: only leads that are not stopped. */
  readonly stop_sending?: boolean | undefined
  /** Only leads with this reply tag. */
  readonly tag_id?: number | undefined
  /** Only leads whose address has this status. */
  readonly verification_status?: VerificationStatus | undefined
  /** Only leads created or changed since this instant. */
  readonly updated_since?: string | undefined
  /** Only leads with an event of this type. The other filters of the first event apply to it: with `first_sequence_id`, to the first one of the step. */
  readonly first_event?: FirstEvent | undefined
  /** Only leads whose first event occurred at this instant or later; with `first_event`. */
  readonly first_since?: string | undefined
  /** Only leads whose first event occurred before this instant; with `first_event`. */
  readonly first_until?: string | undefined
  /** Only leads whose first event counts for this account; with `first_event`. */
  readonly first_account_id?: number | undefined
  /** Only leads whose first event counts for this step, or variant; with `first_event`. */
  readonly first_sequence_id?: number | undefined
  /** `true`: only leads whose reply tag is positive. `false`: only leads whose tag is not positive, or that have none. */
  readonly is_positive?: boolean | undefined
  /** Only leads of this campaign. */
  readonly campaign_id?: string | undefined
  /** What each lead has in addition: its `custom_fields` and `timezone`, its `effective_state`. */
  readonly include?: ReadonlyArray<LeadPart> | undefined
}

export interface SendingOutlookQuery {
  /** `mails`, `scheduled` and `held` are those of this day: today or one of the six days after it. Default: the next mails of all seven days. */
  readonly day?: string | undefined
  /** `mails`, `scheduled` and `held` are those of this campaign. */
  readonly campaign_id?: string | undefined
  /** `mails`, `scheduled` and `held` are those of this account. Leads that no account has taken yet are left out. */
  readonly account_id?: number | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: UTC. */
  readonly timezone?: string | undefined
}

export interface SendsListQuery {
  /** Only mails with this outcome. */
  readonly outcome?: SendOutcome | undefined
  /** Only mails of this kind. */
  readonly kind?: SendKind | undefined
  /** Only answers and forwarded messages in this thread of the unibox. Find steps by `lead_id`. */
  readonly thread_id?: number | undefined
  /** Only mails of this account. */
  readonly account_id?: number | undefined
  /** Only mails to this lead. */
  readonly lead_id?: number | undefined
  /** `true`: only answers that wait for their `send_at`, or for their account since then. `false`: only other mails. */
  readonly scheduled?: boolean | undefined
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface UniboxThreadsQuery {
  /** `replies`: threads in which a lead replied. `other`: all other threads with incoming mail. */
  readonly tab: Tab
  /** Only threads in this state. Default: threads in every state. */
  readonly state?: ThreadState | undefined
  /** A substring, ignoring case and accents, of a message's subject, addresses or names, or of the first 2000 characters of its `reply_text`. */
  readonly search?: string | undefined
  /** Only threads of this campaign. */
  readonly campaign_id?: string | undefined
  /** Only threads of this account. */
  readonly account_id?: number | undefined
  /** Only threads of this lead. */
  readonly lead_id?: number | undefined
  /** Only threads whose lead has this reply tag. */
  readonly tag_id?: number | undefined
  /** Only threads that this person takes care of. `me`: the person of the session; `none`: nobody. */
  readonly assigned_to?: Assigned | undefined
  /** `true`: only threads with new messages. `false`: only threads without new messages. */
  readonly is_new?: boolean | undefined
  /** Only threads whose newest message was sent at this instant or later. */
  readonly since?: string | undefined
  /** Only threads whose newest message was sent before this instant. */
  readonly until?: string | undefined
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface UniboxOfLeadQuery {
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface UniboxUnreadQuery {
  /** Only threads in this state. Default: threads in every state. */
  readonly state?: ThreadState | undefined
  /** A substring, ignoring case and accents, of a message's subject, addresses or names, or of the first 2000 characters of its `reply_text`. */
  readonly search?: string | undefined
  /** Only threads of this campaign. */
  readonly campaign_id?: string | undefined
  /** Only threads of this account. */
  readonly account_id?: number | undefined
  /** Only threads of this lead. */
  readonly lead_id?: number | undefined
  /** Only threads whose lead has this reply tag. */
  readonly tag_id?: number | undefined
  /** Only threads that this person takes care of. `me`: the person of the session; `none`: nobody. */
  readonly assigned_to?: Assigned | undefined
  /** Only threads whose newest message was sent at this instant or later. */
  readonly since?: string | undefined
  /** Only threads whose newest message was sent before this instant. */
  readonly until?: string | undefined
}

export interface UniboxThreadQuery {
  /** Default: `asc`, the oldest message first. `desc`: the newest first. */
  readonly order?: MessageOrder | undefined
  /** `reply` is about an answer from this account. Default: the account of the conversation. */
  readonly account_id?: number | undefined
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface NotesListQuery {
  /** The id of a thread. */
  readonly thread_id: number
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface ReplyTemplatesListQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface UploadsCreateQuery {
  /** The name of the file, at most 255 characters; `/`, `\` and control characters become `_`. Names of programs and scripts, such as `.exe`, are rejected, because mail services reject them. */
  readonly filename: string
  /** The media type, without parameters. Default: `application/octet-stream`; then the extension of the name says it in the mail. */
  readonly content_type?: string | undefined
}

export interface TagsListQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface IntakeReceiveQuery {
  /** Whether the mail is known not to be forged, because your provider's authenticated webhook delivered it. */
  readonly vouched?: boolean | undefined
}

export interface ActivityListQuery {
  /** Only events of these types. */
  readonly types?: ReadonlyArray<EventType> | undefined
  /** Only events of this lead. */
  readonly lead_id?: number | undefined
  /** Only events of this campaign. */
  readonly campaign_id?: string | undefined
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface ActivityOfLeadQuery {
  /** Only events of these types. */
  readonly types?: ReadonlyArray<EventType> | undefined
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface AnalyticsSummaryQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
}

export interface AnalyticsEventsQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
  /** Default: `day`. `hour` is allowed for at most seven days. */
  readonly interval?: Interval | undefined
  /** Only the metrics of these event types. */
  readonly types?: ReadonlyArray<EventType> | undefined
}

export interface AnalyticsByAccountQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
}

export interface AnalyticsBySequenceQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
}

export interface AnalyticsByLinkQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
}

export interface OverviewSummaryQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
  /** Only these campaigns: 1 to 200. Default: all. */
  readonly campaign_ids?: ReadonlyArray<string> | undefined
}

export interface OverviewEventsQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
  /** Default: `day`. `hour` is allowed for at most seven days. */
  readonly interval?: Interval | undefined
  /** Only the metrics of these event types. */
  readonly types?: ReadonlyArray<EventType> | undefined
  /** Only these campaigns: 1 to 200. Default: all. */
  readonly campaign_ids?: ReadonlyArray<string> | undefined
}

export interface OverviewByAccountQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
  /** Only these campaigns: 1 to 200. Default: all. */
  readonly campaign_ids?: ReadonlyArray<string> | undefined
}

export interface OverviewByCampaignQuery {
  /** Days up to today, by name. Not together with `start_date` and `end_date`. */
  readonly period?: PeriodPreset | undefined
  /** The first day, `YYYY-MM-DD`, with `end_date`. */
  readonly start_date?: string | undefined
  /** The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`. */
  readonly end_date?: string | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns. */
  readonly timezone?: string | undefined
  /** Only these campaigns: 1 to 200. Default: all. */
  readonly campaign_ids?: ReadonlyArray<string> | undefined
}

export interface ActivityLogQuery {
  /** Only events of these types. */
  readonly types?: ReadonlyArray<EventType> | undefined
  /** Only events of this lead. */
  readonly lead_id?: number | undefined
  /** Only events of mails from this account. */
  readonly account_id?: number | undefined
  /** Only events of this step. */
  readonly sequence_id?: number | undefined
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface BlacklistEmailsQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
  /** A substring of the value, ignoring case. */
  readonly search?: string | undefined
  /** Only entries with this source. */
  readonly source?: BlacklistSource | undefined
}

export interface BlacklistDomainsQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
  /** A substring of the value, ignoring case. */
  readonly search?: string | undefined
  /** Only entries with this source. */
  readonly source?: BlacklistSource | undefined
}

export interface IntegrationsListQuery {
  /** Only rows with a greater id. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface IntegrationsDeliveriesQuery {
  /** Only deliveries in this state. */
  readonly status?: DeliveryStatus | undefined
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

export interface BillingListQuery {
  /** Only rows that come after this one in the order of the list. It does not narrow `total`. */
  readonly after_id?: number | undefined
  /** The number of rows to skip. */
  readonly offset?: number | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
  /** Only rows that are older than this one, by `created_at` and id, in any sort order. It does not narrow `total`. */
  readonly before_id?: number | undefined
  /** Oldest first, or newest first (`-created_at`, the default); rows of the same instant by id. */
  readonly sort?: "created_at" | "-created_at" | undefined
  /** Only rows of this type. */
  readonly type?: TransactionType | undefined
  /** Only rows with this status. */
  readonly status?: TransactionStatus | undefined
  /** Only rows in this currency. */
  readonly currency?: string | undefined
  /** Only rows from this instant on, or from this day on (UTC), by `created_at`. */
  readonly from?: string | undefined
  /** Only rows before this instant, or until the end of this day (UTC), by `created_at`. */
  readonly to?: string | undefined
  /** Only rows of at least this amount, in minor units. */
  readonly min_amount?: number | undefined
  /** Only rows of at most this amount, in minor units. */
  readonly max_amount?: number | undefined
  /** A substring of the description, the reference or the invoice number, ignoring case and accents. */
  readonly search?: string | undefined
}

export interface LogListQuery {
  /** Only what this person did. */
  readonly person_id?: number | undefined
  /** Only operations about this subject: a collection and an id. */
  readonly subject?: string | undefined
  /** Only entries at this instant or later. */
  readonly since?: string | undefined
  /** Only entries before this instant. */
  readonly until?: string | undefined
  /** `next_cursor` of the page before, with the same filters. Opaque. */
  readonly cursor?: string | undefined
  /** The maximum number of rows in a page. */
  readonly limit?: number | undefined
}

/** The name and version of this service. */
export interface About {
  /** The name of the service. */
  readonly name: string
  /** The version of the service. */
  readonly version: string
  /** The URLs `docs`, `openapi` and `health`. */
  readonly links: { readonly [name: string]: string }
}

/** `full`: every operation. `read`: only operations that change nothing. */
export type Access = "full" | "read"

/** A mailbox that the organization sends from. */
export interface Account {
  /** The id of a sender account. */
  readonly id: number
  /** The address that mails come from. */
  readonly email: string
  /** Where the mailbox is. */
  readonly provider: Provider
  /** When the account was created. */
  readonly created_at: string
  /** When a person last changed it. */
  readonly updated_at: string
  /** The settings of a sender account, which people choose. */
  readonly settings: AccountSettings
  /** How its mailbox is reached; `null`: it has no credentials, so Mailroom sends nothing from it. */
  readonly connection: Connection | null
  /** The reading of its inbox; `null`: Mailroom does not read it. */
  readonly inbox: InboxState | null
  /** The current state of the account. Read-only. */
  readonly state: AccountState
}

/** A campaign that sends from an account. */
export interface AccountCampaign {
  /** The id of a campaign: a lower-case UUID. */
  readonly id: string
  /** The name of the campaign. */
  readonly name: string
  /** `draft`: never started. `active`: mails may be sent. `paused`: stopped by a person. `completed`: nothing is left to send. */
  readonly status: CampaignStatus
}

/** A sender account cannot send or receive. */
export interface AccountFailingData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** The account that is failing. */
  readonly account: PayloadAccount
  /** Why the account fails, for people. */
  readonly reason: string
}

/** A sender account cannot send or receive. */
export interface AccountFailingPayload {
  /** What happened. */
  readonly type: "account_failing"
  /** When it happened. */
  readonly timestamp: string
  /** A sender account cannot send or receive. */
  readonly data: AccountFailingData
}

/** The numbers of one account. */
export interface AccountNumbers {
  /** The id of the account. `null`: numbers without a known account. */
  readonly account_id: number | null
  /** The address of the account, also after it is deleted. */
  readonly email: string | null
  /** The counts of the period. */
  readonly metrics: Metrics
  /** Rates from 0 to 1 with four decimals; `null` if the divisor is 0. In a short period more leads may open mail than are contacted; then the rate is 1. If more mails bounce than are sent, `delivery_rate` is 0. */
  readonly rates: Rates
}

/** A page of sender accounts. */
export interface AccountPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<Account>
}

/** The settings of a sender account, which people choose. */
export interface AccountSettings {
  /** The sender's first name. */
  readonly first_name: string
  /** The sender's last name. */
  readonly last_name: string
  /** The maximum number of mails a day; days begin at midnight in `timezone`. */
  readonly daily_limit: number
  /** The minimum time between two mails, in minutes. */
  readonly min_delay_minutes: number
  /** The text below each mail. */
  readonly signature: string
  /** The address for answers; `null`: the address of the account. */
  readonly reply_to: string | null
  /** A name of the IANA time zone database, such as `Europe/Oslo`. */
  readonly timezone: string
  /** Whether the account may send. */
  readonly sending_enabled: boolean
  /** More folders of the inbox to read, as `POST /accounts/{id}/test` shows their names: folders into which rules or people move answers. */
  readonly inbox_folders: ReadonlyArray<string>
  /** Whether Mailroom puts a copy of each sent mail into the folder of sent mail. `auto`: where the server keeps none, which is found out after the first mail. `always`: where the folder has none. `never`: it does not. Google and Microsoft keep copies themselves, so they never get one. */
  readonly sent_copy: SentCopy
  /** Lowers the daily limit of a new mailbox, and raises it day by day. */
  readonly ramp_up: RampUp
}

/** At least one setting. Absent fields stay unchanged. */
export interface AccountSettingsChange {
  /** The sender's first name. */
  readonly first_name?: string | undefined
  /** The sender's last name. */
  readonly last_name?: string | undefined
  /** The maximum number of mails a day; days begin at midnight in `timezone`. */
  readonly daily_limit?: number | undefined
  /** The minimum time between two mails, in minutes. */
  readonly min_delay_minutes?: number | undefined
  /** The text below each mail. It is inserted as it is, so it has no variables. */
  readonly signature?: string | undefined
  /** The address for answers; `null`: the address of the account. */
  readonly reply_to?: string | null | undefined
  /** A name of the IANA time zone database, such as `Europe/Oslo`. */
  readonly timezone?: string | undefined
  /** Whether the account may send. */
  readonly sending_enabled?: boolean | undefined
  /** More folders of the inbox to read, as `POST /accounts/{id}/test` shows their names: folders into which rules or people move answers. */
  readonly inbox_folders?: ReadonlyArray<string> | undefined
  /** Whether Mailroom puts a copy of each sent mail into the folder of sent mail. `auto`: where the server keeps none, which is found out after the first mail. `always`: where the folder has none. `never`: it does not. Google and Microsoft keep copies themselves, so they never get one. */
  readonly sent_copy?: SentCopy | undefined
  /** The ramp-up settings to change; at least one field. */
  readonly ramp_up?: RampUpPatch | undefined
}

/** Settings of a sender account, all of them optional. */
export interface AccountSettingsPatch {
  /** The sender's first name. */
  readonly first_name?: string | undefined
  /** The sender's last name. */
  readonly last_name?: string | undefined
  /** The maximum number of mails a day; days begin at midnight in `timezone`. */
  readonly daily_limit?: number | undefined
  /** The minimum time between two mails, in minutes. */
  readonly min_delay_minutes?: number | undefined
  /** The text below each mail. It is inserted as it is, so it has no variables. */
  readonly signature?: string | undefined
  /** The address for answers; `null`: the address of the account. */
  readonly reply_to?: string | null | undefined
  /** A name of the IANA time zone database, such as `Europe/Oslo`. */
  readonly timezone?: string | undefined
  /** Whether the account may send. */
  readonly sending_enabled?: boolean | undefined
  /** More folders of the inbox to read, as `POST /accounts/{id}/test` shows their names: folders into which rules or people move answers. */
  readonly inbox_folders?: ReadonlyArray<string> | undefined
  /** Whether Mailroom puts a copy of each sent mail into the folder of sent mail. `auto`: where the server keeps none, which is found out after the first mail. `always`: where the folder has none. `never`: it does not. Google and Microsoft keep copies themselves, so they never get one. */
  readonly sent_copy?: SentCopy | undefined
  /** The ramp-up settings to change; at least one field. */
  readonly ramp_up?: RampUpPatch | undefined
}

/** The current state of the account. Read-only. */
export interface AccountState {
  /** Whether the account can send now. `paused`: `sending_enabled` is false. `connection_error`: its servers are not reached, reject the login, or its inbox cannot be read. `sending_error`: its server rejects its mail. `limit_reached`: it may not send more mails today, or its server asks it to wait. */
  readonly status: AccountStatus
  /** Why the account does not send, for people. */
  readonly status_message: string | null
  /** When sending or receiving last failed; `null`: never. */
  readonly last_error_at: string | null
  /** Mails since the day began, in the account's time zone. */
  readonly sent_today: number
  /** The number of mails that it may still send today. */
  readonly remaining_today: number
  /** When the last mail was sent; `null`: never. */
  readonly last_sent_at: string | null
  /** `bounced / sent` of the last seven days, today included, with four decimals; `null` when nothing was sent. */
  readonly bounce_rate_7d: number | null
  /** The campaigns that send from the account, by ascending id. */
  readonly campaigns: ReadonlyArray<AccountCampaign>
}

/** Whether the account can send now. `paused`: `sending_enabled` is false. `connection_error`: its servers are not reached, reject the login, or its inbox cannot be read. `sending_error`: its server rejects its mail. `limit_reached`: it may not send more mails today, or its server asks it to wait. */
export type AccountStatus = "active" | "paused" | "connection_error" | "sending_error" | "limit_reached"

/** A person, an API key, the host or the system. */
export interface Actor {
  /** `host`: the app that embeds Mailroom. `system`: Mailroom itself, or its command line. */
  readonly type: "person" | "key" | "host" | "system"
  /** The id of the person or of the API key; `null` for all others. */
  readonly id: number | null
  /** The name at the time. Empty for the host and the system. */
  readonly name: string
}

/** The numbers of a campaign by account. */
export interface AnalyticsByAccount {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The period of the numbers. */
  readonly period: Period
  /** The numbers of each account: by ascending id, then `null`. */
  readonly data: ReadonlyArray<AccountNumbers>
}

/** The clicks of a campaign by link. */
export interface AnalyticsByLink {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The period of the numbers. */
  readonly period: Period
  /** The 100 links with the most clicks, the most first, then by address. */
  readonly data: ReadonlyArray<LinkNumbers>
}

/** The numbers of a campaign by sequence. */
export interface AnalyticsBySequence {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The period of the numbers. */
  readonly period: Period
  /** The numbers of each sequence: by position and variant, then deleted ones, then `null`. */
  readonly data: ReadonlyArray<SequenceNumbers>
}

/** The metrics of a campaign over time. */
export interface AnalyticsEvents {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The period of the numbers. */
  readonly period: Period
  /** The length of the intervals. */
  readonly interval: Interval
  /** Every interval of the period, in order. */
  readonly data: ReadonlyArray<IntervalMetrics>
  /** The metrics of the whole period. */
  readonly totals: TotalMetrics
}

/** The leads, metrics and rates of a campaign. */
export interface AnalyticsSummary {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The period of the numbers. */
  readonly period: Period
  /** The name of the campaign. */
  readonly campaign_name: string
  /** `draft`: never started. `active`: mails may be sent. `paused`: stopped by a person. `completed`: nothing is left to send. */
  readonly campaign_status: CampaignStatus
  /** The current leads, independent of the period. */
  readonly leads: LeadCounts
  /** The counts of the period. */
  readonly metrics: Metrics
  /** Rates from 0 to 1 with four decimals; `null` if the divisor is 0. In a short period more leads may open mail than are contacted; then the rate is 1. If more mails bounce than are sent, `delivery_rate` is 0. */
  readonly rates: Rates
}

/** Somebody who is answering a thread. */
export interface Answering {
  /** Who is answering. */
  readonly actor: Actor
  /** Until when, unless there is another sign of it. */
  readonly until: string
}

/** The reply tag of a lead. */
export interface AssignTag {
  /** The tag to assign; `null` removes the tag. */
  readonly tag_id: number | null
}

/** The id of a person, `me` or `none`. */
export type Assigned = string

/** An attachment of a message. */
export interface Attachment {
  /** The id of an attachment. */
  readonly id: number
  /** The name that the sender gave it; never a path. */
  readonly filename: string
  /** The extension of the name: without the dot, in lower case; empty when the name has none. */
  readonly ext: string
  /** 0 other, 1 image, 2 document, 3 archive, 4 calendar, 5 message. */
  readonly type: AttachmentType
  /** The Content-ID (RFC 2392) without angle brackets, by which the HTML shows the file: `cid:` and this text, percent-encoded. Absent: it has none. Two files of a message may have the same. */
  readonly content_id?: string | undefined
  /** An absolute URL that opens the file for one hour, without an API key. */
  readonly url: string
}

/** 0 other, 1 image, 2 document, 3 archive, 4 calendar, 5 message. */
export type AttachmentType = 0 | 1 | 2 | 3 | 4 | 5

/** A machine replied, such as an out-of-office notice. */
export interface AutoRepliedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
  /** The text that the author wrote; `null` if it is unknown, for instance for an automatic reply. */
  readonly reply_text: string | null
  /** The thread of the mail; `null` when the reply was reported by `POST /events`. */
  readonly thread_id: number | null
  /** The Message-ID of the mail. */
  readonly message_id: string | null
  /** The day on which the person returns, or the last day of the absence; `null`: the reply names no day, or one that was over. */
  readonly returns_on: string | null
}

/** A machine replied, such as an out-of-office notice. */
export interface AutoRepliedPayload {
  /** What happened. */
  readonly type: "auto_replied"
  /** When it happened. */
  readonly timestamp: string
  /** A machine replied, such as an out-of-office notice. */
  readonly data: AutoRepliedData
}

/** `rule`: the rules of Mailroom. `function`: the `labelReply` of the app that embeds it. `model`: the endpoint that the operator has set up, which gets the redacted text of the answer. */
export type AutomaticLabeller = "rule" | "function" | "model"

/** Entries were added to the blacklist. */
export interface BlacklistAddedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** The kind of entry: an address or a domain. */
  readonly kind: BlacklistKind
  /** The normalized addresses or domains. Empty when only leads changed: existing entries stopped further leads. */
  readonly values: ReadonlyArray<string>
  /** The number of leads that were stopped or resumed. They get no separate `lead_stopped` or `lead_resumed`. */
  readonly leads: number
}

/** Entries were added to the blacklist. */
export interface BlacklistAddedPayload {
  /** What happened. */
  readonly type: "blacklist_added"
  /** When it happened. */
  readonly timestamp: string
  /** Entries were added to the blacklist. */
  readonly data: BlacklistAddedData
}

/** The result for one input. */
export interface BlacklistDomainResult {
  /** The unchanged input. */
  readonly input: string
  /** The result for an input. `existing`: the value was already on the blacklist. */
  readonly status: BlacklistStatus
  /** The id of the entry; `null` without an entry. */
  readonly id: number | null
  /** Why the input is `invalid`. */
  readonly error?: string | undefined
  /** The normalized value; `null` without one. */
  readonly domain: string | null
}

/** The domains to add to the blacklist. */
export interface BlacklistDomains {
  /** 1 to 1000 domains. */
  readonly domains: ReadonlyArray<string>
  /** The reason, for people: at most 500 characters. */
  readonly reason?: string | undefined
}

/** The result of adding domains. */
export interface BlacklistDomainsResult {
  /** The number of new entries. */
  readonly added: number
  /** The number of entries that existed before. */
  readonly existing: number
  /** The number of invalid inputs. */
  readonly invalid: number
  /** The number of stopped leads. */
  readonly leads_stopped: number
  /** One result per input, in order. */
  readonly data: ReadonlyArray<BlacklistDomainResult>
}

/** The result for one input. */
export interface BlacklistEmailResult {
  /** The unchanged input. */
  readonly input: string
  /** The result for an input. `existing`: the value was already on the blacklist. */
  readonly status: BlacklistStatus
  /** The id of the entry; `null` without an entry. */
  readonly id: number | null
  /** Why the input is `invalid`. */
  readonly error?: string | undefined
  /** The normalized value; `null` without one. */
  readonly email: string | null
}

/** The addresses to add to the blacklist. */
export interface BlacklistEmails {
  /** 1 to 1000 addresses. */
  readonly emails: ReadonlyArray<string>
  /** The reason, for people: at most 500 characters. */
  readonly reason?: string | undefined
}

/** The result of adding addresses. */
export interface BlacklistEmailsResult {
  /** The number of new entries. */
  readonly added: number
  /** The number of entries that existed before. */
  readonly existing: number
  /** The number of invalid inputs. */
  readonly invalid: number
  /** The number of stopped leads. */
  readonly leads_stopped: number
  /** One result per input, in order. */
  readonly data: ReadonlyArray<BlacklistEmailResult>
}

/** The kind of entry: an address or a domain. */
export type BlacklistKind = "email" | "domain"

/** Entries were removed from the blacklist. */
export interface BlacklistRemovedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** The kind of entry: an address or a domain. */
  readonly kind: BlacklistKind
  /** The normalized addresses or domains. Empty when only leads changed: existing entries stopped further leads. */
  readonly values: ReadonlyArray<string>
  /** The number of leads that were stopped or resumed. They get no separate `lead_stopped` or `lead_resumed`. */
  readonly leads: number
}

/** Entries were removed from the blacklist. */
export interface BlacklistRemovedPayload {
  /** What happened. */
  readonly type: "blacklist_removed"
  /** When it happened. */
  readonly timestamp: string
  /** Entries were removed from the blacklist. */
  readonly data: BlacklistRemovedData
}

/** The origin of the entry: a person (`manual`), or an event of a lead. */
export type BlacklistSource = "manual" | "bounce" | "unsubscribe" | "complaint"

/** The result for an input. `existing`: the value was already on the blacklist. */
export type BlacklistStatus = "added" | "existing" | "invalid"

/** A domain that is never sent to, with its subdomains. */
export interface BlacklistedDomain {
  /** The id of an entry. */
  readonly id: number
  /** The normalized domain. */
  readonly domain: string
  /** The origin of the entry: a person (`manual`), or an event of a lead. */
  readonly source: BlacklistSource
  /** The reason, for people; `null` if there is none. */
  readonly reason: string | null
  /** The campaign of the event that made the entry; `null` when a person made it. */
  readonly campaign_id: string | null
  /** When a person made the entry or, if an event made it, when the event occurred. */
  readonly created_at: string
}

/** A page of blacklisted domains. */
export interface BlacklistedDomainPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<BlacklistedDomain>
}

/** An address that is never sent to. */
export interface BlacklistedEmail {
  /** The id of an entry. */
  readonly id: number
  /** The normalized address; for Gmail without dots and without a part after a plus, because it covers all spellings. */
  readonly email: string
  /** The origin of the entry: a person (`manual`), or an event of a lead. */
  readonly source: BlacklistSource
  /** The reason, for people; `null` if there is none. */
  readonly reason: string | null
  /** The campaign of the event that made the entry; `null` when a person made it. */
  readonly campaign_id: string | null
  /** When a person made the entry or, if an event made it, when the event occurred. */
  readonly created_at: string
}

/** A page of blacklisted addresses. */
export interface BlacklistedEmailPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<BlacklistedEmail>
}

/** The content of a bounce. */
export interface Bounce {
  /** The failed recipients. Empty when the notice names no recipient. */
  readonly recipients: ReadonlyArray<FailedRecipient>
}

/** Why a mail was not delivered, according to the mail system. */
export type BounceReason = "unknown_address" | "unknown_domain" | "moved" | "mailbox_full" | "mailbox_disabled" | "too_large" | "authentication" | "blocked" | "spam" | "content" | "policy" | "rate_limited" | "expired" | "network" | "system" | "unknown"

/** A mail could not be delivered. */
export interface BouncedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
  /** The address that the mail did not reach. */
  readonly email: string
  /** Whether the address is dead. */
  readonly hard: boolean
  /** The reason: a `BounceReason` such as `unknown_address`, or the text that the host reported. */
  readonly reason: string | null
}

/** A mail could not be delivered. */
export interface BouncedPayload {
  /** What happened. */
  readonly type: "bounced"
  /** When it happened. */
  readonly timestamp: string
  /** A mail could not be delivered. */
  readonly data: BouncedData
}

/** Leads, the steps that are sent to them, and the settings of both. */
export interface Campaign {
  /** The id of a campaign: a lower-case UUID. */
  readonly id: string
  /** 1 to 200 characters, not only white space. */
  readonly name: string
  /** `draft`: never started. `active`: mails may be sent. `paused`: stopped by a person. `completed`: nothing is left to send. */
  readonly status: CampaignStatus
  /** Why Mailroom paused the campaign; `null` when a person chose the status. Cleared by the next start. */
  readonly status_reason: CampaignStatusReason | null
  /** A name of the IANA time zone database, such as `Europe/Oslo`. */
  readonly timezone: string
  /** The days and hours at which the campaign sends, in its time zone. */
  readonly send_window: SendWindow
  /** The clock that the window and the delays of steps follow: that of the campaign (`campaign`), or that of each lead (`lead`). */
  readonly window_zone: WindowZone
  /** Nothing is sent on the public holidays of this country, such as `NO`, or part of a country, such as `DE-BY`; `null`: holidays are days like others. */
  readonly holidays: string | null
  /** Further days on which nothing is sent; at most 100. */
  readonly skip_days: ReadonlyArray<string>
  /** The maximum number of first messages a day. */
  readonly daily_limit: number
  /** Whether a human reply stops sending to its lead. */
  readonly stop_on_reply: boolean
  /** Whether an automatic reply stops sending to its lead. */
  readonly stop_on_auto_reply: boolean
  /** What a reply that stops its lead, or an unsubscription, stops: only the lead (`campaign`), its address in all campaigns (`organization`), or also its colleagues (`company`). */
  readonly stop_scope: StopScope
  /** Whether the mails that Mailroom sends have an image by which opens are counted. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). */
  readonly track_opens: boolean
  /** Whether the links in the mails that Mailroom sends lead through Mailroom, which counts clicks. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). */
  readonly track_clicks: boolean
  /** Whether mails have the header `List-Unsubscribe`, which mail programs show as a button. */
  readonly unsubscribe_header: boolean
  /** The campaign is paused when this percentage of its mails of the last seven days bounced, of at least 50; `null`: never. */
  readonly bounce_limit: number | null
  /** The percentage of the mails of an account and a day that goes to new leads at least, while follow-ups and new leads wait; `0`: new leads wait until no follow-up is due. */
  readonly new_lead_share: number
  /** The `verification_status` that a lead needs for its first mail. An `invalid` address never gets one. */
  readonly required_verification: RequiredVerification
  /** The sender accounts, by ascending id; at most 500. */
  readonly account_ids: ReadonlyArray<number>
  /** The rules by which leads move to other campaigns, at most 20. A lead moves once, by the rule that is due first; at the same instant, by the first one. */
  readonly moves: ReadonlyArray<MoveRule>
  /** The number of leads of the campaign. */
  readonly lead_count: number
  /** When the campaign was created. */
  readonly created_at: string
  /** When the campaign last changed. */
  readonly updated_at: string
}

/** A campaign has nothing left to send. */
export interface CampaignCompletedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A campaign has nothing left to send. */
export interface CampaignCompletedPayload {
  /** What happened. */
  readonly type: "campaign_completed"
  /** When it happened. */
  readonly timestamp: string
  /** A campaign has nothing left to send. */
  readonly data: CampaignCompletedData
}

/** The numbers of a campaign in a list. */
export interface CampaignCounts {
  /** The current leads. */
  readonly leads: LeadCounts
  /** All mails sent: the metric `sent` for `all_time`. */
  readonly sent: number
  /** All human replies: the metric `replied` for `all_time`. */
  readonly replied: number
  /** All bounces: the metric `bounced` for `all_time`. */
  readonly bounced: number
}

/** A missing requirement for the start of a campaign. `invalid_step`: the text of a step uses an unknown variable, or a link that may not be in a mail. `missing_file`: a file of a step is not there any more. `files_too_large`: with its files, the mail of a step would have more than 25 000 000 bytes. `no_public_url`: a step has `{{unsubscribe_link}}`, but the service does not know its public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). `untracked_condition`: a step after the first has a condition about opens or clicks, but the campaign does not track them (`track_opens`, `track_clicks`), or the service does not know its public URL. `no_inbound`: the campaign has several steps, but nobody would see an answer before the next one: the inbox of an account that sends is not read, and the host does not hand in mail (`MAILROOM_INBOUND=host`, or `inbound: "host"` of `createMailroom`). The last three concern only campaigns that Mailroom sends. */
export type CampaignIssue = "no_account" | "no_sequence" | "no_lead" | "invalid_step" | "missing_file" | "files_too_large" | "no_public_url" | "untracked_condition" | "no_inbound"

/** The numbers of one campaign. */
export interface CampaignNumbers {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The name of the campaign. */
  readonly campaign_name: string
  /** `draft`: never started. `active`: mails may be sent. `paused`: stopped by a person. `completed`: nothing is left to send. */
  readonly campaign_status: CampaignStatus
  /** The current leads, independent of the period. */
  readonly leads: LeadCounts
  /** The counts of the period. */
  readonly metrics: Metrics
  /** Rates from 0 to 1 with four decimals; `null` if the divisor is 0. In a short period more leads may open mail than are contacted; then the rate is 1. If more mails bounce than are sent, `delivery_rate` is 0. */
  readonly rates: Rates
}

/** A page of campaigns. */
export interface CampaignPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<ListedCampaign>
}

/** The changes of a campaign, in every status. Absent fields stay unchanged. */
export interface CampaignPatch {
  /** 1 to 200 characters, not only white space. */
  readonly name?: string | undefined
  /** A name of the IANA time zone database, such as `Europe/Oslo`. */
  readonly timezone?: string | undefined
  /** The days and hours at which the campaign sends, in its time zone. */
  readonly send_window?: SendWindow | undefined
  /** The clock that the window and the delays of steps follow: that of the campaign (`campaign`), or that of each lead (`lead`). */
  readonly window_zone?: WindowZone | undefined
  /** Nothing is sent on the public holidays of this country, such as `NO`, or part of a country, such as `DE-BY`; `null`: holidays are days like others. */
  readonly holidays?: string | null | undefined
  /** Further days on which nothing is sent; at most 100. */
  readonly skip_days?: ReadonlyArray<string> | undefined
  /** The maximum number of first messages a day. */
  readonly daily_limit?: number | undefined
  /** Whether a human reply stops sending to its lead. */
  readonly stop_on_reply?: boolean | undefined
  /** Whether an automatic reply stops sending to its lead. */
  readonly stop_on_auto_reply?: boolean | undefined
  /** What a reply that stops its lead, or an unsubscription, stops: only the lead (`campaign`), its address in all campaigns (`organization`), or also its colleagues (`company`). */
  readonly stop_scope?: StopScope | undefined
  /** Whether the mails that Mailroom sends have an image by which opens are counted. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). */
  readonly track_opens?: boolean | undefined
  /** Whether the links in the mails that Mailroom sends lead through Mailroom, which counts clicks. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). */
  readonly track_clicks?: boolean | undefined
  /** Whether mails have the header `List-Unsubscribe`, which mail programs show as a button. */
  readonly unsubscribe_header?: boolean | undefined
  /** The campaign is paused when this percentage of its mails of the last seven days bounced, of at least 50; `null`: never. */
  readonly bounce_limit?: number | null | undefined
  /** The percentage of the mails of an account and a day that goes to new leads at least, while follow-ups and new leads wait; `0`: new leads wait until no follow-up is due. */
  readonly new_lead_share?: number | undefined
  /** The `verification_status` that a lead needs for its first mail. An `invalid` address never gets one. */
  readonly required_verification?: RequiredVerification | undefined
  /** The sender accounts, by ascending id; at most 500. */
  readonly account_ids?: ReadonlyArray<number> | undefined
  /** The rules by which leads move to other campaigns, at most 20. A lead moves once, by the rule that is due first; at the same instant, by the first one. */
  readonly moves?: ReadonlyArray<MoveRule> | undefined
}

/** A campaign was paused. */
export interface CampaignPausedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
  /** Why Mailroom paused the campaign; `null`: a person did. */
  readonly reason: CampaignStatusReason | null
}

/** A campaign was paused. */
export interface CampaignPausedPayload {
  /** What happened. */
  readonly type: "campaign_paused"
  /** When it happened. */
  readonly timestamp: string
  /** A campaign was paused. */
  readonly data: CampaignPausedData
}

/** A campaign was started. */
export interface CampaignStartedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A campaign was started. */
export interface CampaignStartedPayload {
  /** What happened. */
  readonly type: "campaign_started"
  /** When it happened. */
  readonly timestamp: string
  /** A campaign was started. */
  readonly data: CampaignStartedData
}

/** `draft`: never started. `active`: mails may be sent. `paused`: stopped by a person. `completed`: nothing is left to send. */
export type CampaignStatus = "draft" | "active" | "paused" | "completed"

/** Why Mailroom paused a campaign. `bounces`: too many of its mails bounced (`bounce_limit`). `moved`: it was active when its organization was imported from another database. */
export type CampaignStatusReason = "bounces" | "moved"

/** The verification of a campaign's leads: what one costs, and how far the last one is. */
export interface CampaignVerification {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** Who decides about an address. `mailroom`: its own check of syntax, DNS and lists. `zerobounce`, `neverbounce`: the service. `host`: the app in whose process Mailroom runs. */
  readonly verifier: VerifierName
  /** The highest cost of one lead, in credits of the service; 0: nothing is charged. */
  readonly price: number
  /** The leads of the campaign now. */
  readonly leads: VerificationCounts
  /** The last verification; `null`: there was none. */
  readonly run: VerificationRun | null
}

/** A change of all leads that pass filters. */
export interface ChangeMatching {
  /** The filters that a lead must pass: at least one. */
  readonly filter: MatchingFilter
  /** `stop` and `resume` are decisions of a person about sending. `pause` waits until an instant. `tag` sets the reply tag. `delete` and `erase` are those of `DELETE /leads`, without and with `erase`. */
  readonly action: LeadAction
  /** The tag to set; `null` takes the tag off. Required with the action `tag`, and not allowed with others. */
  readonly tag_id?: number | null | undefined
  /** The leads get no mail before this instant, which is in the future; `null` ends their pauses. Required with the action `pause`, and not allowed with others. */
  readonly until?: string | null | undefined
  /** `next_before_id` of the call before. Without it, the call begins with the newest lead. */
  readonly before_id?: number | undefined
  /** The most leads to look at in this call: 1 to 1000, which is the default; `erase` takes 100 at most. */
  readonly limit?: number | undefined
}

/** The progress of a change of all leads that pass filters. */
export interface ChangedMatching {
  /** The number of leads that this call has changed or removed, or that were as wanted. */
  readonly changed: number
  /** Call again with it as `before_id` for the next leads; `null`: all leads that pass are done. */
  readonly next_before_id: number | null
}

/** A lead clicked a link. */
export interface ClickedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A lead clicked a link. */
export interface ClickedPayload {
  /** What happened. */
  readonly type: "clicked"
  /** When it happened. */
  readonly timestamp: string
  /** A lead clicked a link. */
  readonly data: ClickedData
}

/** The lead whose answer stopped its colleagues. */
export interface Colleague {
  /** The id of a lead. */
  readonly lead_id: number
  /** Its address; `null`: the lead was deleted. */
  readonly email: string | null
}

/** A variant of a step, with its figures so far. */
export interface ComparedVariant {
  /** The id of a step. */
  readonly sequence_id: number
  /** The letter of a variant of a step. It stays the same when other variants are deleted. */
  readonly variant: Variant
  /** The share of the leads that get this variant of the step, relative to the weights of the others; 0 to 100. Of `0`, no lead gets it that was not sent it before. */
  readonly weight: number
  /** The leads to whom the variant was sent. */
  readonly contacted: number
  /** The leads that opened it for the first time, without openings by machines. */
  readonly opened: number
  /** The leads to whom it was sent and who reached the goal; without a rule, who answered. */
  readonly answered: number
  /** The number of leads to whom the variant must still be sent before a variant can win. 0 without a rule, and with weight 0. */
  readonly missing: number
}

/** The variants of a step with their figures so far, and what is known of a winner. */
export interface Comparison {
  /** The position of the step. */
  readonly position: number
  /** `not_compared`: the step has no rule, or only one variant has a weight. `collecting`: a variant was not sent to enough leads, see `missing`. `undecided`: each answer may decide. `decided`: `won` says which variant. */
  readonly state: "not_compared" | "collecting" | "undecided" | "decided"
  /** The rule. Figures of the variants count from its `since` on. `null`: there is none, and the figures are those of all time. */
  readonly winner_rule: WinnerRule | null
  /** The variants of the step, by letter. */
  readonly variants: ReadonlyArray<ComparedVariant>
  /** The variant with the highest share of leads that reached the goal; `null`: several have it, or nothing is compared. Of a decided step, the winner. */
  readonly leader: Variant | null
  /** How surely `leader` is better than each other variant: 0 to 1. It wins at 0.95 or more. You may look as often as you like. `null`: nothing is compared. Of a decided step, that of the decision. */
  readonly certainty: number | null
  /** The decision. `null`: no variant has won. */
  readonly won: Winner | null
}

/** The comparisons of variants of a campaign. */
export interface ComparisonList {
  /** The steps that have several variants, by position. */
  readonly data: ReadonlyArray<Comparison>
}

/** A lead reported a mail as spam. */
export interface ComplainedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A lead reported a mail as spam. */
export interface ComplainedPayload {
  /** What happened. */
  readonly type: "complained"
  /** When it happened. */
  readonly timestamp: string
  /** A lead reported a mail as spam. */
  readonly data: ComplainedData
}

/** A condition of a step, which is looked at once: when the delay of the step is over. */
export interface Condition {
  /** What must be true when a step is due. `opened` and `clicked`: the lead has opened a mail of the campaign, or clicked a link, until then. `not_opened` and `not_clicked`: it has not. A click is an opening, too; what machines open is none. */
  readonly kind: ConditionKind
  /** What follows if it is not true. `skip`: the next step, whose delay counts from then on. `end`: the lead gets no further step. */
  readonly otherwise: "skip" | "end"
}

/** A step that a lead gets only if its condition becomes true. It is not true so far. */
export interface ConditionAhead {
  /** The id of a step. */
  readonly sequence_id: number
  /** The position of the step. */
  readonly position: number
  /** A condition of a step, which is looked at once: when the delay of the step is over. */
  readonly condition: Condition
  /** When the step is due. The lead gets it then if the condition has become true. */
  readonly due_at: string
}

/** What must be true when a step is due. `opened` and `clicked`: the lead has opened a mail of the campaign, or clicked a link, until then. `not_opened` and `not_clicked`: it has not. A click is an opening, too; what machines open is none. */
export type ConditionKind = "opened" | "not_opened" | "clicked" | "not_clicked"

/** The reason why a request conflicts with stored data: the `reason` of a `conflict`. */
export type ConflictReason = "account_not_connected" | "answer_not_kept" | "duplicate_lead" | "duplicate_person" | "duplicate_account" | "duplicate_reference" | "duplicate_reply_template" | "duplicate_tag" | "encryption_not_configured" | "host_authenticates" | "inbox_not_read" | "last_owner" | "no_person" | "other_author" | "person_blocked" | "signed_in_by_host" | "wrong_password" | "too_many_integrations" | "too_many_sequences" | "too_many_tests" | "too_many_variants" | "step_without_weight" | "campaign_active" | "campaign_not_active" | "campaign_not_ready" | "newer_message" | "no_recipient" | "no_seed_addresses" | "recipient_unsubscribed" | "send_not_refused" | "send_not_scheduled" | "send_not_unknown" | "upload_in_use"

/** How the mailbox of an account is reached. Secrets are never shown. */
export interface Connection {
  /** The server that mails are sent through. */
  readonly smtp: SmtpConnection
  /** `null`: the inbox is not read. */
  readonly imap: ImapConnection | null
}

/** The result of the test of a connection. */
export interface ConnectionTest {
  /** Whether the login worked. */
  readonly success: boolean
  /** The reason of the failure, for people; `null` after a success. */
  readonly error: string | null
  /** How long the test took, in milliseconds. */
  readonly response_time_ms: number
}

/** A person is written to by one campaign at a time: no campaign sends a first mail to an address, in any spelling that reaches the same mailbox, while another active campaign has more steps for it, or before the gap has passed. */
export interface ContactRule {
  /** So many times 24 hours pass between the last mail of one campaign and the first of the next one. */
  readonly gap_days: number
}

/** The entry of the blacklist that covers an address. */
export interface CoveringEntry {
  /** The id of an entry. */
  readonly id: number
  /** The kind of entry: an address or a domain. */
  readonly kind: BlacklistKind
  /** The normalized address or domain. */
  readonly value: string
  /** The origin of the entry: a person (`manual`), or an event of a lead. */
  readonly source: BlacklistSource
}

/** The result of one input. */
export interface CreateLeadResult {
  /** The index of the input in the request, from 0. */
  readonly index: number
  /** The id of the new lead, or of the lead that already has the address. */
  readonly id: number | null
  /** The result of an input. `duplicate`: the campaign already has the address. `blacklisted`: created, and stopped at once. */
  readonly status: CreateLeadStatus
  /** Why the input is `invalid`. Pointers are relative to the input. */
  readonly errors?: ReadonlyArray<Fault> | undefined
}

/** The result of an input. `duplicate`: the campaign already has the address. `blacklisted`: created, and stopped at once. */
export type CreateLeadStatus = "created" | "updated" | "duplicate" | "blacklisted" | "invalid"

/** Leads to add to a campaign. */
export interface CreateLeads {
  /** The campaign that the leads belong to. */
  readonly campaign_id: string
  /** 1 to 1000 leads. Each is checked separately, so an invalid one does not affect the others. */
  readonly leads: ReadonlyArray<NewLead>
  /** Default: `skip`. */
  readonly on_duplicate?: OnDuplicate | undefined
  /** Whether the leads of the campaign that are `not_verified` are verified now, in the background: see `POST /campaigns/{campaignId}/verify`. Default: `false`. */
  readonly verify?: boolean | undefined
  /** Whether to say only what would happen: nothing is stored, and a lead that would be new has the id `null`. Default: `false`. */
  readonly dry_run?: boolean | undefined
}

/** The result of adding leads. */
export interface CreateLeadsResult {
  /** The number of created leads. */
  readonly created: number
  /** The number of updated leads. */
  readonly updated: number
  /** The number of inputs that were neither created nor updated. */
  readonly skipped: number
  /** One result per input, in order. */
  readonly data: ReadonlyArray<CreateLeadResult>
}

/** How to reach the mailbox of an account. It replaces the previous credentials as a whole, so no stored secret is ever sent to another server. */
export interface Credentials {
  /** The server that mails are sent through. */
  readonly smtp: SmtpCredentials
  /** Default: the inbox is not read. */
  readonly imap?: ImapCredentials | undefined
}

/** What the delay of a step counts. `days`: calendar days. `business_days`: days on which the campaign sends: those of `send_window.days` that are neither holidays nor in `skip_days`. */
export type DelayUnit = "days" | "business_days"

/** The result for one account. */
export interface DeleteAccountResult {
  /** The id of a sender account. */
  readonly id: number
  /** The result of the deletion. */
  readonly status: DeletionStatus
}

/** The accounts to delete. */
export interface DeleteAccounts {
  /** 1 to 500 ids; repeated ids count once. */
  readonly ids?: ReadonlyArray<number> | undefined
}

/** The result of a change of several accounts. */
export interface DeleteAccountsResult {
  /** The number of deleted accounts. */
  readonly deleted: number
  /** The number of ids without an account in the organization. */
  readonly failed: number
  /** One result per distinct id, in order. */
  readonly data: ReadonlyArray<DeleteAccountResult>
}

/** The result for one lead. */
export interface DeleteLeadResult {
  /** The id of a lead. */
  readonly id: number
  /** The result of the deletion. */
  readonly status: DeletionStatus
}

/** The leads to delete. */
export interface DeleteLeads {
  /** 1 to 1000 ids; repeated ids count once. */
  readonly ids?: ReadonlyArray<number> | undefined
  /** Also erases their mail, its attachments, stored deliveries, kept answers, and the personal data in their events. */
  readonly erase?: boolean | undefined
}

/** The result of deleting leads. */
export interface DeleteLeadsResult {
  /** The number of deleted leads. */
  readonly deleted: number
  /** The number of ids without a lead in the organization. */
  readonly not_found: number
  /** One result per distinct id, in order. */
  readonly data: ReadonlyArray<DeleteLeadResult>
}

/** The result of the deletion. */
export type DeletionStatus = "deleted" | "not_found"

/** The lead's mail system accepted a mail. */
export interface DeliveredData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** The lead's mail system accepted a mail. */
export interface DeliveredPayload {
  /** What happened. */
  readonly type: "delivered"
  /** When it happened. */
  readonly timestamp: string
  /** The lead's mail system accepted a mail. */
  readonly data: DeliveredData
}

/** One notification for one integration, with its tries. */
export interface Delivery {
  /** The id of a delivery. */
  readonly id: number
  /** The type of the notification. */
  readonly event: NotificationType
  /** `failed`: there are no further tries, unless a person requests one. */
  readonly status: DeliveryStatus
  /** The number of tries since it was created, or since a person requested it again. */
  readonly attempts: number
  /** When it is tried next; `null` unless it is pending. */
  readonly next_attempt_at: string | null
  /** The last answer; `null` when none came. */
  readonly response: DeliveryResponse | null
  /** When it was created. */
  readonly created_at: string
}

/** A delivery with its payload and its tries. */
export interface DeliveryDetails {
  /** The id of a delivery. */
  readonly id: number
  /** The type of the notification. */
  readonly event: NotificationType
  /** `failed`: there are no further tries, unless a person requests one. */
  readonly status: DeliveryStatus
  /** The number of tries since it was created, or since a person requested it again. */
  readonly attempts: number
  /** When it is tried next; `null` unless it is pending. */
  readonly next_attempt_at: string | null
  /** The last answer; `null` when none came. */
  readonly response: DeliveryResponse | null
  /** When it was created. */
  readonly created_at: string
  /** What each try sends: `type`, `timestamp` and `data`. */
  readonly payload: { readonly [name: string]: unknown }
  /** The last 16 tries, the oldest first: also those before a person requested it again. */
  readonly tries: ReadonlyArray<DeliveryTry>
}

/** A page of deliveries. */
export interface DeliveryPage {
  /** The rows of the page. */
  readonly data: ReadonlyArray<Delivery>
  /** Whether there is another page. */
  readonly has_more: boolean
  /** The `cursor` of the next page; absent on the last page. */
  readonly next_cursor?: string | undefined
}

/** The last answer of a receiver. */
export interface DeliveryResponse {
  /** The HTTP status. */
  readonly status_code: number
  /** The first 4 KiB, without the secrets of the config. */
  readonly body: string
  /** How long the answer took, in milliseconds. */
  readonly duration_ms: number
}

/** `failed`: there are no further tries, unless a person requests one. */
export type DeliveryStatus = "pending" | "delivered" | "failed"

/** One try of a delivery. */
export interface DeliveryTry {
  /** When the try began. */
  readonly at: string
  /** The HTTP status of the last answer; `null` when none came. */
  readonly status_code: number | null
  /** Why the try failed; `null` if it succeeded. */
  readonly error: string | null
  /** How long the try took, in milliseconds. */
  readonly duration_ms: number
  /** The first 4 KiB of the last answer, without the secrets of the config; `null` when none came. */
  readonly body: string | null
}

/** One check of the DNS. */
export interface DnsCheck {
  /** The subject of the check. `alignment`: whether DMARC accepts the mail by DKIM or SPF. */
  readonly check: "mx" | "spf" | "dkim" | "dmarc" | "alignment" | "ptr" | "blacklist"
  /** `error`: receivers may reject mail, or answers do not arrive. `warning`: mail arrives, but should be set up better. `unknown`: the name servers did not answer. `not_applicable`: nothing is to be set. */
  readonly status: DnsStatus
  /** The finding of a check, for programs; `docs/dns.md` explains each. */
  readonly result: DnsResult
  /** The finding and the cure, for people, in one line. */
  readonly message: string
  /** The record to publish, in place of the one that is found. */
  readonly publish: DnsRecord | null
  /** The records that the check is about: at most 10, each cut at 500 characters. */
  readonly found: ReadonlyArray<string>
}

/** A record to publish in the DNS. */
export interface DnsRecord {
  /** The type of the record. */
  readonly type: "CNAME" | "MX" | "PTR" | "TXT"
  /** The full name of the record, without a trailing dot. */
  readonly name: string
  /** The value. A part in `<…>` is to be filled in. */
  readonly value: string
}

/** The findings about the DNS of the domain that an account sends from. */
export interface DnsReport {
  /** The id of a sender account. */
  readonly account_id: number
  /** The domain of the account's address, in ASCII. */
  readonly domain: string
  /** The domain below the public suffix, which DMARC compares. */
  readonly organizational_domain: string
  /** When the name servers were asked. */
  readonly checked_at: string
  /** The worst status of the checks: `error`, then `unknown`, then `warning`. */
  readonly status: DnsStatus
  /** All checks, always in the same order. */
  readonly checks: ReadonlyArray<DnsCheck>
}

/** The finding of a check, for programs; `docs/dns.md` explains each. */
export type DnsResult = "ok" | "no_record" | "server_failed" | "timed_out" | "not_configured" | "several_records" | "invalid_record" | "too_many_lookups" | "too_many_void_lookups" | "included_domain_failed" | "provider_missing" | "address_not_allowed" | "allows_everyone" | "no_default" | "no_mail" | "revoked_key" | "short_key" | "weak_key" | "test_key" | "not_aligned" | "only_spf" | "name_mismatch" | "blacklisted" | "not_applicable"

/** `error`: receivers may reject mail, or answers do not arrive. `warning`: mail arrives, but should be set up better. `unknown`: the name servers did not answer. `not_applicable`: nothing is to be set. */
export type DnsStatus = "ok" | "warning" | "error" | "unknown" | "not_applicable"

/** A record of the DNS. */
export interface DomainRecord {
  /** The full name of the record, without a trailing dot. */
  readonly name: string
  /** The type of the record. */
  readonly type: "CNAME" | "A" | "AAAA" | "TXT"
  /** The value. */
  readonly value: string
}

/** The settings of a copy that differ. */
export interface DuplicateCampaign {
  /** The name of the copy. Default: the name of the campaign with ` (copy)`. */
  readonly name?: string | undefined
}

/** Whether a lead may be mailed, or what stands in the way, by the rules that decide about each mail. */
export interface EffectiveState {
  /** Whether nothing stands in the way. Windows, limits and the pace only say when a mail goes out: they do not count. */
  readonly may_be_mailed: boolean
  /** The reason that wins; `null`: the lead may be mailed. */
  readonly reason: SendingReason | null
  /** All reasons, the one that wins first. To resume the lead removes `lead_stopped` only: the others stay. */
  readonly obstacles: ReadonlyArray<SendingReason>
  /** When the pause of the lead ends; `null`: it does not wait. */
  readonly paused_until: string | null
  /** Who decided that it waits; `null`: it does not wait. */
  readonly paused_by: PausedBy | null
  /** The campaign that writes to the person, or did so within the gap of `contact_rule`; `null`: that is no obstacle. */
  readonly other_campaign_id: string | null
  /** The colleague who answered, while `stop_sending_type` is `colleague`; else `null`. */
  readonly stopped_by: Colleague | null
  /** When the window is open for the lead: it is no obstacle. `null`: the campaign is being deleted. */
  readonly window: LeadWindow | null
  /** The next step of the lead, if its condition is not true so far and can still become true; else `null`. */
  readonly waits_for: ConditionAhead | null
  /** The step and its variables without a value, if the reason is `missing_variable`; else `null`. */
  readonly missing: MissingValues | null
  /** The step that the lead gets next, but with `waits_for` only if the condition of that step becomes true; `null`: something else than a pause stands in the way. */
  readonly next_step: StepAhead | null
  /** The move to another campaign that is ahead, as the lead is now; `null`: it stays, or was moved before. */
  readonly next_move: MoveAhead | null
  /** The entry of the blacklist that covers the address: that of the address, else that of the longest domain; `null`: none does. */
  readonly entry: CoveringEntry | null
}

/** An event of a lead. */
export interface Event {
  /** The id of an event. */
  readonly id: number
  /** The type of the event. */
  readonly type: EventType
  /** The instant of the event. */
  readonly occurred_at: string
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The id of a lead. */
  readonly lead_id: number
  /** The account that sent the mail; `null` when unknown. */
  readonly account_id: number | null
  /** The step that sent the mail; `null` when unknown. */
  readonly sequence_id: number | null
  /** The Message-ID of the mail; `null` when unknown. */
  readonly message_id: string | null
  /** Details of an event: the text of a reply, the status of a bounce (RFC 3463). */
  readonly data: EventData
  /** The current data of the lead; absent if it was removed. */
  readonly lead?: EventLead | undefined
}

/** Details of an event: the text of a reply, the status of a bounce (RFC 3463). */
export interface EventData {
  /** For `replied`: the text that the person wrote, without quoted mail. */
  readonly reply_text?: string | undefined
  /** For `auto_replied`: the day on which the person returns, `YYYY-MM-DD`, or the last day of the absence if the reply names only that. Absent when it names no day, or one that was over. */
  readonly returns_on?: string | undefined
  /** For a bounce: the enhanced status code, such as `5.1.1`. */
  readonly status?: string | undefined
  /** For `bounced`: whether the address is dead. Default: `true`, unless the status is a policy rejection (5.7). */
  readonly hard?: boolean | undefined
  /** For a bounce, an unsubscription or a complaint: the reason. */
  readonly reason?: string | undefined
  /** For `clicked`: the link. */
  readonly url?: string | undefined
  /** For a bounce, a complaint or an unsubscription: the address that it concerns, if the lead now has another address. */
  readonly email?: string | undefined
  /** For `unsubscribed`: `reply` when a person asked for it in the words of a mail. */
  readonly source?: "reply" | undefined
  /** For events from incoming mail. A `plausible` event never puts an address on the blacklist, except a person's request to stop (`source` is `reply`). Without this field, the reporter is trusted. */
  readonly trust?: "verified" | "plausible" | undefined
}

/** The lead of an event in a list. */
export interface EventLead {
  /** The address, as it was given. */
  readonly email: string
  /** Empty when unknown. */
  readonly first_name: string
  /** Empty when unknown. */
  readonly last_name: string
  /** Empty when unknown. */
  readonly company: string
}

/** A page of events. */
export interface EventPage {
  /** The rows of the page. */
  readonly data: ReadonlyArray<Event>
  /** Whether there is another page. */
  readonly has_more: boolean
  /** The `cursor` of the next page; absent on the last page. */
  readonly next_cursor?: string | undefined
}

/** `machine_opened`: a prefetch by a machine. `bounced`: a permanent failure; `soft_bounced`: a temporary one. `auto_replied`: a reply that a machine wrote. */
export type EventType = "sent" | "delivered" | "opened" | "machine_opened" | "clicked" | "replied" | "auto_replied" | "bounced" | "soft_bounced" | "unsubscribed" | "complained"

/** A recipient that a mail did not reach. */
export interface FailedRecipient {
  /** The address, as the notice writes it. */
  readonly email: string
  /** Whether the address is dead: mail to it will never be delivered. */
  readonly hard: boolean
  /** The enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly status: string | null
  /** The SMTP reply code (RFC 5321, 4.2), such as 550. */
  readonly reply_code: number | null
  /** Why a mail was not delivered, according to the mail system. */
  readonly reason: BounceReason
}

/** A value of the input at fault. */
export interface Fault {
  /** JSON pointer (RFC 6901) to the value at fault, relative to the input. */
  readonly pointer: string
  /** What is wrong with the value, for people. */
  readonly message: string
}

/** The text of a reply template for a conversation. Nothing is sent. */
export interface FilledReplyTemplate {
  /** The plain text, with the values of the conversation. A missing value is an empty text. */
  readonly body: string
  /** The variables that have neither a value nor a default, without duplicates, in order. */
  readonly missing: ReadonlyArray<string>
  /** The lead whose values the text has. `null`: the lead of the conversation is unknown, so all variables of leads lack a value. */
  readonly lead_id: number | null
}

/** An event of which the first one is remembered for each lead. */
export type FirstEvent = "sent" | "opened" | "clicked" | "replied" | "bounced" | "unsubscribed"

/** What a folder is for. `all`: the mail of all other folders except junk. `named`: the account names it in `inbox_folders`. */
export type FolderRole = "all" | "inbox" | "junk" | "named" | "sent"

/** A lead whose mail does not go out although it is due. */
export interface HeldLead {
  /** The id of a lead. */
  readonly lead_id: number
  /** The address of the lead; `null`: the lead was deleted. */
  readonly email: string | null
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The account that sends to it; `null`: no account has taken it. */
  readonly account_id: number | null
  /** Since when, or from when on, its mail is due. */
  readonly due_at: string
  /** Why no mail is sent now. `lead_missing`: the lead was deleted. `lead_stopped`: sending to the lead is stopped. `blacklisted`: the blacklist covers the address of the lead. `campaign_not_active`: the campaign is not active, or was deleted. `account_disabled`: sending from the account is switched off, or the account was deleted. `account_failing`: the mail server of the account does not accept its mails, or its inbox cannot be read. `account_not_connected`: the account has no credentials. `address_invalid`: the address of the lead was verified, and is invalid. `verification_required`: the campaign asks for a verification (`required_verification`) that the address does not have. `lead_paused`: the lead waits until its pause ends. `other_campaign`: another campaign writes to the person, or did so within the gap of `contact_rule`. `no_step`: the lead has got all steps of the campaign. `waits_for_condition`: the next step has a condition that is not true of the lead so far (`waits_for`). `missing_variable`: a variable of the step has neither a value nor a default. `outside_window`: the window of the campaign is closed. `limit_reached`: the account, or for a first mail the campaign, may not send more mails today. `domain_limit`: the company of the lead may not get more mails today (`domain_daily_limit`). `pace`: the time since the last mail of the account is too short. `inbox_behind`: the inbox of the account has to be read first, because it may have an answer. `outcome_unknown`: the mail before may have been sent: its outcome is unknown for less than 24 hours. */
  readonly reason: SendingReason
  /** The campaign that has the person, if the reason is `other_campaign`; else `null`. */
  readonly other_campaign: OtherCampaign | null
  /** The next step of the lead, if its condition is not true so far and can still become true; else `null`. */
  readonly waits_for: ConditionAhead | null
  /** The step and its variables without a value, if the reason is `missing_variable`; else `null`. */
  readonly missing: MissingValues | null
}

/** A login with access tokens that the host app provides (`accessToken` of `createMailroom`). */
export interface HostAuth {
  /** Access tokens of the host app. */
  readonly type: "host"
  /** The user name. Default: the address of the account. */
  readonly user?: string | undefined
}

/** The target of notes for HubSpot. */
export interface HubSpotConfig {
  /** The access token of a private app, with the scope `crm.objects.contacts.write`. Secret. */
  readonly access_token: string
}

/** The server that the inbox is read from. */
export interface ImapConnection {
  /** The name of the server. */
  readonly host: string
  /** The port of the server. */
  readonly port: number
  /** `tls`: encrypted from the first byte. `starttls`: encrypted before the login; required, never optional. */
  readonly security: MailSecurity
  /** The user name. */
  readonly user: string
  /** How the mailbox is logged in to: with a password, with an OAuth2 refresh token, with access tokens of the host app, or not at all. */
  readonly auth: MailAuthType
  /** Whether mail that belongs to no lead and no conversation is stored, too. `false` is advised for mailboxes with private mail. */
  readonly keep_unrelated: boolean
}

/** The server that the inbox is read from. */
export interface ImapCredentials {
  /** The name of the server. Required for accounts with the provider `smtp`. */
  readonly host?: string | undefined
  /** 993 or 143. Default: 993. */
  readonly port?: number | undefined
  /** Default: `tls`, and `starttls` on the ports 25, 143, 587 and 2525. */
  readonly security?: MailSecurity | undefined
  /** Default: the login of `smtp`; required if that has none. */
  readonly auth?: MailAuth | undefined
  /** Whether mail that belongs to no lead and no conversation is stored, too. Default: true. */
  readonly keep_unrelated?: boolean | undefined
}

/** A folder that is read. */
export interface InboxFolder {
  /** The whole name of the folder. */
  readonly path: string
  /** What a folder is for. `all`: the mail of all other folders except junk. `named`: the account names it in `inbox_folders`. */
  readonly role: FolderRole
}

/** Old mail that is taken in on request. */
export interface InboxHistory {
  /** Mail that arrived from here on is taken in. */
  readonly since: string
  /** The number of mails that were looked at. */
  readonly done: number
  /** The number of mails to look at; `null` until they are counted. */
  readonly total: number | null
  /** When the last mail was taken in; `null`: it is going on. */
  readonly finished_at: string | null
}

/** The reading of an inbox. */
export interface InboxState {
  /** When the last complete reading began: everything that arrived before is known. `null`: there was none. */
  readonly synced_at: string | null
  /** Since when each reading fails; `null`: the last one succeeded. After 15 minutes it is an error of the account. */
  readonly failing_since: string | null
  /** The folders that are read; empty until they are listed. */
  readonly folders: ReadonlyArray<InboxFolder>
  /** The last request for old mail; `null`: there was none. */
  readonly history: InboxHistory | null
}

/** The result of the test of an inbox. */
export interface InboxTest {
  /** Whether the login worked. */
  readonly success: boolean
  /** The reason of the failure, for people; `null` after a success. */
  readonly error: string | null
  /** How long the test took, in milliseconds. */
  readonly response_time_ms: number
  /** The folders that are read; empty if they could not be listed. */
  readonly folders: ReadonlyArray<InboxFolder>
}

/** The result of receiving a mail. Optional fields are absent when they have no value. */
export interface IntakeResult {
  /** The header's Message-ID; `null` when the mail has none. */
  readonly message_id: string | null
  /** `unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail from one of our accounts that was not stored yet. `duplicate`: already stored. `other`: any other mail, for instance from an unknown sender. */
  readonly kind: MailKind
  /** How far the mail can be believed. For a notice: the highest trust of its recipients. For a duplicate: the trust that was stored. */
  readonly trust: Trust
  /** The thread of the mail. */
  readonly thread_id?: number | undefined
  /** The lead that wrote the mail, or that the mail is about. */
  readonly lead_id?: number | undefined
  /** For a human reply: the text that the author wrote, without quoted text and signature. */
  readonly reply_text?: string | undefined
  /** For an automatic reply: the day that it names for the return of the person, or for the end of the absence. */
  readonly returns_on?: string | undefined
  /** For a bounce: the recipients that a mail did not reach, and why. */
  readonly bounce?: Bounce | undefined
  /** The events that were recorded. */
  readonly events: ReadonlyArray<EventType>
}

/** The target of the organization's notifications, their types, and the state of their delivery. */
export interface Integration {
  /** The id of an integration. */
  readonly id: number
  /** The service that notifications are sent to. */
  readonly type: IntegrationType
  /** A name for people. */
  readonly name: string
  /** Whether deliveries are sent: false exactly while `status` is `disabled`. */
  readonly enabled: boolean
  /** The types of its notifications; empty: all types except `sent` and `opened`. */
  readonly events: ReadonlyArray<NotificationType>
  /** The campaigns of its notifications; `null`: all campaigns, and notifications that belong to none. */
  readonly campaign_ids: ReadonlyArray<string> | null
  /** A config with its secrets masked. It has the same fields as in the request. */
  readonly config: MaskedConfig
  /** The state of an integration. `failing`: its last try failed. */
  readonly status: IntegrationStatus
  /** Why the last try failed; `null` if it was delivered. */
  readonly last_error: string | null
  /** When a try last succeeded; `null`: never. */
  readonly last_delivery_at: string | null
  /** The number of failed tries since the last successful one. */
  readonly consecutive_failures: number
  /** When the integration was created. */
  readonly created_at: string
  /** When a person last changed it. */
  readonly updated_at: string
}

/** Mailroom disabled another integration: nothing could be delivered to it. */
export interface IntegrationDisabledData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** The integration that was disabled. */
  readonly integration: PayloadIntegration
  /** Why nothing can be delivered, for people. */
  readonly reason: string
}

/** Mailroom disabled another integration: nothing could be delivered to it. */
export interface IntegrationDisabledPayload {
  /** What happened. */
  readonly type: "integration_disabled"
  /** When it happened. */
  readonly timestamp: string
  /** Mailroom disabled another integration: nothing could be delivered to it. */
  readonly data: IntegrationDisabledData
}

/** A page of integrations. */
export interface IntegrationPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<Integration>
}

/** The changes of an integration. Absent fields stay unchanged. */
export interface IntegrationPatch {
  /** A name for people: 1 to 200 characters. */
  readonly name?: string | undefined
  /** Default: `true`. Enabling a disabled integration resets its failures and sends its pending deliveries. */
  readonly enabled?: boolean | undefined
  /** The types of notifications. Empty, the default: all types except `sent` and `opened`. */
  readonly events?: ReadonlyArray<NotificationType> | undefined
  /** The campaigns of the notifications: 1 to 500. `null`, the default: all campaigns, and notifications that belong to none. */
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  /** The fields of the config to replace; `headers` is replaced as a whole. A `url` with another origin (scheme, host or port) and without `headers` removes the stored headers, so that they are not sent there. */
  readonly config?: { readonly [name: string]: unknown } | undefined
  /** `true`: makes a new signing secret. For 24 hours, deliveries are signed with both the new and the old one. */
  readonly rotate_secret?: boolean | undefined
}

/** The state of an integration. `failing`: its last try failed. */
export type IntegrationStatus = "active" | "failing" | "disabled"

/** The service that notifications are sent to. */
export type IntegrationType = "webhook" | "slack" | "telegram" | "hubspot"

/** An integration, and its signing secret if that was just created. */
export interface IntegrationWithSecret {
  /** The id of an integration. */
  readonly id: number
  /** The service that notifications are sent to. */
  readonly type: IntegrationType
  /** A name for people. */
  readonly name: string
  /** Whether deliveries are sent: false exactly while `status` is `disabled`. */
  readonly enabled: boolean
  /** The types of its notifications; empty: all types except `sent` and `opened`. */
  readonly events: ReadonlyArray<NotificationType>
  /** The campaigns of its notifications; `null`: all campaigns, and notifications that belong to none. */
  readonly campaign_ids: ReadonlyArray<string> | null
  /** A config with its secrets masked. It has the same fields as in the request. */
  readonly config: MaskedConfig
  /** The state of an integration. `failing`: its last try failed. */
  readonly status: IntegrationStatus
  /** Why the last try failed; `null` if it was delivered. */
  readonly last_error: string | null
  /** When a try last succeeded; `null`: never. */
  readonly last_delivery_at: string | null
  /** The number of failed tries since the last successful one. */
  readonly consecutive_failures: number
  /** When the integration was created. */
  readonly created_at: string
  /** When a person last changed it. */
  readonly updated_at: string
  /** The signing secret of a webhook, `whsec_…`, when it was just created, and shown only then. Else `null` */
  readonly secret: string | null
}

/** The length of the intervals of a series. */
export type Interval = "hour" | "day" | "week" | "month"

/** The metrics of one interval. */
export interface IntervalMetrics {
  /** The local day on which the interval begins; for hours, the instant. */
  readonly date: string
  /** Mails sent. */
  readonly sent?: number | undefined
  /** Leads whose first mail was sent in the period. */
  readonly contacted?: number | undefined
  /** Opens by people. */
  readonly opened?: number | undefined
  /** Leads whose first open is in the period. */
  readonly unique_opened?: number | undefined
  /** Opens by machines, such as prefetching proxies. */
  readonly machine_opened?: number | undefined
  /** Clicks. */
  readonly clicked?: number | undefined
  /** Leads whose first click is in the period. */
  readonly unique_clicked?: number | undefined
  /** Human replies. */
  readonly replied?: number | undefined
  /** Leads whose first human reply is in the period. */
  readonly unique_replied?: number | undefined
  /** Automatic replies. */
  readonly auto_replied?: number | undefined
  /** The leads in `unique_replied` whose tag is positive now. */
  readonly positive_replied?: number | undefined
  /** Leads whose first bounce is in the period: a mail to them failed permanently. */
  readonly bounced?: number | undefined
  /** Mails that failed temporarily. */
  readonly soft_bounced?: number | undefined
  /** Leads whose first unsubscription is in the period. */
  readonly unsubscribed?: number | undefined
  /** Reports as spam. */
  readonly complained?: number | undefined
  /** `sent - bounced`. Below 0 when mails of an earlier period bounce, so that the days of a period add up to it. */
  readonly delivered?: number | undefined
}

/** A person with the link of a new invitation. */
export interface InvitedPerson {
  /** The id of a person. */
  readonly id: number
  /** The name that others see: 1 to 200 characters. */
  readonly name: string
  /** The address with which the person signs in. `null`: the host signs the person in. */
  readonly email: string | null
  /** The host's id of the person. `null`: the person signs in with an address and a password. */
  readonly external_id: string | null
  /** `viewer`: reads. `responder`: also works with conversations. `member`: also works with leads and campaigns. `admin`: also changes accounts, integrations, settings and people, and reads the log. `owner`: also manages API keys and owners. */
  readonly role: Role
  /** When the person was blocked; `null`: not blocked. */
  readonly blocked_at: string | null
  /** When the person was added. */
  readonly created_at: string
  /** When the person last signed in; `null`: never. */
  readonly last_signed_in_at: string | null
  /** When the link of the open invitation expires; `null`: there is none. */
  readonly invited_until: string | null
  /** Whether the person has a password. */
  readonly has_password: boolean
  /** The link by which the person chooses a password, within seven days. It works once, is shown only in this answer, and is `null` when the answer is given again. */
  readonly secret: string | null
}

/** An API key with its secret. */
export interface IssuedKey {
  /** The id of an API key. */
  readonly id: number
  /** The purpose of the key. */
  readonly name: string
  /** The first characters of the key, to recognize it. */
  readonly prefix: string
  /** `full`: every operation. `read`: only operations that change nothing. */
  readonly access: Access
  /** When the key was created. */
  readonly created_at: string
  /** When the key was last used. The real time may be up to five minutes later. `null`: never. */
  readonly last_used_at: string | null
  /** When the key expires; `null`: never. */
  readonly expires_at: string | null
  /** When the key was revoked; `null`: it is not revoked. */
  readonly revoked_at: string | null
  /** The key itself, `mr_…`: it is shown only in this answer, and is `null` when the answer is given again */
  readonly secret: string | null
}

/** An API key without its secret, which is shown only at creation. */
export interface Key {
  /** The id of an API key. */
  readonly id: number
  /** The purpose of the key. */
  readonly name: string
  /** The first characters of the key, to recognize it. */
  readonly prefix: string
  /** `full`: every operation. `read`: only operations that change nothing. */
  readonly access: Access
  /** When the key was created. */
  readonly created_at: string
  /** When the key was last used. The real time may be up to five minutes later. `null`: never. */
  readonly last_used_at: string | null
  /** When the key expires; `null`: never. */
  readonly expires_at: string | null
  /** When the key was revoked; `null`: it is not revoked. */
  readonly revoked_at: string | null
}

/** A page of API keys. */
export interface KeyPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<Key>
}

/** Who decided the reply tag of a lead: an automatic labeller, or a person, whose decision stays. */
export type LabelledBy = "rule" | "function" | "model" | "person"

/** A recipient in one campaign. All fields are always present; a field without a value is `null` or empty. */
export interface Lead {
  /** The id of the lead. */
  readonly id: number
  /** The address, as it was given. */
  readonly email: string
  /** Empty when unknown. */
  readonly first_name: string
  /** Empty when unknown. */
  readonly last_name: string
  /** Empty when unknown. */
  readonly company: string
  /** Empty when unknown. */
  readonly website: string
  /** A text that mails can insert for this lead; empty if there is none. */
  readonly personalization: string
  /** The address of the account that sent the last mail; `null` before the first. */
  readonly sender: string | null
  /** The result of verifying the address. */
  readonly verification_status: VerificationStatus
  /** The state of the lead by its events. */
  readonly status: LeadStatus
  /** The campaign of the lead. */
  readonly campaign_id: string
  /** The step that was sent last; `null` before the first mail. */
  readonly id_previous_sending_sequence: number | null
  /** The number of sent mails. */
  readonly amount_sequences_sent: number
  /** When the last mail was sent; `null` before the first. */
  readonly date_last_sequence_send: string | null
  /** The text of the lead's first human reply, without quoted text and signature; `null` before it. */
  readonly reply_text: string | null
  /** The name of the reply tag; `null` without one. */
  readonly reply_status: string | null
  /** The reply tag; `null` without one. */
  readonly reply_status_tag_id: number | null
  /** Whether no further mail may be sent. */
  readonly stop_sending: boolean
  /** Why sending is stopped; `null` if it is not stopped. */
  readonly stop_sending_type: StopSendingType | null
  /** The account that all mails to the lead come from; `null`: any account of the campaign. */
  readonly chosen_sender: number | null
  /** The mail provider of the account that sent last; `null` before the first mail. */
  readonly provider: string | null
}

/** `stop` and `resume` are decisions of a person about sending. `pause` waits until an instant. `tag` sets the reply tag. `delete` and `erase` are those of `DELETE /leads`, without and with `erase`. */
export type LeadAction = "stop" | "resume" | "pause" | "tag" | "delete" | "erase"

/** The number of a campaign's leads by status, and of its stopped leads. */
export interface LeadCounts {
  /** All leads. */
  readonly total: number
  /** With the status `Not contacted`. */
  readonly not_contacted: number
  /** With the status `Sent`. */
  readonly sent: number
  /** With the status `Opened`. */
  readonly opened: number
  /** With the status `Replied`. */
  readonly replied: number
  /** With the status `Bounce`. */
  readonly bounced: number
  /** Leads of any status that no further mail may be sent to. */
  readonly stopped: number
}

/** A page of leads. */
export interface LeadList {
  /** The rows of the page. */
  readonly data: ReadonlyArray<ListedLead>
  /** Whether there is another page. */
  readonly has_more: boolean
  /** The `cursor` of the next page; absent on the last page. */
  readonly next_cursor?: string | undefined
}

/** A rule of its campaign moved a lead to another campaign. */
export interface LeadMovedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** A lead: all its fields are present, except `custom_fields`. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
  /** The campaign to which a lead was moved. */
  readonly moved_to: MovedTo
}

/** A rule of its campaign moved a lead to another campaign. */
export interface LeadMovedPayload {
  /** What happened. */
  readonly type: "lead_moved"
  /** When it happened. */
  readonly timestamp: string
  /** A rule of its campaign moved a lead to another campaign. */
  readonly data: LeadMovedData
}

/** A lead that moves to another campaign, and when. */
export interface LeadMoving {
  /** The id of a lead. */
  readonly lead_id: number
  /** The address of the lead. */
  readonly email: string
  /** The campaign to which the lead moves. */
  readonly campaign_id: string
  /** The name of that campaign. */
  readonly name: string
  /** Its status. Only an active campaign mails the leads that it gets; a completed one becomes active. */
  readonly status: CampaignStatus
  /** From when on: an answer or a stop before may change it. */
  readonly at: string
}

/** A page of leads. */
export interface LeadPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<ListedLead>
}

/** A part of a lead that lists have on request. */
export type LeadPart = "custom_fields" | "effective_state"

/** The changes of a lead. Absent fields stay unchanged; `null` is rejected, except for `timezone`. */
export interface LeadPatch {
  /** A new address resets `verification_status`; another spelling of the same address does not. It is unique in the campaign, as in `NewLead`. */
  readonly email?: string | undefined
  /** At most 10 000 characters. */
  readonly first_name?: string | undefined
  /** At most 10 000 characters. */
  readonly last_name?: string | undefined
  /** At most 10 000 characters. */
  readonly company?: string | undefined
  /** At most 10 000 characters; not checked. */
  readonly website?: string | undefined
  /** A text that mails can insert for this lead, at most 10 000 characters. */
  readonly personalization?: string | undefined
  /** The time zone of the lead: a name of the IANA time zone database, such as `Asia/Kathmandu`. `null`: the zone that custom fields such as `country` give. */
  readonly timezone?: string | null | undefined
  /** The changes, by name: a value sets the field, `null` removes it, absent names stay unchanged. */
  readonly custom_fields?: { readonly [name: string]: string | number | boolean | null } | undefined
  /** `true` stops sending as `manual`, `false` resumes sending, from any state. */
  readonly stop_sending?: boolean | undefined
}

/** Sending to a lead resumes: a person resumed it, or it has a new address. */
export interface LeadResumedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** A lead: all its fields are present, except `custom_fields`. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** Sending to a lead resumes: a person resumed it, or it has a new address. */
export interface LeadResumedPayload {
  /** What happened. */
  readonly type: "lead_resumed"
  /** When it happened. */
  readonly timestamp: string
  /** Sending to a lead resumes: a person resumed it, or it has a new address. */
  readonly data: LeadResumedData
}

/** `last_mail`: the latest `date_last_sequence_send` first. `answer`: by `reply_status`, in the order of code points. Leads without the value follow, and ties are by ascending id. */
export type LeadSort = "last_mail" | "answer"

/** The state of the lead by its events: the first that applies of a reply, a bounce, an open or click, a sent mail, no event. */
export type LeadStatus = "Not contacted" | "Sent" | "Bounce" | "Replied" | "Opened"

/** A rule other than the blacklist stops sending to a lead. */
export interface LeadStoppedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** A lead: all its fields are present, except `custom_fields`. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A rule other than the blacklist stops sending to a lead. */
export interface LeadStoppedPayload {
  /** What happened. */
  readonly type: "lead_stopped"
  /** When it happened. */
  readonly timestamp: string
  /** A rule other than the blacklist stops sending to a lead. */
  readonly data: LeadStoppedData
}

/** A lead's reply tag was set, replaced or removed, by a person or automatically. */
export interface LeadTaggedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the change: the same for every integration. */
  readonly id: string
  /** A lead: all its fields are present, except `custom_fields`. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
  /** Who decided `reply_status`; `null`: nobody did. A person may also have decided that there is no tag. */
  readonly reply_status_by: LabelledBy | null
}

/** A lead's reply tag was set, replaced or removed, by a person or automatically. */
export interface LeadTaggedPayload {
  /** What happened. */
  readonly type: "lead_tagged"
  /** When it happened. */
  readonly timestamp: string
  /** A lead's reply tag was set, replaced or removed, by a person or automatically. */
  readonly data: LeadTaggedData
}

/** How the address of a lead was verified. */
export interface LeadVerification {
  /** Why the address has its status, the most important one first. */
  readonly reasons: ReadonlyArray<VerificationReason>
  /** Who decides about an address. `mailroom`: its own check of syntax, DNS and lists. `zerobounce`, `neverbounce`: the service. `host`: the app in whose process Mailroom runs. */
  readonly decided_by: VerifierName
  /** When it was decided. */
  readonly verified_at: string
}

/** The window of the campaign, by the clock that counts for a lead. */
export interface LeadWindow {
  /** The time zone whose clock counts for the lead. */
  readonly timezone: string
  /** Whose zone that is: that of the lead, or that of the campaign, also where the zone of the lead is unknown. */
  readonly of: WindowZone
  /** Whether the window is open now. */
  readonly is_open: boolean
  /** When it opens next, by this clock and the days off of the campaign; `null` while it is open. */
  readonly opens_at: string | null
}

/** A lead with its custom fields, its verification, who decided its reply tag, how it was moved, and its effective state. */
export interface LeadWithState {
  /** The id of the lead. */
  readonly id: number
  /** The address, as it was given. */
  readonly email: string
  /** Empty when unknown. */
  readonly first_name: string
  /** Empty when unknown. */
  readonly last_name: string
  /** Empty when unknown. */
  readonly company: string
  /** Empty when unknown. */
  readonly website: string
  /** A text that mails can insert for this lead; empty if there is none. */
  readonly personalization: string
  /** The address of the account that sent the last mail; `null` before the first. */
  readonly sender: string | null
  /** The result of verifying the address. */
  readonly verification_status: VerificationStatus
  /** The state of the lead by its events. */
  readonly status: LeadStatus
  /** The campaign of the lead. */
  readonly campaign_id: string
  /** The step that was sent last; `null` before the first mail. */
  readonly id_previous_sending_sequence: number | null
  /** The number of sent mails. */
  readonly amount_sequences_sent: number
  /** When the last mail was sent; `null` before the first. */
  readonly date_last_sequence_send: string | null
  /** The text of the lead's first human reply, without quoted text and signature; `null` before it. */
  readonly reply_text: string | null
  /** The name of the reply tag; `null` without one. */
  readonly reply_status: string | null
  /** The reply tag; `null` without one. */
  readonly reply_status_tag_id: number | null
  /** Whether no further mail may be sent. */
  readonly stop_sending: boolean
  /** Why sending is stopped; `null` if it is not stopped. */
  readonly stop_sending_type: StopSendingType | null
  /** The account that all mails to the lead come from; `null`: any account of the campaign. */
  readonly chosen_sender: number | null
  /** The mail provider of the account that sent last; `null` before the first mail. */
  readonly provider: string | null
  /** Values under names of your choice, by name. */
  readonly custom_fields: { readonly [name: string]: string | number | boolean }
  /** The time zone of the lead: a name of the IANA time zone database. `null`: the zone that its custom fields give, if any. */
  readonly timezone: string | null
  /** Who decided `reply_status`; `null`: nobody did. A person may also have decided that there is no tag. */
  readonly reply_status_by: LabelledBy | null
  /** How the address was verified; `null`: it was not, or the caller said its `verification_status`. */
  readonly verification: LeadVerification | null
  /** The campaign to which a rule moved the lead; `null`: none did. */
  readonly moved_to: MovedTo | null
  /** The campaign from which a rule moved the lead; `null`: it was added otherwise. */
  readonly moved_from: MovedFrom | null
  /** Whether the lead may be mailed, or what stands in the way. */
  readonly effective_state: EffectiveState
}

/** A file of a mail that is not stored with its message. Of a mail over 25 MiB that came in, it is still in the inbox. Of our mail, it is a file of a step, which all mails of the step share. */
export interface LeftOut {
  /** The name that the sender gave it; never a path. */
  readonly filename: string
  /** The media type that the sender gave it, in lower case. */
  readonly content_type: string
  /** In bytes; of a mail that came in, as it was transferred. */
  readonly size: number
}

/** The clicks on one link. */
export interface LinkNumbers {
  /** The address of the link, as it is in the events. */
  readonly url: string
  /** The number of clicks on the link. */
  readonly clicked: number
  /** The number of leads that clicked the link in the period. */
  readonly unique_clicked: number
}

/** A campaign with its numbers. */
export interface ListedCampaign {
  /** The id of a campaign: a lower-case UUID. */
  readonly id: string
  /** 1 to 200 characters, not only white space. */
  readonly name: string
  /** `draft`: never started. `active`: mails may be sent. `paused`: stopped by a person. `completed`: nothing is left to send. */
  readonly status: CampaignStatus
  /** Why Mailroom paused the campaign; `null` when a person chose the status. Cleared by the next start. */
  readonly status_reason: CampaignStatusReason | null
  /** A name of the IANA time zone database, such as `Europe/Oslo`. */
  readonly timezone: string
  /** The days and hours at which the campaign sends, in its time zone. */
  readonly send_window: SendWindow
  /** The clock that the window and the delays of steps follow: that of the campaign (`campaign`), or that of each lead (`lead`). */
  readonly window_zone: WindowZone
  /** Nothing is sent on the public holidays of this country, such as `NO`, or part of a country, such as `DE-BY`; `null`: holidays are days like others. */
  readonly holidays: string | null
  /** Further days on which nothing is sent; at most 100. */
  readonly skip_days: ReadonlyArray<string>
  /** The maximum number of first messages a day. */
  readonly daily_limit: number
  /** Whether a human reply stops sending to its lead. */
  readonly stop_on_reply: boolean
  /** Whether an automatic reply stops sending to its lead. */
  readonly stop_on_auto_reply: boolean
  /** What a reply that stops its lead, or an unsubscription, stops: only the lead (`campaign`), its address in all campaigns (`organization`), or also its colleagues (`company`). */
  readonly stop_scope: StopScope
  /** Whether the mails that Mailroom sends have an image by which opens are counted. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). */
  readonly track_opens: boolean
  /** Whether the links in the mails that Mailroom sends lead through Mailroom, which counts clicks. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). */
  readonly track_clicks: boolean
  /** Whether mails have the header `List-Unsubscribe`, which mail programs show as a button. */
  readonly unsubscribe_header: boolean
  /** The campaign is paused when this percentage of its mails of the last seven days bounced, of at least 50; `null`: never. */
  readonly bounce_limit: number | null
  /** The percentage of the mails of an account and a day that goes to new leads at least, while follow-ups and new leads wait; `0`: new leads wait until no follow-up is due. */
  readonly new_lead_share: number
  /** The `verification_status` that a lead needs for its first mail. An `invalid` address never gets one. */
  readonly required_verification: RequiredVerification
  /** The sender accounts, by ascending id; at most 500. */
  readonly account_ids: ReadonlyArray<number>
  /** The rules by which leads move to other campaigns, at most 20. A lead moves once, by the rule that is due first; at the same instant, by the first one. */
  readonly moves: ReadonlyArray<MoveRule>
  /** The number of leads of the campaign. */
  readonly lead_count: number
  /** When the campaign was created. */
  readonly created_at: string
  /** When the campaign last changed. */
  readonly updated_at: string
  /** The numbers of a campaign in a list. */
  readonly counts: CampaignCounts
}

/** A lead, with its custom fields and its effective state where the list includes them. */
export interface ListedLead {
  /** The id of the lead. */
  readonly id: number
  /** The address, as it was given. */
  readonly email: string
  /** Empty when unknown. */
  readonly first_name: string
  /** Empty when unknown. */
  readonly last_name: string
  /** Empty when unknown. */
  readonly company: string
  /** Empty when unknown. */
  readonly website: string
  /** A text that mails can insert for this lead; empty if there is none. */
  readonly personalization: string
  /** The address of the account that sent the last mail; `null` before the first. */
  readonly sender: string | null
  /** The result of verifying the address. */
  readonly verification_status: VerificationStatus
  /** The state of the lead by its events. */
  readonly status: LeadStatus
  /** The campaign of the lead. */
  readonly campaign_id: string
  /** The step that was sent last; `null` before the first mail. */
  readonly id_previous_sending_sequence: number | null
  /** The number of sent mails. */
  readonly amount_sequences_sent: number
  /** When the last mail was sent; `null` before the first. */
  readonly date_last_sequence_send: string | null
  /** The text of the lead's first human reply, without quoted text and signature; `null` before it. */
  readonly reply_text: string | null
  /** The name of the reply tag; `null` without one. */
  readonly reply_status: string | null
  /** The reply tag; `null` without one. */
  readonly reply_status_tag_id: number | null
  /** Whether no further mail may be sent. */
  readonly stop_sending: boolean
  /** Why sending is stopped; `null` if it is not stopped. */
  readonly stop_sending_type: StopSendingType | null
  /** The account that all mails to the lead come from; `null`: any account of the campaign. */
  readonly chosen_sender: number | null
  /** The mail provider of the account that sent last; `null` before the first mail. */
  readonly provider: string | null
  /** Values under names of your choice, by name. Only with `include=custom_fields`. */
  readonly custom_fields?: { readonly [name: string]: string | number | boolean } | undefined
  /** The time zone of the lead: a name of the IANA time zone database. `null`: the zone that its custom fields give, if any. */
  readonly timezone?: string | null | undefined
  /** Whether the lead may be mailed, or what stands in the way. Only with `include=effective_state`. */
  readonly effective_state?: EffectiveState | undefined
}

/** A change, without its contents. */
export interface LogEntry {
  /** The id of an entry of the log. */
  readonly id: number
  /** When the operation ended. */
  readonly at: string
  /** Who did it. */
  readonly actor: Actor
  /** The name of the operation in this document; `people.accept`: a person accepted an invitation. */
  readonly operation: string
  /** What the operation was about, as collection and id: at most 200. */
  readonly subjects: ReadonlyArray<string>
}

/** A page of the log. */
export interface LogPage {
  /** The rows of the page. */
  readonly data: ReadonlyArray<LogEntry>
  /** Whether there is another page. */
  readonly has_more: boolean
  /** The `cursor` of the next page; absent on the last page. */
  readonly next_cursor?: string | undefined
}

/** A mail was opened by a machine, such as a prefetching proxy. */
export interface MachineOpenedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A mail was opened by a machine, such as a prefetching proxy. */
export interface MachineOpenedPayload {
  /** What happened. */
  readonly type: "machine_opened"
  /** When it happened. */
  readonly timestamp: string
  /** A mail was opened by a machine, such as a prefetching proxy. */
  readonly data: MachineOpenedData
}

/** How to log in. */
export type MailAuth = PasswordAuth | OAuth2Auth | HostAuth

/** How the mailbox is logged in to: with a password, with an OAuth2 refresh token, with access tokens of the host app, or not at all. */
export type MailAuthType = "password" | "oauth2" | "host" | "none"

/** `unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail from one of our accounts that was not stored yet. `duplicate`: already stored. `other`: any other mail, for instance from an unknown sender. */
export type MailKind = "reply" | "auto_reply" | "bounce" | "complaint" | "unsubscription" | "other" | "own" | "forward" | "duplicate"

/** `tls`: encrypted from the first byte. `starttls`: encrypted before the login; required, never optional. */
export type MailSecurity = "tls" | "starttls"

/** Whether Mailroom can log in to the servers of an account. */
export interface MailboxTest {
  /** The result of the test of a connection. */
  readonly smtp: ConnectionTest
  /** `null`: the credentials have no `imap`. */
  readonly imap: InboxTest | null
}

/** A config with its secrets masked. It has the same fields as in the request. */
export type MaskedConfig = MaskedUrlConfig | MaskedTelegramConfig | MaskedHubSpotConfig

/** The config of HubSpot. */
export interface MaskedHubSpotConfig {
  /** The access token: masked. */
  readonly access_token: string
}

/** The config of Telegram. */
export interface MaskedTelegramConfig {
  /** The token of the bot: masked after its id. */
  readonly bot_token: string
  /** The chat. */
  readonly chat_id: string
}

/** The config of a webhook or of Slack. */
export interface MaskedUrlConfig {
  /** The target of deliveries. For Slack, the path is masked. */
  readonly url: string
  /** Header fields of each delivery, by name: their values are masked. */
  readonly headers?: { readonly [name: string]: string } | undefined
  /** What `lead` has in addition in each payload of a webhook. */
  readonly include?: ReadonlyArray<"custom_fields"> | undefined
}

/** The filters that a lead must pass: at least one. */
export interface MatchingFilter {
  /** Only leads of this campaign. */
  readonly campaign_id?: string | undefined
  /** A substring: with `campaign_id` of the address, as in `GET /leads/campaign/{campaignId}`; else also of the names and the company, as in `GET /leads`. */
  readonly search?: string | undefined
  /** Only leads with this status. */
  readonly status?: LeadStatus | undefined
  /** `true`: only stopped leads. `false`: only leads that are not stopped. */
  readonly stop_sending?: boolean | undefined
  /** Only leads with this reply tag. */
  readonly tag_id?: number | undefined
  /** Only leads whose address has this status. */
  readonly verification_status?: VerificationStatus | undefined
  /** Only leads with an event of this type. The other filters of the first event apply to it: with `first_sequence_id`, to the first one of the step. */
  readonly first_event?: FirstEvent | undefined
  /** Only leads whose first event occurred at this instant or later; with `first_event`. */
  readonly first_since?: string | undefined
  /** Only leads whose first event occurred before this instant; with `first_event`. */
  readonly first_until?: string | undefined
  /** Only leads whose first event counts for this account; with `first_event`. */
  readonly first_account_id?: number | undefined
  /** Only leads whose first event counts for this step, or variant; with `first_event`. */
  readonly first_sequence_id?: number | undefined
  /** `true`: only leads whose reply tag is positive. `false`: only leads whose tag is not positive, or that have none. */
  readonly is_positive?: boolean | undefined
}

/** A message with all its text. Fields without a value are absent. */
export interface Message {
  /** The id of a message. */
  readonly id: number
  /** The thread of the message; absent as long as the thread has no message of ours. */
  readonly thread_id?: number | undefined
  /** The subject; may be empty. */
  readonly subject: string
  /** A preview of the text: white space folded, at most 50 characters, with `…` at the end where it is cut. */
  readonly body: string
  /** When the mail was sent, by its date; when it arrived, if the date is missing or impossible. */
  readonly date_sent: string
  /** The sender's name. */
  readonly from_name?: string | undefined
  /** The sender's address; empty when the mail has none. */
  readonly from_email: string
  /** The recipients' addresses, separated by `, `. */
  readonly to_email: string
  /** The addresses that got a copy, separated by `, `. */
  readonly cc_email?: string | undefined
  /** The addresses that got a copy of our mail without being named in it, separated by `, `. */
  readonly bcc_email?: string | undefined
  /** Whether the message is new: not marked as seen. */
  readonly is_new: boolean
  /** Whether one of our accounts sent it. */
  readonly is_our_email: boolean
  /** Who sent an answer, or forwarded a message, through Mailroom. Absent: the mail came in, or is one of a campaign, or was sent with another program. */
  readonly sent_by?: Actor | undefined
  /** How the mail was classified when it was stored. `reply`: a person answered as a lead. `auto_reply`: an answer of a machine. `bounce`: a notice of a mail that was not delivered. `complaint`: a report of unwanted mail. `unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail of one of our accounts. `forward`: a message of the conversation that was forwarded to somebody else. `other`: any other mail, for instance from an unknown sender. */
  readonly kind: MessageKind
  /** The header's Message-ID (RFC 5322, 3.6.4), with its angle brackets. */
  readonly message_id?: string | undefined
  /** The attachments of the message. */
  readonly attachments: ReadonlyArray<Attachment>
  /** The files of the mail that are not stored with it: those of a mail over 25 MiB that came in, and those that a mail of a step had. Absent: none. */
  readonly left_out?: ReadonlyArray<LeftOut> | undefined
  /** The whole plain text. */
  readonly body_text: string
  /** The HTML, unchanged: sanitize it before showing it. */
  readonly body_html?: string | undefined
  /** The text that the author wrote: `body_text` without quoted mail and signature, at most 40 000 characters. */
  readonly reply_text: string
  /** How far it can be believed; mail of ours is verified. */
  readonly trust: Trust
  /** `true`: its texts and attachments were removed after the `keep_messages_days` of the organization. Absent: it is complete. */
  readonly text_removed?: boolean | undefined
  /** The mails that forwarded this message, the message that it forwards, the answers to it if it is a forward, and the forward that it answers, by ascending id. Absent: none. */
  readonly links?: ReadonlyArray<MessageLink> | undefined
}

/** How the mail was classified when it was stored. `reply`: a person answered as a lead. `auto_reply`: an answer of a machine. `bounce`: a notice of a mail that was not delivered. `complaint`: a report of unwanted mail. `unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail of one of our accounts. `forward`: a message of the conversation that was forwarded to somebody else. `other`: any other mail, for instance from an unknown sender. */
export type MessageKind = "reply" | "auto_reply" | "bounce" | "complaint" | "unsubscription" | "other" | "own" | "forward"

/** A forward, the message that it forwards, or an answer to a forward. */
export interface MessageLink {
  /** `forwarded_as`: that mail forwarded this message. `forwards`: this mail forwarded that message. `answered_by`: that mail answers this forward. `answers`: this mail answers that forward. */
  readonly relation: "forwarded_as" | "forwards" | "answered_by" | "answers"
  /** The id of a message. */
  readonly id: number
  /** The thread of that message. An answer to a forwarded message is in another one. */
  readonly thread_id: number
  /** The tab of that thread. */
  readonly tab: Tab
  /** When the mail was sent, by its date; when it arrived, if the date is missing or impossible. */
  readonly date_sent: string
  /** The sender's name. */
  readonly from_name?: string | undefined
  /** The sender's address; empty when the mail has none. */
  readonly from_email: string
  /** The recipients' addresses, separated by `, `. */
  readonly to_email: string
  /** The addresses that got a copy, separated by `, `. */
  readonly cc_email?: string | undefined
  /** Who sent an answer, or forwarded a message, through Mailroom. Absent: the mail came in, or is one of a campaign, or was sent with another program. */
  readonly sent_by?: Actor | undefined
  /** How the mail was classified when it was stored. `reply`: a person answered as a lead. `auto_reply`: an answer of a machine. `bounce`: a notice of a mail that was not delivered. `complaint`: a report of unwanted mail. `unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail of one of our accounts. `forward`: a message of the conversation that was forwarded to somebody else. `other`: any other mail, for instance from an unknown sender. */
  readonly kind: MessageKind
}

/** The direction of a list of messages: `asc` begins with the oldest, `desc` with the newest. */
export type MessageOrder = "asc" | "desc"

/** A message in a list. Fields without a value are absent. */
export interface MessageSummary {
  /** The id of a message. */
  readonly id: number
  /** The thread of the message; absent as long as the thread has no message of ours. */
  readonly thread_id?: number | undefined
  /** The subject; may be empty. */
  readonly subject: string
  /** A preview of the text: white space folded, at most 50 characters, with `…` at the end where it is cut. */
  readonly body: string
  /** When the mail was sent, by its date; when it arrived, if the date is missing or impossible. */
  readonly date_sent: string
  /** The sender's name. */
  readonly from_name?: string | undefined
  /** The sender's address; empty when the mail has none. */
  readonly from_email: string
  /** The recipients' addresses, separated by `, `. */
  readonly to_email: string
  /** The addresses that got a copy, separated by `, `. */
  readonly cc_email?: string | undefined
  /** The addresses that got a copy of our mail without being named in it, separated by `, `. */
  readonly bcc_email?: string | undefined
  /** Whether the message is new: not marked as seen. */
  readonly is_new: boolean
  /** Whether one of our accounts sent it. */
  readonly is_our_email: boolean
  /** Who sent an answer, or forwarded a message, through Mailroom. Absent: the mail came in, or is one of a campaign, or was sent with another program. */
  readonly sent_by?: Actor | undefined
  /** How the mail was classified when it was stored. `reply`: a person answered as a lead. `auto_reply`: an answer of a machine. `bounce`: a notice of a mail that was not delivered. `complaint`: a report of unwanted mail. `unsubscription`: mail with the token of an unsubscribe link in its subject. `own`: mail of one of our accounts. `forward`: a message of the conversation that was forwarded to somebody else. `other`: any other mail, for instance from an unknown sender. */
  readonly kind: MessageKind
  /** The header's Message-ID (RFC 5322, 3.6.4), with its angle brackets. */
  readonly message_id?: string | undefined
  /** The attachments of the message. */
  readonly attachments: ReadonlyArray<Attachment>
  /** The files of the mail that are not stored with it: those of a mail over 25 MiB that came in, and those that a mail of a step had. Absent: none. */
  readonly left_out?: ReadonlyArray<LeftOut> | undefined
}

/** The counts of the period. */
export interface Metrics {
  /** Mails sent. */
  readonly sent: number
  /** Leads whose first mail was sent in the period. */
  readonly contacted: number
  /** Opens by people. */
  readonly opened: number
  /** Leads whose first open is in the period. */
  readonly unique_opened: number
  /** Opens by machines, such as prefetching proxies. */
  readonly machine_opened: number
  /** Clicks. */
  readonly clicked: number
  /** Leads whose first click is in the period. */
  readonly unique_clicked: number
  /** Human replies. */
  readonly replied: number
  /** Leads whose first human reply is in the period. */
  readonly unique_replied: number
  /** Automatic replies. */
  readonly auto_replied: number
  /** The leads in `unique_replied` whose tag is positive now. */
  readonly positive_replied: number
  /** Leads whose first bounce is in the period: a mail to them failed permanently. */
  readonly bounced: number
  /** Mails that failed temporarily. */
  readonly soft_bounced: number
  /** Leads whose first unsubscription is in the period. */
  readonly unsubscribed: number
  /** Reports as spam. */
  readonly complained: number
  /** `sent - bounced`. Below 0 when mails of an earlier period bounce, so that the days of a period add up to it. */
  readonly delivered: number
}

/** An id that does not belong to a lead of the organization. */
export interface MissingLead {
  /** The id of a lead. */
  readonly id: number
  /** There is no such lead. */
  readonly status: "not_found"
}

/** An id that does not belong to a thread of the organization. */
export interface MissingThread {
  /** The id of a thread. */
  readonly id: number
  /** There is no such thread. */
  readonly status: "not_found"
}

/** The variables of a step for which a lead has no value. They have no default, either. */
export interface MissingValues {
  /** The id of a step. */
  readonly sequence_id: number
  /** The position of the step. */
  readonly position: number
  /** The names of the variables, in the order of the text. */
  readonly variables: ReadonlyArray<string>
}

/** The move of a lead to another campaign by a rule of its campaign. */
export interface MoveAhead {
  /** The campaign to which the lead moves. */
  readonly campaign_id: string
  /** The name of that campaign. */
  readonly name: string
  /** Its status. Only an active campaign mails the leads that it gets; a completed one becomes active. */
  readonly status: CampaignStatus
  /** From when on: an answer or a stop before may change it. */
  readonly at: string
}

/** A label by which leads move: there is none for leads that ask for no more mail. */
export type MoveLabel = "interested" | "not_now" | "referral" | "wrong_person" | "out_of_office"

/** When leads of a campaign that may be mailed move to another campaign. */
export interface MoveRule {
  /** What has to happen. */
  readonly when: MoveWhen
  /** The label of the reply tag: required for `labelled`, and not allowed otherwise. */
  readonly label?: MoveLabel | undefined
  /** The campaign to which the lead moves: another one of the organization. */
  readonly campaign_id: string
  /** The number of days between that and the move, by the clock that the delays of steps follow. */
  readonly after_days: number
}

/** `labelled`: the lead has a reply tag with the `label` of the rule. `finished`: it got its last step and did not answer. `opened`, `clicked`: the same, and it opened a mail of the campaign, or clicked a link in one. */
export type MoveWhen = "labelled" | "finished" | "opened" | "clicked"

/** The campaign from which a lead was moved. */
export interface MovedFrom {
  /** The lead in the campaign before, with its answers; it may be deleted by now. */
  readonly lead_id: number
  /** The other campaign, which may be deleted by now. */
  readonly campaign_id: string
  /** When the lead was moved. */
  readonly at: string
}

/** The campaign to which a lead was moved. */
export interface MovedTo {
  /** The lead in the other campaign, which may be deleted by now. */
  readonly lead_id: number
  /** The other campaign, which may be deleted by now. */
  readonly campaign_id: string
  /** When the lead was moved. */
  readonly at: string
}

/** A sender account to add. */
export interface NewAccount {
  /** The address. It is unique in the organization, ignoring case, with its domain in Unicode or punycode. */
  readonly email: string
  /** Where the mailbox is. */
  readonly provider: Provider
  /** The settings of the new account. Defaults: `first_name: ""`, `last_name: ""`, `daily_limit: 50`, `min_delay_minutes: 5`, `signature: ""`, `reply_to: null`, `timezone: "UTC"`, `sending_enabled: true`, `inbox_folders: []`, `sent_copy: "auto"`, `ramp_up: {"enabled":false,"start":5,"increment":5,"started_at":null}`. */
  readonly settings?: AccountSettingsPatch | undefined
}

/** A campaign to create. Defaults: `timezone: "UTC"`, `send_window: {"days":[1,2,3,4,5],"from":"08:00","to":"18:00"}`, `window_zone: "campaign"`, `holidays: null`, `skip_days: []`, `daily_limit: 50`, `stop_on_reply: true`, `stop_on_auto_reply: false`, `stop_scope: "campaign"`, `track_opens: false`, `track_clicks: false`, `unsubscribe_header: true`, `bounce_limit: 5`, `new_lead_share: 20`, `required_verification: "none"`, `account_ids: []`, `moves: []`. */
export interface NewCampaign {
  /** 1 to 200 characters, not only white space. */
  readonly name: string
  /** A name of the IANA time zone database, such as `Europe/Oslo`. */
  readonly timezone?: string | undefined
  /** The days and hours at which the campaign sends, in its time zone. */
  readonly send_window?: SendWindow | undefined
  /** The clock that the window and the delays of steps follow: that of the campaign (`campaign`), or that of each lead (`lead`). */
  readonly window_zone?: WindowZone | undefined
  /** Nothing is sent on the public holidays of this country, such as `NO`, or part of a country, such as `DE-BY`; `null`: holidays are days like others. */
  readonly holidays?: string | null | undefined
  /** Further days on which nothing is sent; at most 100. */
  readonly skip_days?: ReadonlyArray<string> | undefined
  /** The maximum number of first messages a day. */
  readonly daily_limit?: number | undefined
  /** Whether a human reply stops sending to its lead. */
  readonly stop_on_reply?: boolean | undefined
  /** Whether an automatic reply stops sending to its lead. */
  readonly stop_on_auto_reply?: boolean | undefined
  /** What a reply that stops its lead, or an unsubscription, stops: only the lead (`campaign`), its address in all campaigns (`organization`), or also its colleagues (`company`). */
  readonly stop_scope?: StopScope | undefined
  /** Whether the mails that Mailroom sends have an image by which opens are counted. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). */
  readonly track_opens?: boolean | undefined
  /** Whether the links in the mails that Mailroom sends lead through Mailroom, which counts clicks. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). */
  readonly track_clicks?: boolean | undefined
  /** Whether mails have the header `List-Unsubscribe`, which mail programs show as a button. */
  readonly unsubscribe_header?: boolean | undefined
  /** The campaign is paused when this percentage of its mails of the last seven days bounced, of at least 50; `null`: never. */
  readonly bounce_limit?: number | null | undefined
  /** The percentage of the mails of an account and a day that goes to new leads at least, while follow-ups and new leads wait; `0`: new leads wait until no follow-up is due. */
  readonly new_lead_share?: number | undefined
  /** The `verification_status` that a lead needs for its first mail. An `invalid` address never gets one. */
  readonly required_verification?: RequiredVerification | undefined
  /** The sender accounts, by ascending id; at most 500. */
  readonly account_ids?: ReadonlyArray<number> | undefined
  /** The rules by which leads move to other campaigns, at most 20. A lead moves once, by the rule that is due first; at the same instant, by the first one. */
  readonly moves?: ReadonlyArray<MoveRule> | undefined
}

/** An event to record. It names its lead by `lead_id`, or by `campaign_id` and `email`. It counts once, however often it is reported: by its `idempotency_key`; without one, by lead, type and mail (`message_id`); without either, by lead, type and `occurred_at`. A hard bounce, a complaint or an unsubscription puts the address on the blacklist that the mail went to: the mail that it names, else the last one to the lead. So it is also recorded of a lead that was mailed and deleted. */
export interface NewEvent {
  /** What happened. */
  readonly type: EventType
  /** When it happened; at most a day in the future. */
  readonly occurred_at: string
  /** The account that sent the mail. */
  readonly account_id?: number | undefined
  /** The step of the sequence that the mail belongs to. */
  readonly sequence_id?: number | undefined
  /** The mail's Message-ID, with or without its angle brackets. Without an `idempotency_key`, only one event counts for each lead, type and mail. */
  readonly message_id?: string | undefined
  /** For `sent`, a bounce, a complaint or an unsubscription: the id that a relay gave the mail, as `<id@host>`, `id@host` or `id`. Bounce notices and replies may refer to it. */
  readonly provider_message_id?: string | undefined
  /** Your key for the event: events with the same key count once in the organization. */
  readonly idempotency_key?: string | undefined
  /** For `sent`: the mail. */
  readonly message?: SentMessage | undefined
  /** Details of the event. */
  readonly data?: EventData | undefined
  /** The lead. Either this, or `campaign_id` and `email`. */
  readonly lead_id?: number | undefined
  /** The campaign of the lead; requires `email`. */
  readonly campaign_id?: string | undefined
  /** The address of the lead in the campaign. */
  readonly email?: string | undefined
}

/** A message of a conversation that is forwarded to somebody else. */
export interface NewForward {
  /** 1 to 20 addresses. The mail goes to the first one, and the others get a copy, as those of `cc` do. Together with `cc` at most 21. */
  readonly to: ReadonlyArray<string>
  /** A text above the forwarded message, at most 100 000 characters. Default: none. */
  readonly body_text?: string | undefined
  /** The ids of the attachments of the message that are forwarded with it, together with `attachments` at most 20. Default: all, and of the mail of a step also the files in `left_out` that its step still has. `attachments` of the answer lists the files that go along. */
  readonly forwarded_attachments?: ReadonlyArray<number> | undefined
  /** The account to answer from. Default: the account of the conversation. */
  readonly account_id?: number | undefined
  /** At most 20 addresses that get a copy. An address that is named twice, or is the recipient, gets the mail once. */
  readonly cc?: ReadonlyArray<string> | undefined
  /** At most 20 addresses that get a copy, which no other recipient sees. */
  readonly bcc?: ReadonlyArray<string> | undefined
  /** The ids of at most 20 uploads (`POST /uploads`), in their order in the mail. Each upload can be used by one mail. With them, the mail has at most 25 000 000 bytes as it is sent. */
  readonly attachments?: ReadonlyArray<number> | undefined
}

/** Notes at contacts of HubSpot. */
export interface NewHubSpot {
  /** The type of the integration. */
  readonly type: "hubspot"
  /** A name for people: 1 to 200 characters. */
  readonly name: string
  /** Default: `true`. Enabling a disabled integration resets its failures and sends its pending deliveries. */
  readonly enabled?: boolean | undefined
  /** The types of notifications. Empty, the default: all types except `sent` and `opened`. */
  readonly events?: ReadonlyArray<NotificationType> | undefined
  /** The campaigns of the notifications: 1 to 500. `null`, the default: all campaigns, and notifications that belong to none. */
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  /** The target of notes for HubSpot. */
  readonly config: HubSpotConfig
}

/** An integration to add. */
export type NewIntegration = NewWebhook | NewSlack | NewTelegram | NewHubSpot

/** An API key to create. */
export interface NewKey {
  /** The purpose of the key: 1 to 200 characters. */
  readonly name: string
  /** Default: `full`. */
  readonly access?: Access | undefined
  /** When the key expires; must be in the future. Default: `null`, never. */
  readonly expires_at?: string | null | undefined
}

/** A lead to create. Text fields without a value are empty. */
export interface NewLead {
  /** The address. It is unique in the campaign, ignoring case, with its domain in Unicode or punycode. */
  readonly email: string
  /** At most 10 000 characters. */
  readonly first_name?: string | undefined
  /** At most 10 000 characters. */
  readonly last_name?: string | undefined
  /** At most 10 000 characters. */
  readonly company?: string | undefined
  /** At most 10 000 characters; not checked. */
  readonly website?: string | undefined
  /** A text that mails can insert for this lead, at most 10 000 characters. */
  readonly personalization?: string | undefined
  /** The time zone of the lead: a name of the IANA time zone database, such as `Asia/Kathmandu`. `null`: the zone that custom fields such as `country` give. */
  readonly timezone?: string | null | undefined
  /** Values under names of your choice: at most 100. */
  readonly custom_fields?: { readonly [name: string]: string | number | boolean } | undefined
  /** The result of verifying the address; a new lead's default is `not_verified`. Mailroom sends nothing to an `invalid` address. */
  readonly verification_status?: VerificationStatus | undefined
  /** The account that all mails to the lead come from: one of the campaign's. `null`, a new lead's default: any account of the campaign. */
  readonly chosen_sender?: number | null | undefined
}

/** A person to add. */
export interface NewPerson {
  /** The name that others see: 1 to 200 characters. */
  readonly name: string
  /** The address with which the person signs in. It is unique in the organization. */
  readonly email: string
  /** `viewer`: reads. `responder`: also works with conversations. `member`: also works with leads and campaigns. `admin`: also changes accounts, integrations, settings and people, and reads the log. `owner`: also manages API keys and owners. */
  readonly role: Role
}

/** An answer to the newest incoming mail of a conversation. */
export interface NewReply {
  /** The text of the answer, at most 100 000 characters. */
  readonly body_text: string
  /** The same as HTML. Absent, empty or only white space: the mail is plain text. */
  readonly body_html?: string | undefined
  /** The account to answer from. Default: the account of the conversation. */
  readonly account_id?: number | undefined
  /** At most 20 addresses that get a copy. An address that is named twice, or is the recipient, gets the mail once. */
  readonly cc?: ReadonlyArray<string> | undefined
  /** At most 20 addresses that get a copy, which no other recipient sees. */
  readonly bcc?: ReadonlyArray<string> | undefined
  /** The ids of at most 20 uploads (`POST /uploads`), in their order in the mail. Each upload can be used by one mail. With them, the mail has at most 25 000 000 bytes as it is sent. */
  readonly attachments?: ReadonlyArray<number> | undefined
  /** The newest message of the conversation that the writer has seen. If somebody else has added one since, or an answer of somebody else is being sent, nothing is queued: a conflict, `newer_message`. Default: nothing is checked. */
  readonly last_message_id?: number | undefined
  /** When the answer is sent: a date-time of RFC 3339 in the future, at most a year ahead. Default: at once. Until then it is `queued`. Mail of a person that comes into the conversation first refuses it, and its text is kept. */
  readonly send_at?: string | undefined
}

/** A reply template to create. */
export interface NewReplyTemplate {
  /** 1 to 200 characters. The name is unique in the organization, ignoring case. */
  readonly name: string
  /** The text, 1 to 10 000 characters. Variables such as `{{first_name}}`, or `{{first_name|there}}` with a default, are those of steps, except `signature` and `unsubscribe_link`. */
  readonly body: string
}

/** A test of a step, sent to each seed address of the organization. */
export interface NewSeedTest {
  /** The lead of the campaign whose values the mail shows. It gets no mail. */
  readonly lead_id: number
  /** The step of the campaign to try. */
  readonly sequence_id: number
  /** The account to send from. */
  readonly account_id: number
}

/** A step to append, or a variant of one. Without `subject` it continues the thread, without `body_html` it is plain text, and without `attachments` it has no files. The default of `delay_days` and `weight` is 1, that of `delay_unit` is `days`; without `condition`, each lead gets the step. */
export interface NewSequence {
  /** The subject of the mail, with variables such as `{{company}}`. `null`: the mail continues the thread, with its subject. */
  readonly subject?: string | null | undefined
  /** The text of the mail, at most 100 000 characters. Variables such as `{{first_name}}`, or `{{first_name|there}}` with a default, insert values of the lead. */
  readonly body: string
  /** The HTML of the mail, at most 200 000 characters, with variables in text and in attributes with quotes. Links begin with `https://`, `http://` or `mailto:`. `null`, an empty text or only white space: the mail is plain text. */
  readonly body_html?: string | null | undefined
  /** The ids of at most 20 uploads (`POST /uploads`), in their order in the mail. Many steps can name an upload, which is kept while one of them does. With them, the mail has at most 25 000 000 bytes as it is sent. */
  readonly attachments?: ReadonlyArray<number> | undefined
  /** Days after the previous step; 0 to 365. All variants of a step have the same. */
  readonly delay_days?: number | undefined
  /** What `delay_days` counts. All variants of a step have the same. */
  readonly delay_unit?: DelayUnit | undefined
  /** What must be true of a lead when the step is due, or it does not get the step. `null`: nothing. Before the first mail to a lead, no condition counts. All variants of a step have the same. */
  readonly condition?: Condition | null | undefined
  /** A variant of the step to which this one is added; it has the position and the delay of that step. Without it, a step is appended. */
  readonly variant_of?: number | undefined
  /** The share of the leads that get this variant of the step, relative to the weights of the others; 0 to 100. Of `0`, no lead gets it that was not sent it before. */
  readonly weight?: number | undefined
}

/** Messages in a channel of Slack. */
export interface NewSlack {
  /** The type of the integration. */
  readonly type: "slack"
  /** A name for people: 1 to 200 characters. */
  readonly name: string
  /** Default: `true`. Enabling a disabled integration resets its failures and sends its pending deliveries. */
  readonly enabled?: boolean | undefined
  /** The types of notifications. Empty, the default: all types except `sent` and `opened`. */
  readonly events?: ReadonlyArray<NotificationType> | undefined
  /** The campaigns of the notifications: 1 to 500. `null`, the default: all campaigns, and notifications that belong to none. */
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  /** The target of messages for Slack. */
  readonly config: SlackConfig
}

/** A reply tag to create. */
export interface NewTag {
  /** 1 to 200 characters. The name is unique in the organization, ignoring case. */
  readonly name: string
  /** How a tag rates a reply. Replies with a positive tag count as `positive_replied`. */
  readonly sentiment: Sentiment
  /** The label that automatic labellers set by this tag. Of several tags with the same label, the oldest counts. */
  readonly label?: ReplyLabel | undefined
}

/** Messages in a chat of Telegram. */
export interface NewTelegram {
  /** The type of the integration. */
  readonly type: "telegram"
  /** A name for people: 1 to 200 characters. */
  readonly name: string
  /** Default: `true`. Enabling a disabled integration resets its failures and sends its pending deliveries. */
  readonly enabled?: boolean | undefined
  /** The types of notifications. Empty, the default: all types except `sent` and `opened`. */
  readonly events?: ReadonlyArray<NotificationType> | undefined
  /** The campaigns of the notifications: 1 to 500. `null`, the default: all campaigns, and notifications that belong to none. */
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  /** The target of messages for Telegram. */
  readonly config: TelegramConfig
}

/** A test of a step, sent to an account or to an address. */
export interface NewTestMail {
  /** The lead of the campaign whose values the mail shows. It gets no mail. */
  readonly lead_id: number
  /** The step of the campaign to try. */
  readonly sequence_id: number
  /** The account to send from. */
  readonly account_id: number
  /** The account that gets the mail: one of the organization. Default: the account that sends. */
  readonly to_account_id?: number | undefined
  /** The address that gets the mail, in the place of an account: of a colleague, or of a service that checks mails. */
  readonly to_email?: string | undefined
}

/** A row to record. The default of every optional field except `created_at` is `null`. */
export interface NewTransaction {
  /** The kind of the row. */
  readonly type: TransactionType
  /** A `pending` row may become `succeeded`, `failed` or `void`, once. */
  readonly status: TransactionStatus
  /** In minor units of the currency, such as cents; negative for money that the organization gets back. */
  readonly amount: number
  /** A currency of ISO 4217, such as `EUR`. */
  readonly currency: string
  /** The number of credits that the row adds, or removes when negative. */
  readonly credits?: number | null | undefined
  /** The balance of credits after this row. */
  readonly balance_after?: number | null | undefined
  /** A description for people; 1 to 1000 characters. */
  readonly description?: string | null | undefined
  /** The host's key for the row, unique in the organization. It makes recording idempotent. */
  readonly reference?: string | null | undefined
  /** The number of the invoice; 1 to 255 characters. */
  readonly invoice_number?: string | null | undefined
  /** The http or https URL of the invoice. */
  readonly invoice_url?: string | null | undefined
  /** The beginning of the period that the row is for. */
  readonly period_start?: string | null | undefined
  /** The end of the period that the row is for: not before `period_start`. */
  readonly period_end?: string | null | undefined
  /** When it happened. Default: now. */
  readonly created_at?: string | undefined
  /** When it was paid. */
  readonly paid_at?: string | null | undefined
}

/** A webhook: HTTP requests to a URL, signed. */
export interface NewWebhook {
  /** The type of the integration. */
  readonly type: "webhook"
  /** A name for people: 1 to 200 characters. */
  readonly name: string
  /** Default: `true`. Enabling a disabled integration resets its failures and sends its pending deliveries. */
  readonly enabled?: boolean | undefined
  /** The types of notifications. Empty, the default: all types except `sent` and `opened`. */
  readonly events?: ReadonlyArray<NotificationType> | undefined
  /** The campaigns of the notifications: 1 to 500. `null`, the default: all campaigns, and notifications that belong to none. */
  readonly campaign_ids?: ReadonlyArray<string> | null | undefined
  /** The target of a webhook. */
  readonly config: WebhookConfig
}

/** No login, for a relay that knows its senders by their IP address. */
export interface NoAuth {
  /** No login. */
  readonly type: "none"
}

/** An empty object. */
export interface NoFields { readonly [name: string]: unknown }

/** A note in a thread. It is never sent. */
export interface Note {
  /** The id of a note. */
  readonly id: number
  /** The id of a thread. */
  readonly thread_id: number
  /** Who wrote the note, with the name at that time. */
  readonly author: Actor
  /** The plain text, 1 to 10 000 characters. */
  readonly body: string
  /** When the note was written. */
  readonly created_at: string
  /** When its text was last changed. */
  readonly updated_at: string
}

/** A page of notes. */
export interface NotePage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<Note>
}

/** The text of a note. */
export interface NoteText {
  /** The plain text, 1 to 10 000 characters. */
  readonly body: string
}

/** The type of a notification: an event, or another change. */
export type NotificationType = "sent" | "delivered" | "opened" | "machine_opened" | "clicked" | "replied" | "auto_replied" | "bounced" | "soft_bounced" | "unsubscribed" | "complained" | "lead_stopped" | "lead_resumed" | "lead_tagged" | "lead_moved" | "blacklist_added" | "blacklist_removed" | "campaign_started" | "campaign_paused" | "campaign_completed" | "account_failing" | "integration_disabled"

/** A login with OAuth2, for accounts of Google and Microsoft. Access tokens are fetched with the refresh token. */
export interface OAuth2Auth {
  /** OAuth2. */
  readonly type: "oauth2"
  /** The user name. Default: the address of the account. */
  readonly user?: string | undefined
  /** The id of your OAuth2 client. */
  readonly client_id: string
  /** The secret of your OAuth2 client, if it has one. Secret. */
  readonly client_secret?: string | undefined
  /** The refresh token. Secret. */
  readonly refresh_token: string
  /** The Microsoft tenant: an id or a domain. Default: `common`. */
  readonly tenant?: string | undefined
}

/** The handling of an address that the campaign already has. `skip`: the lead stays unchanged. `update`: the given fields are changed. */
export type OnDuplicate = "skip" | "update"

/** A lead opened a mail. */
export interface OpenedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A lead opened a mail. */
export interface OpenedPayload {
  /** What happened. */
  readonly type: "opened"
  /** When it happened. */
  readonly timestamp: string
  /** A lead opened a mail. */
  readonly data: OpenedData
}

/** The changes of an organization's settings. Absent fields stay unchanged. */
export interface OrganizationPatch {
  /** A host name, such as `links.example.com`, whose record CNAME leads to the host of the public URL, and whose record TXT `_mailroom.links.example.com` has `tracking_domain_proof`. Both are checked before it is stored. `null`: none. */
  readonly tracking_domain?: string | null | undefined
  /** Makes campaigns wait for each other before they write to a person. `null`: they do not wait. */
  readonly contact_rule?: ContactRule | null | undefined
  /** The most mails of campaigns that a company gets in a day, from all accounts and campaigns together. A company is a registrable domain with its subdomains; a provider of mail, such as `gmail.com`, is none. `null`: no limit. */
  readonly domain_daily_limit?: number | null | undefined
  /** Own addresses at several providers, to which tests of steps can be sent in one go, to see where mails arrive: at most 25. */
  readonly seed_addresses?: ReadonlyArray<string> | undefined
  /** For how many days lists show events, from 30 on. `null`: for ever. A removed text does not come back. */
  readonly keep_events_days?: number | null | undefined
  /** For how many days texts and attachments of messages are kept, from 30 on. `null`: for ever. What is removed does not come back. */
  readonly keep_messages_days?: number | null | undefined
  /** For how many days lists show mails that were sent, from 30 on. `null`: for ever. A removed reply does not come back. */
  readonly keep_sends_days?: number | null | undefined
  /** For how many days entries of the log are kept, from 30 on. `null`: for ever. */
  readonly keep_log_days?: number | null | undefined
  /** Who labels answers automatically: `[]` switches it off. The default is `["rule", "function"]`. */
  readonly reply_labels?: ReadonlyArray<AutomaticLabeller> | undefined
}

/** An organization with its settings. */
export interface OrganizationSettings {
  /** The id of the organization. */
  readonly id: number
  /** The name of the organization. */
  readonly name: string
  /** The public URL of the service (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). `null`: none is set, so mails have no links to Mailroom. */
  readonly public_url: string | null
  /** The host name of the links to Mailroom in mails: tracked links, the image, and links to unsubscribe. `null`: they begin with the public URL. */
  readonly tracking_domain: string | null
  /** The value of a record TXT `_mailroom.<domain>`, which proves that a tracking domain belongs to this organization. */
  readonly tracking_domain_proof: string
  /** Whether campaigns wait for each other before they write to a person; `null`: they do not. */
  readonly contact_rule: ContactRule | null
  /** The most mails of campaigns that a company gets in a day, from all accounts and campaigns together. A company is a registrable domain with its subdomains; a provider of mail, such as `gmail.com`, is none. `null`: no limit. */
  readonly domain_daily_limit: number | null
  /** Own addresses at several providers, to which tests of steps can be sent in one go, to see where mails arrive: at most 25. */
  readonly seed_addresses: ReadonlyArray<string>
  /** After so many times 24 hours, no list shows an event any more, and its texts are removed. It still counts in analytics, for duplicates and for rules. `null`: events are kept for ever. */
  readonly keep_events_days: number | null
  /** After so many times 24 hours, the texts and attachments of a message are removed. Its thread stays, with subject, addresses and preview, and links in mails of ours lead on. `null`: messages are kept for ever. */
  readonly keep_messages_days: number | null
  /** After so many times 24 hours, no list shows a mail that was sent any more, and the reply of the server is removed. Its links lead on, and late answers and bounces find it. `null`: sent mails are listed for ever. */
  readonly keep_sends_days: number | null
  /** After so many times 24 hours, an entry of the log is removed. `null`: the log is kept for ever. */
  readonly keep_log_days: number | null
  /** Who labels answers automatically; `[]`: nobody. The rules are asked first, and the next one where nobody before knows. */
  readonly reply_labels: ReadonlyArray<AutomaticLabeller>
  /** When the organization was created. */
  readonly created_at: string
  /** When its settings were changed. */
  readonly updated_at: string
}

/** A campaign that writes to a person, or did so within the gap of `contact_rule`. */
export interface OtherCampaign {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The name of the campaign. */
  readonly name: string
}

/** What the accounts of the organization send in the next seven days, and which leads get nothing. */
export interface Outlook {
  /** The time zone of the days. */
  readonly timezone: string
  /** Today and the six days after it. */
  readonly days: ReadonlyArray<OutlookDay>
  /** The next mails, at most 100, by ascending `at`. */
  readonly mails: ReadonlyArray<OutlookMail>
  /** The answers that wait for the time that a person chose, at most 100, by ascending `at`. They are no part of the mails above. */
  readonly scheduled: ReadonlyArray<ScheduledAnswer>
  /** Leads whose mail is due and does not go out, at most 100, by ascending `due_at`. Leads of paused campaigns are not in it. */
  readonly held: ReadonlyArray<HeldLead>
  /** The active campaigns of the accounts, by ascending id. */
  readonly campaigns: ReadonlyArray<OutlookCampaign>
  /** The accounts that were looked at, by ascending id: the first 100. */
  readonly accounts: ReadonlyArray<OutlookAccount>
  /** The number of accounts that were not looked at; their mails are not foreseen. */
  readonly accounts_left_out: number
  /** Until when all mails of these accounts are foreseen: there are more leads than the forecast looks at. `null`: for all seven days. */
  readonly complete_until: string | null
}

/** An account that was looked at. */
export interface OutlookAccount {
  /** The id of a sender account. */
  readonly account_id: number
  /** The address of the account. */
  readonly email: string
  /** Why it sends nothing now; `null`: it may send. */
  readonly reason: SendingReason | null
}

/** The mails of an account on a day. */
export interface OutlookAccountMails {
  /** The id of a sender account. */
  readonly account_id: number
  /** The number of mails. */
  readonly mails: number
}

/** An active campaign. */
export interface OutlookCampaign {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The name of the campaign. */
  readonly name: string
  /** Why it sends nothing now; `null`: it may send. */
  readonly reason: SendingReason | null
  /** The number of leads that the last look passed over: a variable of the first step has no value for them, or their address is invalid, or not verified as the campaign requires. */
  readonly skipped: number
}

/** The mails of a campaign on a day. */
export interface OutlookCampaignMails {
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The number of mails. */
  readonly mails: number
}

/** The mails of a day that are foreseen. */
export interface OutlookDay {
  /** The day. */
  readonly date: string
  /** The number of mails. */
  readonly mails: number
  /** The campaigns with mails on this day, by ascending id. */
  readonly campaigns: ReadonlyArray<OutlookCampaignMails>
  /** The accounts with mails on this day, by ascending id. */
  readonly accounts: ReadonlyArray<OutlookAccountMails>
}

/** A mail that is foreseen. */
export interface OutlookMail {
  /** When the mail goes out. The pace of the account draws the exact instant. */
  readonly at: string
  /** The id of a lead. */
  readonly lead_id: number
  /** The address of the lead. */
  readonly email: string
  /** The id of a campaign: a lower-case UUID. */
  readonly campaign_id: string
  /** The id of a sender account. */
  readonly account_id: number
  /** The id of a step. */
  readonly sequence_id: number
  /** The position of the step. */
  readonly position: number
}

/** The numbers of the campaigns by account. */
export interface OverviewByAccount {
  /** The requested campaigns; `null`: all campaigns. */
  readonly campaign_ids: ReadonlyArray<string> | null
  /** The period of the numbers. */
  readonly period: Period
  /** The numbers of each account: by ascending id, then `null`. */
  readonly data: ReadonlyArray<AccountNumbers>
}

/** The numbers of each campaign. */
export interface OverviewByCampaign {
  /** The requested campaigns; `null`: all campaigns. */
  readonly campaign_ids: ReadonlyArray<string> | null
  /** The period of the numbers. */
  readonly period: Period
  /** The numbers of each campaign, in the order of creation. */
  readonly data: ReadonlyArray<CampaignNumbers>
}

/** The metrics of the campaigns together, over time. */
export interface OverviewEvents {
  /** The requested campaigns; `null`: all campaigns. */
  readonly campaign_ids: ReadonlyArray<string> | null
  /** The period of the numbers. */
  readonly period: Period
  /** The length of the intervals. */
  readonly interval: Interval
  /** Every interval of the period, in order. */
  readonly data: ReadonlyArray<IntervalMetrics>
  /** The metrics of the whole period. */
  readonly totals: TotalMetrics
}

/** The leads, metrics and rates of the campaigns together. */
export interface OverviewSummary {
  /** The requested campaigns; `null`: all campaigns. */
  readonly campaign_ids: ReadonlyArray<string> | null
  /** The period of the numbers. */
  readonly period: Period
  /** The current leads, independent of the period. */
  readonly leads: LeadCounts
  /** The counts of the period. */
  readonly metrics: Metrics
  /** Rates from 0 to 1 with four decimals; `null` if the divisor is 0. In a short period more leads may open mail than are contacted; then the rate is 1. If more mails bounce than are sent, `delivery_rate` is 0. */
  readonly rates: Rates
}

/** A login with a password. */
export interface PasswordAuth {
  /** A password. */
  readonly type: "password"
  /** The user name. Default: the address of the account. */
  readonly user?: string | undefined
  /** The password, or an app password of the provider. Secret. */
  readonly password: string
}

/** A new password of the person who is signed in. */
export interface PasswordChange {
  /** The password until now. */
  readonly current_password: string
  /** The new password: 12 to 1000 characters of any kind. */
  readonly password: string
}

/** Until when a lead waits. */
export interface PauseLead {
  /** The lead gets no mail before this instant, which is in the future. `null`: its pause ends now. */
  readonly until: string | null
}

/** The result of one id. */
export type PauseLeadResult = PausedLead | MissingLead

/** Until when up to 1000 leads wait. */
export interface PauseLeads {
  /** 1 to 1000 ids; repeated ids count once. */
  readonly ids: ReadonlyArray<number>
  /** The lead gets no mail before this instant, which is in the future. `null`: its pause ends now. */
  readonly until: string | null
}

/** The result of pausing leads. */
export interface PauseLeadsResult {
  /** The number of leads that were paused, or whose pause was ended. */
  readonly updated: number
  /** The number of ids without a lead in the organization. */
  readonly not_found: number
  /** One result per distinct id, in order. */
  readonly data: ReadonlyArray<PauseLeadResult>
}

/** Who decided that the lead waits: an automatic reply that names the day of its return, or a person. */
export type PausedBy = "auto_reply" | "person"

/** A lead that was paused, with the end of its pause before; `null`: it did not wait. */
export interface PausedLead {
  /** The id of a lead. */
  readonly id: number
  /** The lead was paused, or its pause was ended. */
  readonly status: "updated"
  /** No mail is sent before this instant; `null`: the lead does not wait. */
  readonly paused_until: string | null
}

/** The account that is failing. */
export interface PayloadAccount {
  /** The id of a sender account. */
  readonly id: number
  /** The address of the account. */
  readonly email: string
}

/** The campaign of the lead, or the campaign that changed. */
export interface PayloadCampaign {
  /** The id of a campaign: a lower-case UUID. */
  readonly id: string
  /** The name of the campaign. */
  readonly name: string
}

/** The integration that was disabled. */
export interface PayloadIntegration {
  /** The id of an integration. */
  readonly id: number
  /** The service that notifications are sent to. */
  readonly type: IntegrationType
  /** The name of the integration. */
  readonly name: string
}

/** A lead: all its fields are present, except `custom_fields`. */
export interface PayloadLead {
  /** The id of the lead. */
  readonly id: number
  /** The address, as it was given. */
  readonly email: string
  /** Empty when unknown. */
  readonly first_name: string
  /** Empty when unknown. */
  readonly last_name: string
  /** Empty when unknown. */
  readonly company: string
  /** Empty when unknown. */
  readonly website: string
  /** A text that mails can insert for this lead; empty if there is none. */
  readonly personalization: string
  /** The address of the account that sent the last mail; `null` before the first. */
  readonly sender: string | null
  /** The result of verifying the address. */
  readonly verification_status: VerificationStatus
  /** The state of the lead by its events. */
  readonly status: LeadStatus
  /** The campaign of the lead. */
  readonly campaign_id: string
  /** The step that was sent last; `null` before the first mail. */
  readonly id_previous_sending_sequence: number | null
  /** The number of sent mails. */
  readonly amount_sequences_sent: number
  /** When the last mail was sent; `null` before the first. */
  readonly date_last_sequence_send: string | null
  /** The text of the lead's first human reply, without quoted text and signature; `null` before it. */
  readonly reply_text: string | null
  /** The name of the reply tag; `null` without one. */
  readonly reply_status: string | null
  /** The reply tag; `null` without one. */
  readonly reply_status_tag_id: number | null
  /** Whether no further mail may be sent. */
  readonly stop_sending: boolean
  /** Why sending is stopped; `null` if it is not stopped. */
  readonly stop_sending_type: StopSendingType | null
  /** The account that all mails to the lead come from; `null`: any account of the campaign. */
  readonly chosen_sender: number | null
  /** The mail provider of the account that sent last; `null` before the first mail. */
  readonly provider: string | null
  /** Values under names of your choice, by name. */
  readonly custom_fields?: { readonly [name: string]: string | number | boolean } | undefined
}

/** The period of the numbers. */
export interface Period {
  /** The preset; `null` for a range of dates. */
  readonly preset: PeriodPreset | null
  /** The first instant; `null`: no bound. */
  readonly start: string | null
  /** The first instant after the period; `null`: no bound. */
  readonly end: string | null
  /** The time zone in which days begin. */
  readonly timezone: string
}

/** N days include today; weeks start on Monday. */
export type PeriodPreset = "today" | "yesterday" | "last_7_days" | "last_14_days" | "last_30_days" | "last_90_days" | "this_week" | "last_week" | "this_month" | "last_month" | "all_time"

/** A person who works for the organization. */
export interface Person {
  /** The id of a person. */
  readonly id: number
  /** The name that others see: 1 to 200 characters. */
  readonly name: string
  /** The address with which the person signs in. `null`: the host signs the person in. */
  readonly email: string | null
  /** The host's id of the person. `null`: the person signs in with an address and a password. */
  readonly external_id: string | null
  /** `viewer`: reads. `responder`: also works with conversations. `member`: also works with leads and campaigns. `admin`: also changes accounts, integrations, settings and people, and reads the log. `owner`: also manages API keys and owners. */
  readonly role: Role
  /** When the person was blocked; `null`: not blocked. */
  readonly blocked_at: string | null
  /** When the person was added. */
  readonly created_at: string
  /** When the person last signed in; `null`: never. */
  readonly last_signed_in_at: string | null
  /** When the link of the open invitation expires; `null`: there is none. */
  readonly invited_until: string | null
  /** Whether the person has a password. */
  readonly has_password: boolean
}

/** A page of people. */
export interface PersonPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<Person>
}

/** The changes of a person. Absent fields stay unchanged. */
export interface PersonPatch {
  /** The name that others see: 1 to 200 characters. */
  readonly name?: string | undefined
  /** `viewer`: reads. `responder`: also works with conversations. `member`: also works with leads and campaigns. `admin`: also changes accounts, integrations, settings and people, and reads the log. `owner`: also manages API keys and owners. */
  readonly role?: Role | undefined
  /** `true` ends all sessions of the person, and rejects new ones. `false` allows them again. */
  readonly blocked?: boolean | undefined
}

/** The steps of a campaign as a lead would get them. */
export interface Preview {
  /** The steps by ascending position. */
  readonly data: ReadonlyArray<PreviewedMail>
}

/** The lead to show the steps for. `subject`, `body` and `body_html` are texts of the step `sequence_id` that are not saved: they are shown in place of the stored ones, and nothing is stored. */
export interface PreviewInput {
  /** The lead of the campaign whose values the mails show. */
  readonly lead_id: number
  /** Only this step, in this variant. Default: all steps, each in the variant that the lead gets. */
  readonly sequence_id?: number | undefined
  /** The subject of the mail, with variables such as `{{company}}`. `null`: the mail continues the thread, with its subject. */
  readonly subject?: string | null | undefined
  /** The text of the mail, at most 100 000 characters. Variables such as `{{first_name}}`, or `{{first_name|there}}` with a default, insert values of the lead. */
  readonly body?: string | undefined
  /** The HTML of the mail, at most 200 000 characters, with variables in text and in attributes with quotes. Links begin with `https://`, `http://` or `mailto:`. `null`, an empty text or only white space: the mail is plain text. */
  readonly body_html?: string | null | undefined
}

/** A step as a lead would get it. Its unsubscribe link changes nothing. */
export interface PreviewedMail {
  /** The id of a step. */
  readonly sequence_id: number
  /** The position of the step. */
  readonly position: number
  /** The account that would send it: the lead's chosen sender, the account that has taken the lead, or the first of the campaign. */
  readonly account_id: number
  /** The address of the account. */
  readonly from_email: string
  /** The address of the lead. */
  readonly to_email: string
  /** The subject. A step that continues the thread shows the subject before it. */
  readonly subject: string
  /** The text, with the signature. */
  readonly body_text: string
  /** The HTML; `null`: the mail is plain text. */
  readonly body_html: string | null
  /** The files of the mail, in their order in it. */
  readonly attachments: ReadonlyArray<StepFile>
  /** The variables that have neither a value nor a default: with one of these, the step is not sent to the lead. */
  readonly missing: ReadonlyArray<string>
  /** The number of different mails that the alternatives of the step make, such as `{Hi|Hello}`; 1 without alternatives. The lead gets one of them. */
  readonly texts: number
  /** Values of the lead that count as missing because exports write them for a missing value, such as `null`, `N/A` or `-`: one sentence for each variable of the step. */
  readonly warnings: ReadonlyArray<string>
}

/** Why a request failed (RFC 9457). */
export interface Problem {
  /** Identifies the kind of problem: constant for each `code`. */
  readonly type: string
  /** The kind of problem, for people: constant for each `code`. */
  readonly title: string
  /** The HTTP status, as in the status line. */
  readonly status: number
  /** The cause of this problem, for people. */
  readonly detail: string
  /** The kind of problem, for programs. */
  readonly code: ProblemCode
  /** The `X-Request-Id` of the response. It is also in the log. */
  readonly request_id: string
  /** All faults, with the code `invalid_request`. Pointers begin with `/path`, `/query`, `/header` or `/body`. */
  readonly errors?: ReadonlyArray<Fault> | undefined
  /** The reason, with the code `conflict`. */
  readonly reason?: ConflictReason | undefined
  /** Everything that the campaign lacks, with the reason `campaign_not_ready`. */
  readonly issues?: ReadonlyArray<CampaignIssue> | undefined
}

/** The kind of problem, for programs. */
export type ProblemCode = "invalid_request" | "invalid_cursor" | "unauthorized" | "forbidden" | "no_organization" | "not_found" | "no_such_route" | "method_not_allowed" | "request_timeout" | "conflict" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "unavailable"

/** Where the mailbox is. */
export type Provider = "google" | "microsoft" | "smtp"

/** Lowers the daily limit of a new mailbox, and raises it day by day. */
export interface RampUp {
  /** Whether the daily limit is raised day by day. */
  readonly enabled: boolean
  /** The limit of the first day. */
  readonly start: number
  /** By how much each further day raises the limit. */
  readonly increment: number
  /** When the first day began. If not set, the time at which the ramp-up was enabled. `null`: it has not begun, so the limit is `start`. */
  readonly started_at: string | null
}

/** The ramp-up settings to change; at least one field. */
export interface RampUpPatch {
  /** Whether the daily limit is raised day by day. */
  readonly enabled?: boolean | undefined
  /** The limit of the first day. */
  readonly start?: number | undefined
  /** By how much each further day raises the limit. */
  readonly increment?: number | undefined
  /** When the first day began. If not set, the time at which the ramp-up was enabled. `null`: it has not begun, so the limit is `start`. */
  readonly started_at?: string | null | undefined
}

/** Rates from 0 to 1 with four decimals; `null` if the divisor is 0. In a short period more leads may open mail than are contacted; then the rate is 1. If more mails bounce than are sent, `delivery_rate` is 0. */
export interface Rates {
  /** `unique_opened / contacted` */
  readonly open_rate: number | null
  /** `unique_clicked / contacted` */
  readonly click_rate: number | null
  /** `unique_replied / contacted` */
  readonly reply_rate: number | null
  /** `positive_replied / unique_replied` */
  readonly positive_reply_rate: number | null
  /** `bounced / sent` */
  readonly bounce_rate: number | null
  /** `unsubscribed / contacted` */
  readonly unsubscribe_rate: number | null
  /** `delivered / sent` */
  readonly delivery_rate: number | null
}

/** Whether the process is ready for requests. */
export interface Readiness {
  /** `degraded`: storage answers for some organizations only. */
  readonly status: "ok" | "degraded"
  /** The degraded part. */
  readonly detail?: string | undefined
}

/** The result of one event. */
export interface RecordEventResult {
  /** The index of the input in the request, from 0. */
  readonly index: number
  /** The id of the event; `null` when it was rejected. */
  readonly id: number | null
  /** `duplicate`: already recorded, and not counted again. */
  readonly status: "recorded" | "duplicate" | "rejected"
  /** Why the input was rejected. Pointers are relative to the input. */
  readonly errors?: ReadonlyArray<Fault> | undefined
}

/** Events to record. */
export interface RecordEvents {
  /** 1 to 1000 events. Each is checked separately, so an invalid one does not affect the others. */
  readonly events: ReadonlyArray<NewEvent>
}

/** The result of recording events. */
export interface RecordEventsResult {
  /** The number of new events. */
  readonly recorded: number
  /** The number of events that were recorded before. */
  readonly duplicate: number
  /** The number of rejected inputs. */
  readonly rejected: number
  /** One result per input, in order. */
  readonly data: ReadonlyArray<RecordEventResult>
}

/** `rejected`: the server of the account or of the recipient rejected it; `reply` has its words. `cancelled`: a person cancelled it. `newer_message`: mail of a person came into the conversation before its `send_at`. `recipient_unsubscribed`: the recipient, or one of `cc` or `bcc`, unsubscribed or complained. `recipient_blacklisted`: of a test. `recipient_erased`: data about the recipient were erased. `account_deleted` and `account_not_connected`: of the account that sends. `file_missing`: a file of it is gone. `no_longer_due`: its lead does not get this step any more. */
export type RefusalReason = "account_deleted" | "account_not_connected" | "cancelled" | "file_missing" | "newer_message" | "no_longer_due" | "recipient_blacklisted" | "recipient_erased" | "recipient_unsubscribed" | "rejected"

/** What a campaign would send, and what stands in its way. Nothing is stored or sent. */
export interface Rehearsal {
  /** The time zone of the days. */
  readonly timezone: string
  /** The instant at which the rehearsal begins: now. */
  readonly starts_at: string
  /** When the first mail goes out; `null`: none does. */
  readonly first_mail_at: string | null
  /** When the last mail of the rehearsal goes out; `null`: none does. */
  readonly last_mail_at: string | null
  /** Whether no lead has a step left at the end. */
  readonly is_finished: boolean
  /** What becomes of the leads. */
  readonly leads: RehearsalLeads
  /** The number of mails of the campaign. */
  readonly mails: number
  /** The days from today to that of the last mail, also those without a mail. */
  readonly days: ReadonlyArray<RehearsalDay>
  /** The rules by which its leads move to other campaigns, in their order. */
  readonly moves: ReadonlyArray<RehearsalMove>
  /** What to look at before the start, the gravest first. */
  readonly warnings: ReadonlyArray<RehearsalWarning>
}

/** The mails of an account on a day. */
export interface RehearsalAccountDay {
  /** The id of a sender account. */
  readonly account_id: number
  /** The number of mails. */
  readonly mails: number
  /** The number of its mails of other campaigns. */
  readonly other_mails: number
  /** Whether it reached its limit of the day. */
  readonly is_full: boolean
}

/** What the campaign sends on a day. */
export interface RehearsalDay {
  /** The day. */
  readonly date: string
  /** The number of mails of the campaign. */
  readonly mails: number
  /** The number of them that are the first one to a lead. */
  readonly first_mails: number
  /** The number of leads that answer. */
  readonly replies: number
  /** The number of mails that bounce. */
  readonly bounces: number
  /** The number of leads whose mail was due by the end of the day but did not go out, mostly because an account or the campaign reached its limit. New leads are due from the first day on. */
  readonly waiting: number
  /** The accounts that send something on this day, by ascending id. */
  readonly accounts: ReadonlyArray<RehearsalAccountDay>
  /** The steps with mails on this day, by ascending position. */
  readonly steps: ReadonlyArray<RehearsalStepDay>
}

/** What is assumed about the recipients, and how long the rehearsal lasts. */
export interface RehearsalInput {
  /** How many of the leads that are written to answer, in percent. Default: 5. */
  readonly reply_rate?: number | undefined
  /** How many of the leads that are written to have an address that does not exist, in percent. Default: 2. */
  readonly bounce_rate?: number | undefined
  /** How many weeks are rehearsed at most. Default: 12. */
  readonly weeks?: number | undefined
  /** The time zone in which days begin: a name of the IANA time zone database. Default: the zone of the campaign. */
  readonly timezone?: string | undefined
  /** Whether the links of the steps are opened, at most 10. Default: `true`. */
  readonly check_links?: boolean | undefined
}

/** What becomes of the leads. */
export interface RehearsalLeads {
  /** The leads that were looked at, and may still get a mail. */
  readonly total: number
  /** Leads that get at least one mail. */
  readonly mailed: number
  /** Leads that answer. */
  readonly replied: number
  /** Leads whose mail bounces. */
  readonly bounced: number
  /** Leads that get all their steps. */
  readonly finished: number
  /** Leads that have steps left at the end, also those that get no mail for want of a value. */
  readonly left: number
}

/** A rule by which leads move to another campaign, and how many leads do. */
export interface RehearsalMove {
  /** What has to happen. */
  readonly when: MoveWhen
  /** The label of the reply tag: required for `labelled`, and not allowed otherwise. */
  readonly label?: MoveLabel | undefined
  /** The campaign to which the lead moves: another one of the organization. */
  readonly campaign_id: string
  /** The number of days between that and the move, by the clock that the delays of steps follow. */
  readonly after_days: number
  /** The name of that campaign; `null`: it was deleted, and the rule moves nobody. */
  readonly name: string | null
  /** Its status; `null`: it was deleted. Only an active campaign mails the leads that it gets; another one keeps them. */
  readonly status: CampaignStatus | null
  /** The number of leads that get their last step and move; `null`: it depends on labels, openings or clicks, which are not rehearsed. */
  readonly leads: number | null
}

/** The mails of a step on a day. */
export interface RehearsalStepDay {
  /** The step, or the variant of a step. */
  readonly sequence_id: number
  /** The position of the step. */
  readonly position: number
  /** The number of mails. */
  readonly mails: number
}

/** Something to look at before the campaign is started. */
export interface RehearsalWarning {
  /** What is the matter. `cannot_start`: the campaign cannot be started as it is. `account`: an account sends nothing, for `reason`. `leads`: leads get none or only some of their mails, for `reason`; with `missing_variable`, of the step and for want of `variables`. `condition`: the step has a condition, and the rehearsal assumes that nobody opens or clicks anything further. `first_attachment`: the first mail to a lead has a file, which makes filters and people distrust it. `large_mails`: with its files, the mail of a step is so large that many servers reject it. `placeholder_value`: values of leads count as missing, because exports write them for a missing value. `account_limit`: the limit of an account keeps mails waiting. `campaign_limit`: the limit of the campaign for new leads makes it longer. `late`: follow-ups go out more than a day after they are due. `bounce_limit`: the campaign is paused, or an account waits, because so many mails bounce. `not_finished`: leads have steps left when the rehearsal ends. `too_many_leads`: more leads than a rehearsal looks at. `dns`: the DNS of a domain that mails come from has a fault. `link`: a link in a step does not answer, or answers with an error. */
  readonly kind: "cannot_start" | "account" | "leads" | "condition" | "first_attachment" | "large_mails" | "placeholder_value" | "account_limit" | "campaign_limit" | "late" | "bounce_limit" | "not_finished" | "too_many_leads" | "dns" | "link"
  /** What is the matter and what to do, for people. */
  readonly message: string
  /** Why nothing is sent, of the kinds `account` and `leads`. */
  readonly reason: SendingReason | null
  /** The account that it is about; `null`: none, or several. */
  readonly account_id: number | null
  /** The first day on which it matters; `null`: at once. */
  readonly date: string | null
  /** How many leads, mails or days; `null`: not counted. */
  readonly count: number | null
  /** The step, or the variant of a step, that it is about; `null`: none, or several. */
  readonly sequence_id: number | null
  /** The position of that step; `null`: none. */
  readonly position: number | null
  /** The variables without a value or default; else empty. */
  readonly variables: ReadonlyArray<string>
  /** The leads that it is about, of the kind `leads`, by ascending id: the first 20. */
  readonly lead_ids: ReadonlyArray<number>
}

/** A person replied. */
export interface RepliedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
  /** The text that the author wrote; `null` if it is unknown, for instance for an automatic reply. */
  readonly reply_text: string | null
  /** The thread of the mail; `null` when the reply was reported by `POST /events`. */
  readonly thread_id: number | null
  /** The Message-ID of the mail. */
  readonly message_id: string | null
}

/** A person replied. */
export interface RepliedPayload {
  /** What happened. */
  readonly type: "replied"
  /** When it happened. */
  readonly timestamp: string
  /** A person replied. */
  readonly data: RepliedData
}

/** What an answer says. `not_now`: maybe later. `referral`: somebody else is named; `wrong_person`: nobody is named. `out_of_office`: it only says that the person is away. */
export type ReplyLabel = "interested" | "not_now" | "referral" | "wrong_person" | "out_of_office" | "unsubscribe"

/** `no_recipient`: the conversation has no incoming mail with an address. `recipient_unsubscribed`: the address, or one of `cc` or `bcc`, is on the blacklist, because its owner unsubscribed or complained. `account_not_connected`: the account that would answer has no credentials, or does not exist. */
export type ReplyObstacle = "no_recipient" | "recipient_unsubscribed" | "account_not_connected"

/** Whether a conversation can be answered, and how. */
export interface ReplyState {
  /** Whether an answer can be sent. */
  readonly allowed: boolean
  /** Why not; `null` if it is allowed. */
  readonly reason: ReplyObstacle | null
  /** The account that an answer comes from; `null`: none. */
  readonly account_id: number | null
  /** The address of this account; `null`: none. */
  readonly from_email: string | null
  /** The address that an answer goes to; `null`: none. */
  readonly to_email: string | null
  /** The other people of the mail that is answered, to answer to all: send them as `cc`. Without the organization's accounts, and without people who unsubscribed or complained. */
  readonly cc: ReadonlyArray<string>
  /** The subject of an answer. */
  readonly subject: string
}

/** A text that people begin answers with. */
export interface ReplyTemplate {
  /** The id of a reply template. */
  readonly id: number
  /** 1 to 200 characters. The name is unique in the organization, ignoring case. */
  readonly name: string
  /** The text, with variables. */
  readonly body: string
  /** When the template was created. */
  readonly created_at: string
  /** When the template was last changed. */
  readonly updated_at: string
}

/** A page of reply templates. */
export interface ReplyTemplatePage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<ReplyTemplate>
}

/** The changes of a reply template. Absent fields stay unchanged. */
export interface ReplyTemplatePatch {
  /** 1 to 200 characters. The name is unique in the organization, ignoring case. */
  readonly name?: string | undefined
  /** The text, 1 to 10 000 characters. Variables such as `{{first_name}}`, or `{{first_name|there}}` with a default, are those of steps, except `signature` and `unsubscribe_link`. */
  readonly body?: string | undefined
}

/** The `verification_status` that a lead needs for its first mail. `none`: every one but `invalid`. `checked`: `valid`, `accept_all` or `unknown`. `accept_all`: `valid` or `accept_all`. `valid`: only `valid`. */
export type RequiredVerification = "none" | "checked" | "accept_all" | "valid"

/** Another time for an answer that is sent later. */
export interface RescheduleSend {
  /** When the answer is sent: a date-time of RFC 3339 in the future, at most a year ahead; `null`: now. */
  readonly send_at: string | null
}

/** What a person found out about a mail whose outcome is unknown. */
export interface ResolveSend {
  /** `sent`: the mail has gone out. `unsent`: it has not, and may be sent again. */
  readonly outcome: "sent" | "unsent"
}

/** `viewer`: reads. `responder`: also works with conversations. `member`: also works with leads and campaigns. `admin`: also changes accounts, integrations, settings and people, and reads the log. `owner`: also manages API keys and owners. */
export type Role = "viewer" | "responder" | "member" | "admin" | "owner"

/** How an API key is replaced. */
export interface RotateKey {
  /** How long the old key still works, in seconds: at most a week. Default: a day. */
  readonly grace_seconds?: number | undefined
}

/** An answer that waits for the time that a person chose. */
export interface ScheduledAnswer {
  /** The id of a mail that Mailroom sends. */
  readonly send_id: number
  /** When it goes out: the time that a person chose. */
  readonly at: string
  /** The conversation that it answers. */
  readonly thread_id: number
  /** The lead of the conversation; `null`: unknown. */
  readonly lead_id: number | null
  /** The campaign of the conversation; `null`: unknown. */
  readonly campaign_id: string | null
  /** The id of a sender account. */
  readonly account_id: number
  /** The address that it goes to. */
  readonly to_email: string
  /** The subject. */
  readonly subject: string
}

/** The tests that were queued to seed addresses. */
export interface SeedTests {
  /** The mails, one for each address, in the order of the setting. */
  readonly data: ReadonlyArray<Send>
}

/** A mail that Mailroom sends, and what became of it. */
export interface Send {
  /** The id of a mail that Mailroom sends. */
  readonly id: number
  /** `step`: a step of a campaign. `reply`: an answer from the unibox. `forward`: a message of the unibox that was forwarded. `test`: a mail to try a step. */
  readonly kind: SendKind
  /** The lead that it goes to; `null`: unknown. */
  readonly lead_id: number | null
  /** The campaign; `null`: none. */
  readonly campaign_id: string | null
  /** The step of the campaign; `null` for replies. */
  readonly sequence_id: number | null
  /** The position of the step when it was sent; `null` for replies. */
  readonly position: number | null
  /** The thread of the unibox; `null`: not in a thread yet. */
  readonly thread_id: number | null
  /** The id of a sender account. */
  readonly account_id: number
  /** The address of the recipient; empty after an erasure. */
  readonly to_email: string
  /** The subject as it is sent; empty after an erasure. */
  readonly subject: string
  /** The Message-ID, with its angle brackets: the same for every try. */
  readonly message_id: string
  /** The Message-ID that the relay gave the mail in the place of ours, as its reply names it: `<id@host>`, or `id` where the relay does not say its host. `null`: it gave none. */
  readonly provider_message_id: string | null
  /** `queued`: waits for its first try. `begun`: is being sent. `deferred`: the server asked to try again later. `sent`: the server accepted it. `refused`: it will not be sent. `unknown`: the connection ended before the server answered, so it may have been sent; it is never sent again by itself. */
  readonly outcome: SendOutcome
  /** The number of tries so far. */
  readonly attempts: number
  /** The last reply of the server, or why there is none, in words for people. Compare `reason`, not these words. `null`: none yet, or it was removed after `keep_sends_days`. */
  readonly reply: string | null
  /** Why a mail that is `refused` is not sent; `null`: it has another outcome. */
  readonly reason: RefusalReason | null
  /** The text of an answer as it was written, without the signature, so that it can be written again; `null`: the answer was sent or erased, or the mail is no answer. */
  readonly body_text: string | null
  /** The addresses that get a copy of an answer. Empty: none, or the answer was sent or erased. */
  readonly cc: ReadonlyArray<string>
  /** The addresses that get a copy of an answer without being named in it. Empty: none, or the answer was sent or erased. */
  readonly bcc: ReadonlyArray<string>
  /** The files of an answer. Empty: none, or the answer was sent or erased. */
  readonly attachments: ReadonlyArray<SentFile>
  /** Who wrote the answer. `null`: it was sent, so its message has `sent_by`, or it was discarded or erased, or the mail is no answer. */
  readonly sent_by: Actor | null
  /** When the latest try began; `null`: not yet. */
  readonly begun_at: string | null
  /** When the outcome was known; `null`: not yet. */
  readonly ended_at: string | null
  /** When it is tried next; `null`: it is not tried again. */
  readonly next_attempt_at: string | null
  /** The time that a person chose for an answer; `null`: the answer goes out at once, or the mail is no answer. */
  readonly send_at: string | null
}

/** `step`: a step of a campaign. `reply`: an answer from the unibox. `forward`: a message of the unibox that was forwarded. `test`: a mail to try a step. */
export type SendKind = "step" | "reply" | "forward" | "test"

/** `queued`: waits for its first try. `begun`: is being sent. `deferred`: the server asked to try again later. `sent`: the server accepted it. `refused`: it will not be sent. `unknown`: the connection ended before the server answered, so it may have been sent; it is never sent again by itself. */
export type SendOutcome = "queued" | "begun" | "deferred" | "sent" | "refused" | "unknown"

/** A page of mails that Mailroom sends. */
export interface SendPage {
  /** The rows of the page. */
  readonly data: ReadonlyArray<Send>
  /** Whether there is another page. */
  readonly has_more: boolean
  /** The `cursor` of the next page; absent on the last page. */
  readonly next_cursor?: string | undefined
}

/** When the campaign sends, by the clock of its time zone. */
export interface SendWindow {
  /** The days of the week on which mails go out: 1 is Monday, 7 is Sunday. */
  readonly days: ReadonlyArray<number>
  /** The time from which mails go out, `HH:MM`. */
  readonly from: string
  /** The time until which mails go out, `HH:MM`, exclusive and after `from`; `24:00` is the end of the day. */
  readonly to: string
}

/** Why no mail is sent now. `lead_missing`: the lead was deleted. `lead_stopped`: sending to the lead is stopped. `blacklisted`: the blacklist covers the address of the lead. `campaign_not_active`: the campaign is not active, or was deleted. `account_disabled`: sending from the account is switched off, or the account was deleted. `account_failing`: the mail server of the account does not accept its mails, or its inbox cannot be read. `account_not_connected`: the account has no credentials. `address_invalid`: the address of the lead was verified, and is invalid. `verification_required`: the campaign asks for a verification (`required_verification`) that the address does not have. `lead_paused`: the lead waits until its pause ends. `other_campaign`: another campaign writes to the person, or did so within the gap of `contact_rule`. `no_step`: the lead has got all steps of the campaign. `waits_for_condition`: the next step has a condition that is not true of the lead so far (`waits_for`). `missing_variable`: a variable of the step has neither a value nor a default. `outside_window`: the window of the campaign is closed. `limit_reached`: the account, or for a first mail the campaign, may not send more mails today. `domain_limit`: the company of the lead may not get more mails today (`domain_daily_limit`). `pace`: the time since the last mail of the account is too short. `inbox_behind`: the inbox of the account has to be read first, because it may have an answer. `outcome_unknown`: the mail before may have been sent: its outcome is unknown for less than 24 hours. */
export type SendingReason = "lead_missing" | "lead_stopped" | "blacklisted" | "campaign_not_active" | "account_disabled" | "account_failing" | "account_not_connected" | "address_invalid" | "verification_required" | "lead_paused" | "other_campaign" | "no_step" | "waits_for_condition" | "missing_variable" | "outside_window" | "limit_reached" | "domain_limit" | "pace" | "inbox_behind" | "outcome_unknown"

/** Whether Mailroom puts a copy of each sent mail into the folder of sent mail. `auto`: where the server keeps none, which is found out after the first mail. `always`: where the folder has none. `never`: it does not. Google and Microsoft keep copies themselves, so they never get one. */
export type SentCopy = "auto" | "always" | "never"

/** A mail was sent to a lead. */
export interface SentData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A file of a mail that is not sent yet. */
export interface SentFile {
  /** The id of the upload. */
  readonly id: number
  /** The name of the file. */
  readonly filename: string
  /** In bytes. */
  readonly size: number
}

/** The mail of a `sent` event. It starts the lead's thread or continues it. */
export interface SentMessage {
  /** The header's Message-ID, with or without its angle brackets. */
  readonly message_id: string
  /** The subject; may be empty. */
  readonly subject: string
  /** The plain text. */
  readonly body_text: string
  /** The HTML, if the mail has it. */
  readonly body_html?: string | undefined
  /** The address of the account. */
  readonly from_email: string
  /** The address of the lead. */
  readonly to_email: string
  /** At most 20 files that the mail had. The message of the conversation names them, without their bytes. */
  readonly left_out?: ReadonlyArray<SentMessageFile> | undefined
}

/** A file that the mail had. */
export interface SentMessageFile {
  /** The name of the file. */
  readonly filename: string
  /** The media type, without parameters. */
  readonly content_type: string
  /** In bytes. */
  readonly size: number
}

/** A mail was sent to a lead. */
export interface SentPayload {
  /** What happened. */
  readonly type: "sent"
  /** When it happened. */
  readonly timestamp: string
  /** A mail was sent to a lead. */
  readonly data: SentData
}

/** How a tag rates a reply. Replies with a positive tag count as `positive_replied`. */
export type Sentiment = "positive" | "neutral" | "negative"

/** One step of a campaign, or a variant of it: a mail, and how long after the one before. */
export interface Sequence {
  /** The id of a step. */
  readonly id: number
  /** 1, 2, … in the order of sending. Sequences with the same position are the variants of a step: a lead gets one of them. */
  readonly position: number
  /** The letter of a variant of a step. It stays the same when other variants are deleted. */
  readonly variant: Variant
  /** The share of the leads that get this variant of the step, relative to the weights of the others; 0 to 100. Of `0`, no lead gets it that was not sent it before. */
  readonly weight: number
  /** The subject of the mail. `null`: the mail continues the thread, with its subject. */
  readonly subject: string | null
  /** The text of the mail, at most 100 000 characters. */
  readonly body: string
  /** The HTML of the mail, at most 200 000 characters. `null`: the mail is plain text. */
  readonly body_html: string | null
  /** The files that the mails of this variant have, in their order in the mail. Mails of other steps have only the files of their own step. */
  readonly attachments: ReadonlyArray<StepFile>
  /** Days after the previous step; 0 to 365. All variants of a step have the same. */
  readonly delay_days: number
  /** What `delay_days` counts. All variants of a step have the same. */
  readonly delay_unit: DelayUnit
  /** What must be true of a lead when the step is due, or it does not get the step. `null`: nothing. Before the first mail to a lead, no condition counts. All variants of a step have the same. */
  readonly condition: Condition | null
  /** When a variant gets all further leads of the step. All variants of a step have the same. `null`: the leads are always split by the weights. */
  readonly winner_rule: WinnerRule | null
  /** The decision that this variant gets all further leads of the step. `null`: it has not won. */
  readonly won: Won | null
}

/** The steps of a campaign, with their variants. */
export interface SequenceList {
  /** The steps and their variants, by position and variant. */
  readonly data: ReadonlyArray<Sequence>
}

/** The numbers of one step, or of one variant of it. */
export interface SequenceNumbers {
  /** The id of the sequence: a step, or a variant of it. `null`: numbers without a known sequence. The other fields are `null` also after it is deleted. */
  readonly sequence_id: number | null
  /** The letter of the variant of the step; `null` after it is deleted. */
  readonly variant: Variant | null
  /** The current position of its step; `null` after it is deleted. */
  readonly position: number | null
  /** Its current subject; `null` after it is deleted. */
  readonly subject: string | null
  /** The counts of the period. */
  readonly metrics: Metrics
  /** Rates from 0 to 1 with four decimals; `null` if the divisor is 0. In a short period more leads may open mail than are contacted; then the rate is 1. If more mails bounce than are sent, `delivery_rate` is 0. */
  readonly rates: Rates
}

/** The changes of a sequence. A new `position` moves the step with all its variants, and renumbers the others; `delay_days`, `delay_unit`, `condition` and `winner_rule` apply to all its variants. */
export interface SequencePatch {
  /** 1, 2, … in the order of sending. Sequences with the same position are the variants of a step: a lead gets one of them. */
  readonly position?: number | undefined
  /** The subject of the mail, with variables such as `{{company}}`. `null`: the mail continues the thread, with its subject. */
  readonly subject?: string | null | undefined
  /** The text of the mail, at most 100 000 characters. Variables such as `{{first_name}}`, or `{{first_name|there}}` with a default, insert values of the lead. */
  readonly body?: string | undefined
  /** The HTML of the mail, at most 200 000 characters, with variables in text and in attributes with quotes. Links begin with `https://`, `http://` or `mailto:`. `null`, an empty text or only white space: the mail is plain text. */
  readonly body_html?: string | null | undefined
  /** The ids of at most 20 uploads (`POST /uploads`), in their order in the mail. Many steps can name an upload, which is kept while one of them does. With them, the mail has at most 25 000 000 bytes as it is sent. */
  readonly attachments?: ReadonlyArray<number> | undefined
  /** Days after the previous step; 0 to 365. All variants of a step have the same. */
  readonly delay_days?: number | undefined
  /** What `delay_days` counts. All variants of a step have the same. */
  readonly delay_unit?: DelayUnit | undefined
  /** What must be true of a lead when the step is due, or it does not get the step. `null`: nothing. Before the first mail to a lead, no condition counts. All variants of a step have the same. */
  readonly condition?: Condition | null | undefined
  /** The share of the leads that get this variant of the step, relative to the weights of the others; 0 to 100. Of `0`, no lead gets it that was not sent it before. */
  readonly weight?: number | undefined
  /** When a variant gets all further leads of the step. `null`: the leads are split by the weights, also after a variant has won. */
  readonly winner_rule?: WinnerRuleInput | null | undefined
}

/** The organization and the rights of a request. */
export interface Session {
  /** The organization. */
  readonly organization: SessionOrganization
  /** `full`: every operation. `read`: only operations that change nothing. */
  readonly access: Access
  /** The key; `null` for a person, and when the host authenticates in another way. */
  readonly key: SessionKey | null
  /** The person who is signed in; `null` for an API key. */
  readonly person: SessionPerson | null
  /** What the request may do. An API key with full access acts as an owner. */
  readonly role: Role
}

/** The API key of the request. */
export interface SessionKey {
  /** The id of an API key. */
  readonly id: number
  /** The purpose of the key. */
  readonly name: string
}

/** The organization. */
export interface SessionOrganization {
  /** The id of the organization. */
  readonly id: number
  /** The name of the organization. */
  readonly name: string
}

/** The person who is signed in. */
export interface SessionPerson {
  /** The id of a person. */
  readonly id: number
  /** The name that others see: 1 to 200 characters. */
  readonly name: string
}

/** What a session begins with: `key`, `code`, `email` with `password`, or `invitation` with `password`. */
export interface SignIn {
  /** An API key of the organization. */
  readonly key?: string | undefined
  /** A code that works once. */
  readonly code?: string | undefined
  /** The address of a person. */
  readonly email?: string | undefined
  /** The token in the link of an invitation. */
  readonly invitation?: string | undefined
  /** The password of the person; with `invitation` a new one, 12 to 1000 characters. */
  readonly password?: string | undefined
  /** Only in this organization. Default: the first one in which the address has the password. */
  readonly organization_id?: number | undefined
}

/** The target of messages for Slack. */
export interface SlackConfig {
  /** The URL of an incoming webhook, or of the trigger of a workflow with a variable `text`. Its path is secret. */
  readonly url: string
}

/** How to log in to the server that mails are sent through. */
export type SmtpAuth = PasswordAuth | OAuth2Auth | HostAuth | NoAuth

/** The server that mails are sent through. */
export interface SmtpConnection {
  /** The name of the server. */
  readonly host: string
  /** The port of the server. */
  readonly port: number
  /** `tls`: encrypted from the first byte. `starttls`: encrypted before the login; required, never optional. */
  readonly security: MailSecurity
  /** The user name. */
  readonly user: string
  /** How the mailbox is logged in to: with a password, with an OAuth2 refresh token, with access tokens of the host app, or not at all. */
  readonly auth: MailAuthType
}

/** The server that mails are sent through. */
export interface SmtpCredentials {
  /** The name of the server. Required for accounts with the provider `smtp`. */
  readonly host?: string | undefined
  /** 25, 465, 587 or 2525. Default: 465, for Microsoft 587. */
  readonly port?: number | undefined
  /** Default: `tls`, and `starttls` on the ports 25, 143, 587 and 2525. */
  readonly security?: MailSecurity | undefined
  /** Default: no login. */
  readonly auth?: SmtpAuth | undefined
}

/** A mail could not be delivered; a later attempt may succeed. */
export interface SoftBouncedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
  /** The address that the mail did not reach. */
  readonly email: string
  /** Whether the address is dead. */
  readonly hard: boolean
  /** The reason: a `BounceReason` such as `unknown_address`, or the text that the host reported. */
  readonly reason: string | null
}

/** A mail could not be delivered; a later attempt may succeed. */
export interface SoftBouncedPayload {
  /** What happened. */
  readonly type: "soft_bounced"
  /** When it happened. */
  readonly timestamp: string
  /** A mail could not be delivered; a later attempt may succeed. */
  readonly data: SoftBouncedData
}

/** The process answers. */
export interface Status {
  /** Always `ok`. */
  readonly status: "ok"
}

/** The step that a lead gets next. */
export interface StepAhead {
  /** The step, in the variant for the lead. */
  readonly sequence_id: number
  /** 1, 2, … in the order of sending. Sequences with the same position are the variants of a step: a lead gets one of them. */
  readonly position: number
  /** The earliest instant, by the delay of the step, a pause and the window; `null`: now. Limits and the pace may delay the mail. */
  readonly at: string | null
}

/** A file that the mails of a step have. */
export interface StepFile {
  /** The id of an attachment. */
  readonly id: number
  /** The name that the sender gave it; never a path. */
  readonly filename: string
  /** The extension of the name: without the dot, in lower case; empty when the name has none. */
  readonly ext: string
  /** 0 other, 1 image, 2 document, 3 archive, 4 calendar, 5 message. */
  readonly type: AttachmentType
  /** The media type, without parameters. */
  readonly content_type: string
  /** In bytes. */
  readonly size: number
}

/** What a reply or an unsubscription stops. `campaign`: only the lead. `organization`: also the leads with the same address in all other campaigns. `company`: like `organization`; besides, its leads stop when a colleague answers, unsubscribes or complains in any campaign. A company is a registrable domain with its subdomains; a provider of mail, such as `gmail.com`, is none. */
export type StopScope = "campaign" | "organization" | "company"

/** The rule that stops sending: a person (`manual`), a human `reply`, a `bounce`, an `unsubscribe`, a `complaint`, an entry of the `blacklist`, an answer of a `colleague`, or a rule that moved the lead to another campaign (`moved`). */
export type StopSendingType = "manual" | "reply" | "bounce" | "unsubscribe" | "complaint" | "blacklist" | "colleague" | "moved"

/** What to read of an inbox. */
export interface SyncInbox {
  /** Also take in mail that arrived from here on, at most 90 days ago. A date begins in UTC. Default: only what is new. */
  readonly since?: string | undefined
}

/** `replies`: threads in which a lead replied. `other`: all other threads with incoming mail. */
export type Tab = "replies" | "other"

/** A label for the content of replies. */
export interface Tag {
  /** The id of a reply tag. */
  readonly id: number
  /** 1 to 200 characters. The name is unique in the organization, ignoring case. */
  readonly name: string
  /** How a tag rates a reply. Replies with a positive tag count as `positive_replied`. */
  readonly sentiment: Sentiment
  /** The label that automatic labellers set by this tag. Of several tags with the same label, the oldest counts. */
  readonly label?: ReplyLabel | undefined
}

/** A page of reply tags. */
export interface TagPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<Tag>
}

/** The changes of a reply tag. Absent fields stay unchanged. */
export interface TagPatch {
  /** 1 to 200 characters. The name is unique in the organization, ignoring case. */
  readonly name?: string | undefined
  /** How a tag rates a reply. Replies with a positive tag count as `positive_replied`. */
  readonly sentiment?: Sentiment | undefined
  /** The label that automatic labellers set by this tag; `null`: none. */
  readonly label?: ReplyLabel | null | undefined
}

/** The target of messages for Telegram. */
export interface TelegramConfig {
  /** The token of the bot, as BotFather shows it. Secret, except for the id before the colon. */
  readonly bot_token: string
  /** The id of a chat, or the name of a public channel, such as `@channel`. */
  readonly chat_id: string
}

/** The result of delivering an example. */
export interface TestResult {
  /** Whether the example was delivered. */
  readonly success: boolean
  /** The HTTP status of the answer; `null` when none came. */
  readonly status_code: number | null
  /** The time until the answer, in milliseconds; `null` when none came. */
  readonly response_time_ms: number | null
  /** Why the delivery failed; `null` if it succeeded. */
  readonly error: string | null
  /** When it was delivered; `null` if the delivery failed. */
  readonly delivered_at: string | null
}

/** A conversation. Fields without a value are absent. */
export interface Thread {
  /** The id of a thread. */
  readonly id: number
  /** `replies`: threads in which a lead replied. `other`: all other threads with incoming mail. */
  readonly tab: Tab
  /** `open`: there is something to do. `done`: put aside, until new mail comes in. `snoozed`: put aside until `snoozed_until`, or until new mail comes in. */
  readonly state: ThreadState
  /** When a `snoozed` thread opens again; absent in all other states. */
  readonly snoozed_until?: string | undefined
  /** The person who takes care of the thread; absent: nobody. */
  readonly assigned_to?: number | undefined
  /** The same as `id`. Present if the thread contains a message of ours, because incoming mail alone is not a conversation. */
  readonly thread_id?: number | undefined
  /** The lead that the thread is about; absent if it is unknown. */
  readonly lead_id?: number | undefined
  /** The campaign of the thread; absent if it is unknown or deleted. */
  readonly campaign_id?: string | undefined
  /** The newest message by `date_sent`, then id: one that was forwarded only if there is no other. Here `is_new` says whether any message of the thread is. */
  readonly last_message: MessageSummary
  /** The number of messages. */
  readonly message_count: number
  /** The account of the newest message with a known account. */
  readonly account_id?: number | undefined
  /** The current data of the lead; absent while the campaign is being deleted. */
  readonly lead?: ThreadLead | undefined
  /** The current name of the campaign. */
  readonly campaign_name?: string | undefined
  /** In a list with `search`: the newest message that matches; absent if its `reply_text` does not contain the search. */
  readonly found?: ThreadExcerpt | undefined
  /** When the next answer goes out that waits for the time that a person chose; absent: none waits. The conversation stays in its state, `open` for instance: a mail that comes in ends the wait. */
  readonly scheduled_at?: string | undefined
}

/** The words that a search has found in a thread. */
export interface ThreadExcerpt {
  /** The id of the message. */
  readonly id: number
  /** The part of its `reply_text` around the first match: white space folded, at most 150 characters, with `…` where it is cut. */
  readonly text: string
}

/** The lead of a thread in a list. */
export interface ThreadLead {
  /** The address, as it was given. */
  readonly email: string
  /** Empty when unknown. */
  readonly first_name: string
  /** Empty when unknown. */
  readonly last_name: string
  /** Empty when unknown. */
  readonly company: string
  /** The name of the reply tag; `null` without one. */
  readonly reply_status: string | null
  /** Who decided `reply_status`; `null`: nobody did. A person may also have decided that there is no tag. */
  readonly reply_status_by: LabelledBy | null
}

/** A page of threads. */
export interface ThreadPage {
  /** The rows of the page. */
  readonly data: ReadonlyArray<Thread>
  /** Whether there is another page. */
  readonly has_more: boolean
  /** The `cursor` of the next page; absent on the last page. */
  readonly next_cursor?: string | undefined
}

/** The changes of a thread. Absent fields stay unchanged. */
export interface ThreadPatch {
  /** `false` marks every message as seen, `true` marks the newest incoming message as new. */
  readonly is_new?: boolean | undefined
  /** The tab to move the thread to. */
  readonly tab?: Tab | undefined
  /** `done` and `snoozed` put the thread aside, `open` brings it back. Mail that comes in opens a thread again. */
  readonly state?: ThreadState | undefined
  /** When the thread opens again; required with the state `snoozed`, and only there. A thread that opens by itself is new. With an instant that has passed, the thread is open at once, and not new. */
  readonly snoozed_until?: string | undefined
  /** The person who takes care of the thread; `null`: nobody. */
  readonly assigned_to?: number | null | undefined
}

/** `open`: there is something to do. `done`: put aside, until new mail comes in. `snoozed`: put aside until `snoozed_until`, or until new mail comes in. */
export type ThreadState = "open" | "done" | "snoozed"

/** A thread with a page of its messages. */
export interface ThreadWithMessages {
  /** The thread. */
  readonly thread: Thread
  /** Whether a conversation can be answered, and how. */
  readonly reply: ReplyState
  /** Who else is answering the thread now. */
  readonly answering: ReadonlyArray<Answering>
  /** The rows of the page. */
  readonly data: ReadonlyArray<Message>
  /** Whether there is another page. */
  readonly has_more: boolean
  /** The `cursor` of the next page; absent on the last page. */
  readonly next_cursor?: string | undefined
}

/** The metrics of the whole period. */
export interface TotalMetrics {
  /** Mails sent. */
  readonly sent?: number | undefined
  /** Leads whose first mail was sent in the period. */
  readonly contacted?: number | undefined
  /** Opens by people. */
  readonly opened?: number | undefined
  /** Leads whose first open is in the period. */
  readonly unique_opened?: number | undefined
  /** Opens by machines, such as prefetching proxies. */
  readonly machine_opened?: number | undefined
  /** Clicks. */
  readonly clicked?: number | undefined
  /** Leads whose first click is in the period. */
  readonly unique_clicked?: number | undefined
  /** Human replies. */
  readonly replied?: number | undefined
  /** Leads whose first human reply is in the period. */
  readonly unique_replied?: number | undefined
  /** Automatic replies. */
  readonly auto_replied?: number | undefined
  /** The leads in `unique_replied` whose tag is positive now. */
  readonly positive_replied?: number | undefined
  /** Leads whose first bounce is in the period: a mail to them failed permanently. */
  readonly bounced?: number | undefined
  /** Mails that failed temporarily. */
  readonly soft_bounced?: number | undefined
  /** Leads whose first unsubscription is in the period. */
  readonly unsubscribed?: number | undefined
  /** Reports as spam. */
  readonly complained?: number | undefined
  /** `sent - bounced`. Below 0 when mails of an earlier period bounce, so that the days of a period add up to it. */
  readonly delivered?: number | undefined
}

/** Whether the tracking domain works now. */
export interface TrackingDomainState {
  /** The stored tracking domain; `null`: none. */
  readonly tracking_domain: string | null
  /** `none`: there is no tracking domain. `ok`: links by it reach this service. `error`: they do not, see `reason`. */
  readonly status: "none" | "ok" | "error"
  /** `no_public_url`: the service has no public URL. `not_proved`: the record that proves whose it is is missing. `dns_unanswered`: no name server answers. `no_records`: the domain has no public address. `points_elsewhere`: it leads to another host. `unreachable`: a request by it gets no answer. `wrong_answer`: something else than this service answers. `null`: no fault. */
  readonly reason: "no_public_url" | "not_proved" | "dns_unanswered" | "no_records" | "points_elsewhere" | "unreachable" | "wrong_answer" | null
  /** What was found, and what to do, for people. */
  readonly message: string
  /** The record that leads the domain to this service; `null` without a domain or a public URL. */
  readonly record: DomainRecord | null
  /** The record that proves that the domain belongs to the organization; `null` without a domain. */
  readonly proof: DomainRecord | null
  /** When it was checked. */
  readonly checked_at: string
}

/** A row of the organization's ledger, as the host recorded it. Mailroom charges no money. */
export interface Transaction {
  /** The id of a transaction. */
  readonly id: number
  /** The kind of the row. */
  readonly type: TransactionType
  /** A `pending` row may become `succeeded`, `failed` or `void`, once. */
  readonly status: TransactionStatus
  /** In minor units of the currency, such as cents; negative for money that the organization gets back. */
  readonly amount: number
  /** A currency of ISO 4217, such as `EUR`. */
  readonly currency: string
  /** The number of credits that the row adds, or removes when negative. */
  readonly credits: number | null
  /** The balance of credits after this row. */
  readonly balance_after: number | null
  /** A description for people; 1 to 1000 characters. */
  readonly description: string | null
  /** The host's key for the row, unique in the organization. It makes recording idempotent. */
  readonly reference: string | null
  /** The number of the invoice; 1 to 255 characters. */
  readonly invoice_number: string | null
  /** The http or https URL of the invoice. */
  readonly invoice_url: string | null
  /** The beginning of the period that the row is for. */
  readonly period_start: string | null
  /** The end of the period that the row is for: not before `period_start`. */
  readonly period_end: string | null
  /** When it happened. If the host did not give it: when it was recorded. */
  readonly created_at: string
  /** When it was paid. */
  readonly paid_at: string | null
}

/** A page of transactions. */
export interface TransactionPage {
  /** The number of rows in all pages together. */
  readonly total: number
  /** The number of skipped rows. */
  readonly offset: number
  /** The maximum number of rows in the page. */
  readonly limit: number
  /** The rows of the page. */
  readonly data: ReadonlyArray<Transaction>
}

/** A `pending` row may become `succeeded`, `failed` or `void`, once. */
export type TransactionStatus = "pending" | "succeeded" | "failed" | "refunded" | "void"

/** The kind of the row. */
export type TransactionType = "payment" | "refund" | "credit" | "usage" | "adjustment"

/** How far a mail, and what it reports, can be believed. `verified`: proven, by a Message-ID that only the recipient knows, by DMARC, or by the host's word. `plausible`: neither proven nor refuted. `unverified`: refuted, or a claim without evidence. */
export type Trust = "verified" | "plausible" | "unverified"

/** The result for one entry. */
export interface UnblacklistDomainResult {
  /** The id of the entry; `null` without an entry. */
  readonly id: number | null
  /** The result for an entry. */
  readonly status: UnblacklistStatus
  /** The normalized value; `null` without one. */
  readonly domain: string | null
}

/** The domains to take off the blacklist, by value or by id. */
export interface UnblacklistDomains {
  /** 1 to 1000 domains. */
  readonly domains?: ReadonlyArray<string> | undefined
  /** 1 to 1000 ids of entries. */
  readonly ids?: ReadonlyArray<number> | undefined
}

/** The result of removing domains. */
export interface UnblacklistDomainsResult {
  /** The number of removed entries. */
  readonly removed: number
  /** The number of entries that were not found. */
  readonly not_found: number
  /** The number of leads that may get mail again. */
  readonly leads_resumed: number
  /** One result per input, in order. */
  readonly data: ReadonlyArray<UnblacklistDomainResult>
}

/** The result for one entry. */
export interface UnblacklistEmailResult {
  /** The id of the entry; `null` without an entry. */
  readonly id: number | null
  /** The result for an entry. */
  readonly status: UnblacklistStatus
  /** The normalized value; `null` without one. */
  readonly email: string | null
}

/** The addresses to take off the blacklist, by value or by id. */
export interface UnblacklistEmails {
  /** 1 to 1000 addresses. */
  readonly emails?: ReadonlyArray<string> | undefined
  /** 1 to 1000 ids of entries. */
  readonly ids?: ReadonlyArray<number> | undefined
}

/** The result of removing addresses. */
export interface UnblacklistEmailsResult {
  /** The number of removed entries. */
  readonly removed: number
  /** The number of entries that were not found. */
  readonly not_found: number
  /** The number of leads that may get mail again. */
  readonly leads_resumed: number
  /** One result per input, in order. */
  readonly data: ReadonlyArray<UnblacklistEmailResult>
}

/** The result for an entry. */
export type UnblacklistStatus = "removed" | "not_found"

/** The revision of the unibox, and the numbers of threads with new messages and of open threads. */
export interface UniboxChanges {
  /** Grows whenever a thread changes. */
  readonly revision: number
  /** The number of threads with new messages in the tab `replies`, at most 1000. */
  readonly replies: number
  /** The number of threads with new messages in the tab `other`, at most 1000. */
  readonly other: number
  /** The number of open threads in each tab. */
  readonly todo: UniboxTodo
}

/** The number of open threads in each tab. */
export interface UniboxTodo {
  /** The number of open threads in the tab `replies`, at most 1000. */
  readonly replies: number
  /** The number of open threads in the tab `other`, at most 1000. */
  readonly other: number
}

/** The number of new threads of each tab. */
export interface Unread {
  /** The number of new threads in the tab `replies`. */
  readonly replies: number
  /** The number of new threads in the tab `other`. */
  readonly other: number
}

/** A lead unsubscribed. */
export interface UnsubscribedData {
  /** The id of the organization. */
  readonly organization_id: number
  /** The id of the event: the same for every integration. */
  readonly id: number
  /** The lead after the event. */
  readonly lead: PayloadLead
  /** The campaign of the lead, or the campaign that changed. */
  readonly campaign: PayloadCampaign
}

/** A lead unsubscribed. */
export interface UnsubscribedPayload {
  /** What happened. */
  readonly type: "unsubscribed"
  /** When it happened. */
  readonly timestamp: string
  /** A lead unsubscribed. */
  readonly data: UnsubscribedData
}

/** What a campaign sends next, and why it sends nothing. */
export interface Upcoming {
  /** Why the campaign sends nothing now; `null`: at least one of its accounts may send. */
  readonly reason: SendingReason | null
  /** The window of the campaign. */
  readonly window: UpcomingWindow
  /** The number of leads that the last look passed over: a variable of the first step has no value for them, or their address is invalid, or not verified as the campaign requires. */
  readonly skipped: number
  /** The number of leads that wait until their pause ends. */
  readonly paused: number
  /** The number of leads whose last mail may or may not have gone out. */
  readonly unknown: number
  /** The accounts of the campaign, by ascending id. */
  readonly accounts: ReadonlyArray<UpcomingAccount>
  /** The rules by which its leads move to other campaigns, in their order. `effective_state` of a lead has its own move. */
  readonly moves: ReadonlyArray<UpcomingMove>
  /** The leads that move next, as things are now: at most 100, by ascending `at`, of the 500 leads that were added last. Leads of a completed campaign move, too. While the campaign is paused, they wait. */
  readonly leads_moving: ReadonlyArray<LeadMoving>
  /** The answers that wait for the time that a person chose, at most 100, by ascending `at`. They are no part of the mails above. */
  readonly scheduled: ReadonlyArray<ScheduledAnswer>
}

/** What an account of the campaign does next. */
export interface UpcomingAccount {
  /** The id of a sender account. */
  readonly account_id: number
  /** The address of the account. */
  readonly email: string
  /** Why it sends nothing for the campaign now; `null`: it sends. */
  readonly reason: SendingReason | null
  /** The campaign that has the person, if the reason is `other_campaign`; else `null`. */
  readonly other_campaign: OtherCampaign | null
  /** The step that the first of its leads waits for, if the reason is `waits_for_condition`; else `null`. */
  readonly waits_for: ConditionAhead | null
  /** When it sends `next`, or may send again; `null`: after a change. An instant that has passed: now. Reading does not move it. */
  readonly next_at: string | null
  /** The number of mails that the account may still send today. */
  readonly remaining_today: number
  /** The mail that is next, also to a lead that no account has taken; `null`: none goes out without a change. */
  readonly next: UpcomingMail | null
}

/** The mail that an account sends next for the campaign. */
export interface UpcomingMail {
  /** The id of a lead. */
  readonly lead_id: number
  /** The address of the lead. */
  readonly email: string
  /** The position of the step. */
  readonly position: number
  /** The step is due at this instant: the mail is sent then or later. */
  readonly due_at: string
}

/** A rule by which leads move to another campaign. */
export interface UpcomingMove {
  /** What has to happen. */
  readonly when: MoveWhen
  /** The label of the reply tag: required for `labelled`, and not allowed otherwise. */
  readonly label?: MoveLabel | undefined
  /** The campaign to which the lead moves: another one of the organization. */
  readonly campaign_id: string
  /** The number of days between that and the move, by the clock that the delays of steps follow. */
  readonly after_days: number
  /** The name of that campaign; `null`: it was deleted, and the rule moves nobody. */
  readonly name: string | null
  /** Its status; `null`: it was deleted. Only an active campaign mails the leads that it gets; another one keeps them. */
  readonly status: CampaignStatus | null
}

/** The window of the campaign. */
export interface UpcomingWindow {
  /** Whether the window is open now. */
  readonly is_open: boolean
  /** When it opens next; `null` while it is open. */
  readonly opens_at: string | null
}

/** The result for one account. */
export interface UpdateAccountResult {
  /** The id of a sender account. */
  readonly id: number
  /** The result for an account. */
  readonly status: UpdateStatus
}

/** The same settings for up to 500 accounts. */
export interface UpdateAccounts {
  /** 1 to 500 ids; repeated ids count once. */
  readonly ids: ReadonlyArray<number>
  /** At least one setting. Absent fields stay unchanged. */
  readonly settings: AccountSettingsChange
}

/** The result of a change of several accounts. */
export interface UpdateAccountsResult {
  /** The number of updated accounts. */
  readonly updated: number
  /** The number of ids without an account in the organization. */
  readonly failed: number
  /** One result per distinct id, in order. */
  readonly data: ReadonlyArray<UpdateAccountResult>
}

/** The result of one id. For an updated lead, it contains the values before the update. */
export type UpdateLeadResult = UpdatedLead | MissingLead

/** The same change for up to 1000 leads. Absent fields stay unchanged; `null` is rejected. */
export interface UpdateLeads {
  /** 1 to 1000 ids; repeated ids count once. */
  readonly ids: ReadonlyArray<number>
  /** `true` stops sending as `manual`, `false` resumes sending, from any state. */
  readonly stop_sending?: boolean | undefined
}

/** The result of updating leads. */
export interface UpdateLeadsResult {
  /** The number of updated leads. */
  readonly updated: number
  /** The number of ids without a lead in the organization. */
  readonly not_found: number
  /** One result per distinct id, in order. */
  readonly data: ReadonlyArray<UpdateLeadResult>
}

/** The result for an account. */
export type UpdateStatus = "updated" | "not_found"

/** The result of one id. For an updated thread, it contains the state before the update. */
export type UpdateThreadResult = UpdatedThread | MissingThread

/** The same change for up to 200 threads. Absent fields stay unchanged. */
export interface UpdateThreads {
  /** 1 to 200 ids; repeated ids count once. */
  readonly ids: ReadonlyArray<number>
  /** `false` marks every message as seen, `true` marks the newest incoming message as new. */
  readonly is_new?: boolean | undefined
  /** The tab to move the thread to. */
  readonly tab?: Tab | undefined
  /** `done` and `snoozed` put the thread aside, `open` brings it back. Mail that comes in opens a thread again. */
  readonly state?: ThreadState | undefined
  /** When the thread opens again; required with the state `snoozed`, and only there. A thread that opens by itself is new. With an instant that has passed, the thread is open at once, and not new. */
  readonly snoozed_until?: string | undefined
  /** The person who takes care of the thread; `null`: nobody. */
  readonly assigned_to?: number | null | undefined
  /** Exactly these messages of the threads become new; ids of other messages are ignored. At most 50 000. Not together with `is_new`. */
  readonly new_message_ids?: ReadonlyArray<number> | undefined
}

/** The result of updating threads. */
export interface UpdateThreadsResult {
  /** The number of updated threads. */
  readonly updated: number
  /** The number of ids without a thread in the organization. */
  readonly not_found: number
  /** One result per distinct id, in order. */
  readonly data: ReadonlyArray<UpdateThreadResult>
}

/** The values of a lead before the update. */
export interface UpdatedLead {
  /** The id of a lead. */
  readonly id: number
  /** The lead was updated. */
  readonly status: "updated"
  /** Whether no further mail may be sent. */
  readonly stop_sending: boolean
  /** Why sending is stopped; `null` if it is not stopped. */
  readonly stop_sending_type: StopSendingType | null
}

/** The state of a thread before the update. Sending it back restores that state. */
export interface UpdatedThread {
  /** The id of a thread. */
  readonly id: number
  /** The thread was updated. */
  readonly status: "updated"
  /** The tab before the update. */
  readonly tab: Tab
  /** The state before the update. */
  readonly state: ThreadState
  /** When the thread would have opened before the update; absent unless it was `snoozed`. */
  readonly snoozed_until?: string | undefined
  /** The person who took care of the thread before the update; `null`: nobody. */
  readonly assigned_to: number | null
  /** The messages that were new before the update, by ascending id. */
  readonly new_message_ids: ReadonlyArray<number>
}

/** A file that was uploaded, to be attached to a mail. */
export interface Upload {
  /** The id of an attachment. */
  readonly id: number
  /** The name that the sender gave it; never a path. */
  readonly filename: string
  /** The extension of the name: without the dot, in lower case; empty when the name has none. */
  readonly ext: string
  /** 0 other, 1 image, 2 document, 3 archive, 4 calendar, 5 message. */
  readonly type: AttachmentType
  /** The media type, without parameters. */
  readonly content_type: string
  /** In bytes. */
  readonly size: number
  /** When the file is removed, if nothing uses it until then, or a week after its mail was refused; `null`: a mail or a step uses it. */
  readonly expires_at: string | null
}

/** The letter of a variant of a step. It stays the same when other variants are deleted. */
export type Variant = "A" | "B" | "C" | "D" | "E"

/** The figures of a variant by which a winner was decided. */
export interface VariantFigures {
  /** The letter of a variant of a step. It stays the same when other variants are deleted. */
  readonly variant: Variant
  /** The leads to whom the variant was sent. */
  readonly contacted: number
  /** Those of them who reached the goal. */
  readonly answered: number
}

/** The number of a campaign's leads by `verification_status`. */
export interface VerificationCounts {
  /** Leads with this result. */
  readonly valid: number
  /** Leads with this result. */
  readonly unknown: number
  /** Leads with this result. */
  readonly accept_all: number
  /** Leads with this result. */
  readonly invalid: number
  /** Leads with this result. */
  readonly disposable: number
  /** Leads with this `verification_status`. */
  readonly not_verified: number
}

/** Why an address has its status. `syntax`: the text is not an e-mail address. `no_mail`: the domain says that it takes no mail (RFC 7505). `no_mail_server`: the domain has neither a mail server nor a public address, or does not exist. `mx_without_address`: the mail servers of the domain have no public address. `no_mx`: the domain has a public address, but no MX record: a mail server may listen there or not. `dns_unanswered`: the name servers failed or did not answer. `disposable`: the domain belongs to a service for throw-away addresses. `role`: the address belongs to a function such as `info`, and not to a person. `mailbox_not_checked`: the domain takes mail; nobody was asked whether the mailbox exists. `mailbox_missing`: the mail server has no such mailbox. `mailbox_full`: the mailbox is full. `accepts_all`: the mail server accepts every address. `server_unanswered`: the mail server did not say whether the mailbox exists. `typo`: the domain looks misspelled. `spam_trap`: the address finds senders of spam. `complainer`: the recipient is known to report mail as spam. `do_not_mail`: the verification service advises against mail to the address. */
export type VerificationReason = "syntax" | "no_mail" | "no_mail_server" | "mx_without_address" | "no_mx" | "dns_unanswered" | "disposable" | "role" | "mailbox_not_checked" | "mailbox_missing" | "mailbox_full" | "accepts_all" | "server_unanswered" | "typo" | "spam_trap" | "complainer" | "do_not_mail"

/** The number of verified leads by their result. */
export interface VerificationResults {
  /** Leads with this result. */
  readonly valid: number
  /** Leads with this result. */
  readonly unknown: number
  /** Leads with this result. */
  readonly accept_all: number
  /** Leads with this result. */
  readonly invalid: number
  /** Leads with this result. */
  readonly disposable: number
}

/** The last verification of a campaign's leads. */
export interface VerificationRun {
  /** `running`: leads are verified in the background. `done`: all were. `stopped`: by a person. `failed`: the service needs a person, see `error`; the rest was not verified. */
  readonly state: VerificationState
  /** Who decides about an address. `mailroom`: its own check of syntax, DNS and lists. `zerobounce`, `neverbounce`: the service. `host`: the app in whose process Mailroom runs. */
  readonly verifier: VerifierName
  /** The leads with one of these statuses are verified. */
  readonly statuses: ReadonlyArray<VerificationStatus>
  /** The number of leads that were verified. */
  readonly checked: number
  /** The number of leads that are left; 0 when it has ended. */
  readonly remaining: number
  /** The number of verified leads by their result. */
  readonly results: VerificationResults
  /** The cost so far, in credits of the service. */
  readonly cost: number
  /** Why the last question to the service failed, and what to do; `null`: it did not. */
  readonly error: string | null
  /** When it was asked for. */
  readonly requested_at: string
  /** When it ended; `null`: it is running. */
  readonly finished_at: string | null
}

/** `running`: leads are verified in the background. `done`: all were. `stopped`: by a person. `failed`: the service needs a person, see `error`; the rest was not verified. */
export type VerificationState = "running" | "done" | "stopped" | "failed"

/** The result of verifying the address; `not_verified` if it was not verified. */
export type VerificationStatus = "valid" | "unknown" | "accept_all" | "invalid" | "disposable" | "not_verified"

/** Who decides about an address. `mailroom`: its own check of syntax, DNS and lists. `zerobounce`, `neverbounce`: the service. `host`: the app in whose process Mailroom runs. */
export type VerifierName = "mailroom" | "zerobounce" | "neverbounce" | "host"

/** Which leads of the campaign are verified. */
export interface VerifyLeads {
  /** The leads with one of these statuses are verified. Default: `not_verified` and `unknown`. */
  readonly statuses?: ReadonlyArray<VerificationStatus> | undefined
}

/** The target of a webhook. */
export interface WebhookConfig {
  /** The target of deliveries: an http or https URL with a public address, without user name and fragment. */
  readonly url: string
  /** Header fields of each delivery, by name: at most 20. Their values are secret. `webhook-*`, `content-*`, `host` and fields of the connection are not allowed. */
  readonly headers?: { readonly [name: string]: string } | undefined
  /** What `lead` has in addition in each payload: its `custom_fields`. Absent and empty: nothing. */
  readonly include?: ReadonlyArray<"custom_fields"> | undefined
}

/** The clock that a window follows. `campaign`: `timezone` of the campaign. `lead`: the time zone of each lead, or that of the campaign where it is unknown. */
export type WindowZone = "campaign" | "lead"

/** The variant that has won, when, and by which figures. */
export interface Winner {
  /** The id of a step. */
  readonly sequence_id: number
  /** The letter of a variant of a step. It stays the same when other variants are deleted. */
  readonly variant: Variant
  /** When it was decided. */
  readonly at: string
  /** What the variants of a step are compared by: the leads that answered, or those of them whose tag is positive. Opens are no goal, because machines open mails. */
  readonly goal: WinnerGoal
  /** The variants that were compared, by letter. */
  readonly figures: ReadonlyArray<VariantFigures>
}

/** What the variants of a step are compared by: the leads that answered, or those of them whose tag is positive. Opens are no goal, because machines open mails. */
export type WinnerGoal = "replied" | "positive_replied"

/** When a variant of the step gets all further leads. */
export interface WinnerRule {
  /** What the variants of a step are compared by: the leads that answered, or those of them whose tag is positive. Opens are no goal, because machines open mails. */
  readonly goal: WinnerGoal
  /** The number of leads to whom each variant must be sent before one can win; 20 to 100 000. */
  readonly minimum_contacted: number
  /** Leads count to whom the step was sent at this instant or later: since the rule, the weights, the variants or their texts changed. */
  readonly since: string
}

/** When a variant of a step gets all further leads: once it has more answers than each other variant, and chance is an unlikely reason. */
export interface WinnerRuleInput {
  /** What the variants of a step are compared by: the leads that answered, or those of them whose tag is positive. Opens are no goal, because machines open mails. */
  readonly goal: WinnerGoal
  /** The number of leads to whom each variant must be sent before one can win; 20 to 100 000. Default: 100. */
  readonly minimum_contacted?: number | undefined
}

/** The decision that a variant gets all further leads of its step, with its figures. */
export interface Won {
  /** When it was decided. */
  readonly at: string
  /** What the variants of a step are compared by: the leads that answered, or those of them whose tag is positive. Opens are no goal, because machines open mails. */
  readonly goal: WinnerGoal
  /** The variants that were compared, by letter. */
  readonly figures: ReadonlyArray<VariantFigures>
}
