/** A message of a conversation. */
import type { Message } from "@mailroom/client"
import { Ellipsis, Paperclip } from "lucide-preact"
import { useState } from "preact/hooks"
import { dateAndTime, fullDate } from "../../base/format.ts"
import { texts as frame } from "../../base/texts.ts"
import { Found } from "../../kit/Found.tsx"
import { late } from "../../kit/late.tsx"
import { Avatar, Badge } from "../../kit/Parts.tsx"
import { authorOf } from "./author.ts"
import { forwarding } from "./drafts.ts"
import { texts } from "./texts.ts"

/** The original layout. */
const Original = late(async () => (await import("../../kit/mail/MailFrame.tsx")).MailFrame)

const link = /https?:\/\/[^\s<>"]+/gu

/** A text whose web addresses are links. */
const Linked = ({ search, text }: { readonly text: string; readonly search: string }) => {
  const parts: Array<preact.ComponentChild> = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(link)) {
    const url = found.replace(/[.,;:!?)\]']+$/u, "")
    parts.push(
      <Found text={text.slice(end, index)} search={search} />,
      <a href={url} target="_blank" rel="noopener noreferrer nofollow" key={index}>
        {url}
      </a>
    )
    end = index + url.length
  }
  return (
    <>
      {parts}
      <Found text={text.slice(end)} search={search} />
    </>
  )
}

const Text = ({ message: { body_text, reply_text }, search }: Pick<MessageProps, "message" | "search">) => {
  const [isWhole, setWhole] = useState(false)
  const short = reply_text.trim()
  const hasMore = short !== "" && body_text.trim().length > short.length
  return (
    <div class="mail-text" dir="auto">
      <Linked text={isWhole || short === "" ? body_text.trim() : short} search={search} />
      {hasMore && !isWhole && (
        <div>
          <button
            type="button"
            class="mail-quoted"
            aria-label={texts.quoted}
            title={texts.quoted}
            onClick={() => setWhole(true)}
          >
            <Ellipsis size={14} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  )
}

/** How many files of a message are shown before the others are asked for. */
const filesShown = 6

/** A file name whose end stays where its beginning is cut. */
const FileName = ({ name }: { readonly name: string }) => {
  const end = /.{0,6}\.[^.]{1,8}$/u.exec(name)?.index ?? name.length
  return (
    <span class="mail-file">
      <span>{name.slice(0, end)}</span>
      <span>{name.slice(end)}</span>
    </span>
  )
}

const Attachments = ({ list }: { readonly list: Message["attachments"] }) => {
  const [areAll, setAll] = useState(false)
  const shown = areAll ? list : list.slice(0, filesShown)
  return (
    <>
      <ul class="mail-attachments" aria-label={texts.attachments}>
        {shown.map(({ filename, id, url }) => (
          <li key={id}>
            <a class="button" href={url} download={filename} title={filename}>
              <Paperclip size={14} aria-hidden="true" />
              <FileName name={filename} />
            </a>
          </li>
        ))}
      </ul>
      {list.length > shown.length && (
        <button type="button" class="mail-layout" onClick={() => setAll(true)}>
          {texts.moreFiles(list.length - shown.length)}
        </button>
      )}
    </>
  )
}

const Below = late(async () => (await import("./outbox/late.ts")).Below)

const senderOf = ({ from_email, from_name }: Message): string => from_name || from_email

export interface MessageProps {
  readonly message: Message
  /** The text that the list was searched for. */
  readonly search: string
  readonly isExpanded: boolean
  readonly isOriginal: boolean
  readonly onExpand: (id: number) => void
  readonly onOriginal: (id: number) => void
  readonly canForward: boolean
}

const Short = ({ message, onExpand }: Pick<MessageProps, "message" | "onExpand">) => (
  <button
    type="button"
    class="mail-short"
    data-message={message.id}
    aria-expanded="false"
    onClick={() => onExpand(message.id)}
  >
    <Avatar name={senderOf(message)} ours={message.is_our_email} />
    <span class="mail-sender" dir="auto">
      {senderOf(message)}
    </span>
    {texts.kinds[message.kind] !== undefined && <Badge>{texts.kinds[message.kind]}</Badge>}
    <span class="mail-preview" dir="auto">
      {message.body}
    </span>
    <time class="meta" dateTime={message.date_sent}>
      {dateAndTime(message.date_sent)}
    </time>
  </button>
)

export const MessageView = ({
  canForward,
  isExpanded,
  isOriginal,
  message,
  onExpand,
  onOriginal,
  search
}: MessageProps) => {
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  if (!isExpanded) return <Short message={message} onExpand={onExpand} />
  const {
    attachments,
    bcc_email,
    body_html,
    cc_email,
    date_sent,
    from_email,
    id,
    is_new,
    is_our_email,
    kind,
    to_email
  } = message
  const name = senderOf(message)
  // Images that the original layout shows are not listed again.
  const listed = isOriginal ? attachments.filter((file) => !shown.has(file.id)) : attachments
  return (
    <article
      class={`mail ${is_our_email ? "mail-ours" : ""}`}
      data-message={id}
      tabIndex={-1}
      aria-label={frame.mailOf(name)}
    >
      <Avatar name={name} ours={is_our_email} />
      <div class="mail-main">
        <header class="mail-head">
          <div class="mail-names">
            <p>
              <span class="mail-sender" dir="auto">
                {name}
              </span>
              <span class="mail-you" dir="auto">
                {authorOf(message)}
              </span>
              {texts.kinds[kind] !== undefined && <Badge>{texts.kinds[kind]}</Badge>}
              {is_new && <Badge tone="accent">{texts.newMail}</Badge>}
              {!is_our_email && message.trust === "unverified" && <Badge tone="warn">{texts.unproven}</Badge>}
            </p>
            <p class="meta mail-addresses">
              {from_email} → {[to_email, cc_email].filter(Boolean).join(", ")}
              {bcc_email !== undefined && texts.bcc(bcc_email)}
            </p>
          </div>
          <time class="meta" dateTime={date_sent} title={fullDate(date_sent)}>
            {dateAndTime(date_sent)}
          </time>
        </header>
        {isOriginal && body_html !== undefined ? (
          <Original html={body_html} name={name} attachments={attachments} onShown={setShown} />
        ) : (
          <Text message={message} search={search} />
        )}
        {body_html !== undefined && !is_our_email && (
          <button type="button" class="mail-layout" onClick={() => onOriginal(id)}>
            {isOriginal ? texts.plain : texts.original}
          </button>
        )}
        {canForward && (
          <button type="button" class="mail-layout" onClick={() => forwarding.set(id)}>
            {texts.forward}
          </button>
        )}
        {listed.length > 0 && <Attachments list={listed} />}
        {(message.left_out ?? message.links) && <Below message={message} />}
      </div>
    </article>
  )
}
