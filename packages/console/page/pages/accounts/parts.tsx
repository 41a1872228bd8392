/** The parts of an account that the list and the page of one account share. */
import type { Account } from "@mailroom/client"
import type { Versioned } from "../../base/api.ts"
import { number, shortDate } from "../../base/format.ts"
import { Badge, type Tone } from "../../kit/Parts.tsx"
import { reasonOf } from "./reasons.ts"
import type { Server } from "./providers.ts"
import { texts } from "./texts.ts"

const tones: Record<Account["state"]["status"], Tone> = {
  active: "good",
  paused: "plain",
  connection_error: "bad",
  sending_error: "bad",
  limit_reached: "warn"
}

const day = 86_400_000

/** Whether an account has nothing to send with. The host sends for one that has sent within the last day. */
export const sendsNothing = ({ connection, state: { last_sent_at } }: Pick<Account, "connection" | "state">): boolean =>
  connection === null && (last_sent_at === null || Date.parse(last_sent_at) <= Date.now() - day)

/** The state of an account. `hasFailed`: the last test failed. */
export const AccountBadge = ({ account, hasFailed = false }: AccountBadgeProps) => {
  const { status } = account.state
  if (status !== "active") return <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
  if (hasFailed) return <Badge tone="bad">{texts.testFailed}</Badge>
  if (sendsNothing(account)) return <Badge tone="warn">{texts.noConnection}</Badge>
  return <Badge tone={tones.active}>{texts.statuses.active}</Badge>
}

interface AccountBadgeProps {
  readonly account: Pick<Account, "connection" | "state">
  readonly hasFailed?: boolean
}

export const inboxText = ({ inbox }: Account): string => {
  if (inbox === null) return texts.noInbox
  if (inbox.failing_since !== null) return texts.failingSince(shortDate(inbox.failing_since))
  return inbox.synced_at === null ? texts.never : texts.readAt(shortDate(inbox.synced_at))
}

/** The number of mails left today. The bar shows the share of the daily limit that was sent. */
export const Today = ({ account: { settings, state } }: { readonly account: Account }) => (
  <span class="today">
    <span class="today-bar" aria-hidden="true">
      <span
        class="today-sent"
        style={{ width: `${Math.min(100, (state.sent_today / Math.max(1, settings.daily_limit)) * 100)}%` }}
      />
    </span>
    <span>{texts.left(number(state.remaining_today))}</span>
    <span class="meta">{texts.ofToday(number(state.sent_today), number(settings.daily_limit))}</span>
  </span>
)

/** Why a login to a server failed, in words. */
export const wordsOf = (error: string, server: Server | null | undefined): string =>
  texts.reasons[reasonOf(error)](server?.host ?? "", String(server?.port ?? ""))

export type VersionedAccount = Versioned<Account>
