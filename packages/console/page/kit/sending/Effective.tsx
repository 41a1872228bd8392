/** Whether a lead gets mail, and what stands in the way: by `effective_state`, as the engine decides. */
import type { LeadWithState, ListedLead, SendingReason } from "@mailroom/client"
import { useLayoutEffect } from "preact/hooks"
import { dateAndTime, shortDate } from "../../base/format.ts"
import { hrefOf } from "../../base/route.ts"
import { Dialog } from "../Dialog.tsx"
import { Badge, type Tone } from "../Parts.tsx"
import { missingText, waitText } from "./reason.ts"
import { texts } from "./texts.ts"
import "./sending.css"

/** A lead as it is shown: `effective_state` is what the server last said. */
type Stated = Pick<ListedLead, "campaign_id" | "effective_state" | "email" | "stop_sending" | "stop_sending_type">

/** The obstacles of a lead, the one that wins first. A stop that the server does not know yet counts. */
const obstaclesOf = ({ effective_state, stop_sending }: Stated): ReadonlyArray<SendingReason> => {
  const others = (effective_state?.obstacles ?? []).filter((reason) => reason !== "lead_stopped")
  return stop_sending ? ["lead_stopped", ...others] : others
}

const textOf = (reason: SendingReason, { effective_state, stop_sending_type }: Stated): string => {
  if (reason === "lead_stopped") return texts.stops[stop_sending_type ?? "manual"]
  const { paused_by = null, paused_until = null } = effective_state ?? {}
  if (reason === "lead_paused" && paused_by !== null && paused_until !== null) {
    return texts.pausedUntil[paused_by](shortDate(paused_until))
  }
  if (reason === "blacklisted") return texts.blocked[effective_state?.entry?.source ?? "manual"]
  return texts.reasons[reason] + missingText(reason, effective_state?.missing)
}

/** The reason that wins, or that the lead gets mail. */
export const sendingText = (lead: Stated): string => {
  const [reason] = obstaclesOf(lead)
  if (reason !== undefined) return textOf(reason, lead)
  return waitText(lead.effective_state?.waits_for) ?? texts.sending
}

/** The page on which an obstacle can be seen, and its name; `undefined`: there is none. */
const placeOf = (reason: SendingReason, { campaign_id, effective_state }: Stated) => {
  const entry = effective_state?.entry ?? null
  switch (reason) {
    case "blacklisted":
      return entry === null
        ? undefined
        : { href: hrefOf(["blacklist", `${entry.kind}s`], { search: entry.value }), name: entry.value }
    case "account_disabled":
    case "account_failing":
    case "account_not_connected":
      return { href: hrefOf(["accounts"]), name: texts.toAccounts }
    case "other_campaign": {
      const id = effective_state?.other_campaign_id ?? null
      return id === null ? undefined : { href: hrefOf(["campaigns", id]), name: texts.toCampaign }
    }
    case "lead_stopped": {
      const by = effective_state?.stopped_by ?? null
      return by === null
        ? undefined
        : { href: hrefOf(["leads"], { lead: by.lead_id }), name: by.email ?? texts.removedLead }
    }
    case "campaign_not_active":
    case "missing_variable":
    case "verification_required":
      return { href: hrefOf(["campaigns", campaign_id]), name: texts.toCampaign }
    default:
      return undefined
  }
}

/** The author of the tag of a lead. */
export const TaggedBy = ({
  lead: { reply_status_by: by }
}: {
  readonly lead: Pick<LeadWithState, "reply_status_by">
}) => (by === null ? null : <span class="meta"> {texts.taggedBy[by]}</span>)

/** The step that a lead gets next, and when. */
const Next = ({ lead: { effective_state } }: EffectiveProps) => {
  const next = effective_state?.next_step ?? null
  if (next === null) return null
  const { at, position } = next
  return <div class="meta">{at === null ? texts.nextStep(position) : texts.nextStepAt(position, dateAndTime(at))}</div>
}

/** A link to what an obstacle is about, if there is a page of it. */
const Place = ({ lead, reason, thread }: ObstacleProps) => {
  const isMail = reason === "lead_stopped" && ["bounce", "reply"].includes(lead.stop_sending_type ?? "")
  const place = isMail && thread !== undefined ? { href: thread, name: texts.toMail } : placeOf(reason, lead)
  return place === undefined ? null : <a href={place.href}>{place.name}</a>
}

const Obstacle = (properties: ObstacleProps) => (
  <>
    {textOf(properties.reason, properties.lead)} <Place {...properties} />
  </>
)

interface ObstacleProps extends EffectiveProps {
  readonly reason: SendingReason
}

interface EffectiveProps {
  readonly lead: Stated
  /** The address of the conversation with the lead, if there is one. */
  readonly thread?: string | undefined
}

/**
 * Whether a lead gets mail: the step that it gets next, or the reason that wins, with a link to what it is about, and the others
 * below.
 */
export const Effective = (properties: EffectiveProps) => {
  const { lead } = properties
  const [reason, ...others] = obstaclesOf(lead)
  if (reason === undefined) {
    return (
      <div class="lead-effective">
        {sendingText(lead)}
        {!lead.effective_state?.waits_for && <Next {...properties} />}
      </div>
    )
  }
  return (
    <div class="lead-effective">
      <Badge tone={toneOf(reason, lead)}>{textOf(reason, lead)}</Badge> <Place reason={reason} {...properties} />
      {!lead.stop_sending && <Next {...properties} />}
      {others.length > 0 && (
        <ul class="meta" aria-label={texts.alsoInTheWay}>
          {others.map((reason) => (
            <li key={reason}>
              <Obstacle reason={reason} {...properties} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const plain: ReadonlySet<SendingReason> = new Set([
  "campaign_not_active",
  "lead_paused",
  "no_step",
  "other_campaign",
  "outcome_unknown",
  "verification_required"
])
const toneOf = (reason: SendingReason, { stop_sending_type }: Stated): Tone => {
  if (plain.has(reason)) return "plain"
  if (reason !== "lead_stopped") return "bad"
  return stop_sending_type === "reply"
    ? "good"
    : stop_sending_type === "manual" || stop_sending_type === "colleague"
      ? "plain"
      : "bad"
}

/** Obstacles of the lead itself that a resumption does not remove. */
const own: ReadonlySet<SendingReason> = new Set(["address_invalid", "blacklisted"])
/** Whether a rule stopped the lead because it wants no mail, or cannot get any. */
const isRefusing = ({ stop_sending, stop_sending_type }: Stated): boolean =>
  stop_sending && stop_sending_type !== "manual" && stop_sending_type !== "reply"

/** Whether somebody who resumes these leads is asked first. */
export const asksFirst = (leads: ReadonlyArray<Stated>): boolean =>
  leads.some((lead) => isRefusing(lead) || obstaclesOf(lead).some((reason) => own.has(reason)))

/** Asks before sending to leads resumes, and says what stays in the way. */
export const ResumeDialog = ({ leads, onClose, onResume }: ResumeProps) => {
  const blocked = leads.filter((lead) => obstaclesOf({ ...lead, stop_sending: false }).length > 0)
  return (
    <Dialog label={texts.resumeTitle} class="dialog-small" onClose={onClose}>
      <ul class="lead-side-list">
        {leads.filter(isRefusing).map((lead) => (
          <li key={lead.email}>{texts.wasStopped(lead.email, textOf("lead_stopped", lead))}</li>
        ))}
      </ul>
      {blocked.length > 0 && (
        <>
          <p>{texts.staysInTheWay(blocked.length, leads.length)}</p>
          <ul class="lead-side-list">
            {blocked.map((lead) => (
              <li key={lead.email}>
                {lead.email}
                {obstaclesOf({ ...lead, stop_sending: false }).map((reason) => (
                  <div class="meta" key={reason}>
                    <Obstacle reason={reason} lead={lead} />
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          {texts.keepStopped}
        </button>
        <button
          type="button"
          class="button button-solid"
          onClick={() => {
            onClose()
            onResume()
          }}
        >
          {texts.resume}
        </button>
      </div>
    </Dialog>
  )
}

/** Resumes the mails to a lead: after a question, if that is not enough, or if a rule stopped it. */
export const Resume = ({ lead, onClose, onResume }: Omit<ResumeProps, "leads"> & { readonly lead: Stated }) => {
  const isAsking = asksFirst([lead])
  useLayoutEffect(() => {
    if (isAsking) return
    onClose()
    onResume()
  }, [])
  return isAsking ? <ResumeDialog leads={[lead]} onClose={onClose} onResume={onResume} /> : null
}

interface ResumeProps {
  readonly leads: ReadonlyArray<Stated>
  readonly onClose: () => void
  readonly onResume: () => void
}
