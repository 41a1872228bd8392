/** The issues that keep a campaign from being started, besides a missing account, step or lead. */
import { Effect } from "effect"
import { isInboxRead } from "../mailboxes/Freshness.ts"
import { Inbound, type InboundSource } from "../mailboxes/Inbound.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { PublicUrl } from "../PublicUrl.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import { maximumMail, sizeOfMail } from "../uploads/Upload.ts"
import { faultsOf, isAboutOpens, type Sequence, textsOf } from "./Sequence.ts"
import { uses } from "./Template.ts"
import type { CampaignIssue, CampaignRecord } from "../campaigns/Campaign.ts"

type Mailbox = Pick<MailboxRecord, "connection">

/** The settings and mailboxes that Mailroom would send with. */
export interface Means {
  /** The mailboxes of the accounts that can send. Without one, Mailroom sends nothing, and needs nothing. */
  readonly mailboxes: ReadonlyArray<Mailbox>
  readonly inbound: InboundSource
  readonly publicUrl: string | undefined
  /** Whether the campaign tracks opens and clicks. */
  readonly tracked: Pick<CampaignRecord, "track_clicks" | "track_opens">
}

/** Whether a step names the link to unsubscribe. */
const hasLink = ({ body, body_html }: Sequence) =>
  uses(body, "unsubscribe_link") || (body_html !== null && uses(body_html, "unsubscribe_link"))

/**
 * Whether the condition of the step asks for events that Mailroom does not record: the campaign does not track them, or the links of
 * tracking have no public URL. Before the first mail no condition counts.
 */
const isUntracked = ({ condition, position }: Sequence, { publicUrl, tracked }: Means): boolean => {
  if (condition === null || position === 1) return false
  const { track_clicks, track_opens } = tracked
  const isTracked = isAboutOpens(condition) ? track_opens : track_clicks
  return publicUrl === undefined || !isTracked
}

/** Whether the files of a step make its mails too large. `Sequences` rejects that, so only a step that was imported can be. */
const isTooLarge = (step: Sequence): boolean =>
  step.attachments.length > 0 && sizeOfMail(textsOf(step), step.attachments) > maximumMail

/** The issues of the sequences of a campaign. */
export const issuesOfSteps = (steps: ReadonlyArray<Sequence>, means: Means): ReadonlyArray<CampaignIssue> => {
  const { inbound, mailboxes, publicUrl } = means
  // Before a second step is sent, an answer to the first one must be seen.
  const missesAnswers = inbound !== "host" && mailboxes.some((mailbox) => !isInboxRead(mailbox, inbound))
  return [
    ...(steps.some((step) => faultsOf(step).length > 0) ? (["invalid_step"] as const) : []),
    ...(steps.some(isTooLarge) ? (["files_too_large"] as const) : []),
    ...(mailboxes.length > 0 && publicUrl === undefined && steps.some(hasLink) ? (["no_public_url"] as const) : []),
    ...(mailboxes.length > 0 && steps.some((step) => isUntracked(step, means))
      ? (["untracked_condition"] as const)
      : []),
    ...(steps.some(({ position }) => position > 1) && missesAnswers ? (["no_inbound"] as const) : [])
  ]
}

/** Makes a function that finds the issues of a campaign with these steps. */
const makeStartIssues = Effect.gen(function* () {
  const inbound = yield* Inbound
  const mailer = yield* Mailer.orNone
  const mailboxes = yield* MailboxStore
  const publicUrl = yield* PublicUrl

  return Effect.fnUntraced(function* ({ account_ids, ...tracked }: CampaignRecord, steps: ReadonlyArray<Sequence>) {
    const { id } = yield* CurrentOrganization
    const stored = account_ids.length === 0 ? [] : yield* mailboxes.findMany(id, account_ids)
    const connected = stored.filter(({ connection }) => connection !== null)
    // The transport of the host sends for the accounts without credentials.
    const hostSends = mailer.sendsWithoutCredentials && connected.length < account_ids.length
    const sending: ReadonlyArray<Mailbox> = hostSends ? [...connected, { connection: null }] : connected
    return issuesOfSteps(steps, { inbound, mailboxes: sending, publicUrl, tracked })
  })
})

/** Like `makeStartIssues`, with the files that are missing. It reads the beginning of each file. */
export const makeAllStartIssues = Effect.gen(function* () {
  const { missingOf } = yield* makeMailFiles
  const issuesOf = yield* makeStartIssues

  return Effect.fnUntraced(function* (campaign: CampaignRecord, steps: ReadonlyArray<Sequence>) {
    const missing = yield* missingOf(steps.flatMap(({ attachments }) => attachments))
    const issues: ReadonlyArray<CampaignIssue> = missing.length > 0 ? ["missing_file"] : []
    return [...issues, ...(yield* issuesOf(campaign, steps))]
  })
})

/** A campaign with its steps. */
interface Parts {
  readonly campaign: CampaignRecord
  readonly steps: ReadonlyArray<Sequence>
}

/**
 * Makes a function that fails if a change lets a campaign ask for opens or clicks that are not tracked, after its start. A completed
 * campaign counts as started, because a new lead makes it active. `pointer`: the field of the input that is at fault.
 */
export const makeRequireTracked = Effect.gen(function* () {
  const issuesOf = yield* makeStartIssues

  /** Whether a condition of the campaign asks for opens or clicks that are not tracked. */
  const isAsking = ({ campaign, steps }: Parts) =>
    steps.every(({ condition }) => condition === null)
      ? Effect.succeed(false)
      : Effect.map(issuesOf(campaign, steps), (issues) => issues.includes("untracked_condition"))

  return Effect.fnUntraced(function* (pointer: string, before: Parts, after: Parts) {
    const { status } = before.campaign
    if (status !== "active" && status !== "completed") return
    if (!(yield* isAsking(after)) || (yield* isAsking(before))) return
    const message =
      "the condition of a step would ask for opens or clicks that the campaign does not track: first set track_opens or track_clicks " +
      "and a public URL, or remove the condition"
    return yield* new InvalidInput({ faults: [{ pointer, message }] })
  })
})
