/** The issues that keep a campaign from being started, besides missing parts (sending design, "Lives of a campaign"). */
import { Effect } from "effect"
import { isInboxRead } from "../mailboxes/Freshness.ts"
import { Inbound, type InboundSource } from "../mailboxes/Inbound.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { PublicUrl } from "../PublicUrl.ts"
import { faultsOf, type Sequence } from "../sequences/Sequence.ts"
import { uses } from "../sequences/Template.ts"
import type { CampaignIssue, CampaignRecord } from "./Campaign.ts"

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

const hasLink = ({ body, body_html }: Sequence) =>
  uses(body, "unsubscribe_link") || (body_html !== null && uses(body_html, "unsubscribe_link"))

/** Whether the condition of the step asks for events that Mailroom records only when the campaign tracks them. */
const isUntracked = ({ condition }: Sequence, { track_clicks, track_opens }: Means["tracked"]): boolean => {
  if (condition === null) return false
  return condition.kind === "opened" || condition.kind === "not_opened" ? !track_opens : !track_clicks
}

/** The issues of these sequences, each variant of a step. Answers must be seen before a second step is sent. */
export const issuesOfSteps = (
  steps: ReadonlyArray<Sequence>,
  { inbound, mailboxes, publicUrl, tracked }: Means
): ReadonlyArray<CampaignIssue> => {
  const isDeaf = inbound !== "host" && mailboxes.some((mailbox) => !isInboxRead(mailbox, inbound))
  return [
    ...(steps.some((step) => faultsOf(step).length > 0) ? (["invalid_step"] as const) : []),
    ...(mailboxes.length > 0 && publicUrl === undefined && steps.some(hasLink) ? (["no_public_url"] as const) : []),
    ...(mailboxes.some(({ connection }) => connection !== null) && steps.some((step) => isUntracked(step, tracked))
      ? (["untracked_condition"] as const)
      : []),
    ...(steps.some(({ position }) => position > 1) && isDeaf ? (["no_inbound"] as const) : [])
  ]
}

/** Makes a function that finds the issues of a campaign with these steps. */
export const makeStartIssues = Effect.gen(function* () {
  const inbound = yield* Inbound
  const mailer = yield* Mailer.orNone
  const mailboxes = yield* MailboxStore
  const publicUrl = yield* PublicUrl

  return Effect.fnUntraced(function* ({ account_ids, ...tracked }: CampaignRecord, steps: ReadonlyArray<Sequence>) {
    const { id } = yield* CurrentOrganization
    const stored = account_ids.length === 0 ? [] : yield* mailboxes.findMany(id, account_ids)
    const connected = stored.filter(({ connection }) => connection !== null)
    const hostSends = mailer.sendsWithoutCredentials && connected.length < account_ids.length
    const sending: ReadonlyArray<Mailbox> = hostSends ? [...connected, { connection: null }] : connected
    return issuesOfSteps(steps, { inbound, mailboxes: sending, publicUrl, tracked })
  })
})
