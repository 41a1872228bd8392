/** A row of the list. */
import type { Thread } from "@mailroom/client"
import { Paperclip } from "lucide-preact"
import { initials, shortDate } from "../../base/format.ts"
import { Found } from "../../kit/Found.tsx"
import { Avatar, Badge, type Tone } from "../../kit/Parts.tsx"
import { Pure } from "../../kit/Pure.ts"
import { authorOf } from "./author.ts"
import { texts } from "./texts.ts"

/** The name of the person who writes with us. */
export const nameOf = ({ last_message: { from_email, from_name, is_our_email, to_email }, lead }: Thread): string => {
  const name = [lead?.first_name, lead?.last_name].filter(Boolean).join(" ")
  if (name !== "") return name
  return (is_our_email ? to_email : from_name || from_email) || lead?.email || from_email
}

interface ContentProps {
  readonly thread: Thread
  readonly href: string
  /** The text that the list was searched for. */
  readonly search: string
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly tone: Tone
  /** The name of the person who takes care of the thread. */
  readonly assigned: string | undefined
  readonly onOpen: (id: number, event: MouseEvent) => void
  readonly onHover: (id: number) => void
  readonly onSelect: (id: number) => void
}

/** The content of a row stays as it is when only the place of the row changes. */
class Content extends Pure<ContentProps> {
  override render(props: ContentProps) {
    const { assigned, href, isOpen, isSelected, onHover, onOpen, onSelect, search, thread, tone } = props
    const { found, id, last_message: last, lead, message_count, scheduled_at } = thread
    const name = nameOf(thread)
    // The words that a search has found take the place of the newest message.
    const isOurs = found === undefined && last.is_our_email
    const body = <Found text={found?.text ?? last.body} search={search} />
    return (
      <>
        <input
          type="checkbox"
          class="row-check"
          aria-label={texts.selectOf(name)}
          tabIndex={-1}
          checked={isSelected}
          onClick={() => onSelect(id)}
        />
        <a
          class="row-link"
          data-row={id}
          href={href}
          aria-current={isOpen ? "true" : undefined}
          onClick={(event) => onOpen(id, event)}
          onPointerEnter={() => onHover(id)}
        >
          <span class="row-mark">{last.is_new && <span class="dot" />}</span>
          <Avatar name={name} />
          <span class="row-text">
            <span class="row-line">
              <span class="row-name" dir="auto">
                <Found text={name} search={search} />
              </span>
              {message_count > 1 && <span class="row-count">{message_count}</span>}
              <time class="row-time" dateTime={last.date_sent}>
                {shortDate(last.date_sent)}
              </time>
            </span>
            <span class="row-subject" dir="auto">
              <Found text={last.subject || texts.noSubject} search={search} />
            </span>
            <span class="row-line">
              <span class="row-body" dir={isOurs ? undefined : "auto"}>
                {isOurs && (
                  <>
                    <bdi>{authorOf(last) || last.from_email}</bdi>:{" "}
                  </>
                )}
                {isOurs ? <bdi>{body}</bdi> : body}
              </span>
              {last.attachments.length > 0 && <Paperclip size={13} aria-hidden="true" />}
              {texts.kinds[last.kind] !== undefined && <Badge>{texts.kinds[last.kind]}</Badge>}
              {scheduled_at && <Badge>{texts.scheduled(shortDate(scheduled_at))}</Badge>}
              {lead?.reply_status && <Badge tone={tone}>{lead.reply_status}</Badge>}
              {assigned !== undefined && (
                <span class="badge" role="img" aria-label={texts.assigned(assigned)} title={assigned} dir="auto">
                  {initials(assigned)}
                </span>
              )}
            </span>
          </span>
        </a>
      </>
    )
  }
}

export interface RowProps extends ContentProps {
  /** The place in the list, from 1 on, and the number of rows: -1 while the list has more. */
  readonly place: number
  readonly count: number
}

export class ThreadRow extends Pure<RowProps> {
  override render({ count, place, ...content }: RowProps) {
    const { isSelected, thread } = content
    return (
      <div
        role="listitem"
        class={`row ${thread.last_message.is_new ? "row-new" : ""} ${isSelected ? "row-selected" : ""}`}
        aria-posinset={place}
        aria-setsize={count}
      >
        <Content {...content} />
      </div>
    )
  }
}
