/** The open conversation. */
import type { Message } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import {
  ArrowLeft,
  ArrowLeftRight,
  Ban,
  Check,
  ChevronDown,
  ChevronUp,
  Clock,
  Mail,
  Tag,
  Undo2,
  UserRound
} from "lucide-preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { fullDate } from "../../base/format.ts"
import { useKeys } from "../../base/keys.ts"
import { useCanAnswer } from "../../base/session.ts"
import { useStore } from "../../base/store.ts"
import { tagsQuery } from "../../data/tags.ts"
import { placesIn } from "../../kit/places.ts"
import { late } from "../../kit/late.tsx"
import { Badge, IconButton } from "../../kit/Parts.tsx"
import { markRead } from "./actions.ts"
import { outgoing } from "./answers.ts"
import { forwarding, write } from "./drafts.ts"
import { Composer } from "./Composer.tsx"
import { Failed, Loaded, Skeleton } from "../../kit/States.tsx"
import { type Conversation as Found, type Filters, linkTo, loadOlder, threadQuery, toneOf } from "./data.ts"
import { MessageView } from "./MessageView.tsx"
import { texts } from "./texts.ts"
import { nameOf } from "./ThreadRow.tsx"

/** The answers that are not messages yet. */
const Outbox = late(async () => (await import("./outbox/late.ts")).Outbox)

/** The people who work on the conversation, and their notes. */
const Team = late(async () => (await import("./team/Team.tsx")).Team)

/** The actions of the header and of the keys on the open conversation. */
export interface Actions {
  readonly move: (step: -1 | 1) => void
  readonly toggleDone: () => void
  readonly toggleTab: () => void
  readonly toggleNew: () => void
  readonly pickTag: () => void
  readonly pickSnooze: () => void
  readonly pickBlock: () => void
  readonly openNext: () => void
  readonly showLead: () => void
}

interface Props {
  readonly id: number
  readonly filters: Filters
  readonly actions: Actions
}

/** How long a conversation is open before it counts as read, in milliseconds. */
const readAfter = 1000
/** The room above the first new message, in pixels. */
const margin = 8

const Header = ({
  actions,
  canWrite,
  filters,
  found
}: Omit<Props, "id"> & { readonly found: Found; readonly canWrite: boolean }) => {
  const { data: tags } = useQuery({ ...tagsQuery, enabled: false })
  const { campaign_id, campaign_name, id, last_message, lead, snoozed_until, state } = found.thread
  const isDone = state === "done"
  return (
    <header class="talk-head">
      <a class="icon-button talk-back" href={linkTo(filters)} aria-label={texts.back}>
        <ArrowLeft size={18} aria-hidden="true" />
      </a>
      <div class="talk-title">
        <h2 dir="auto">{last_message.subject || texts.noSubject}</h2>
        <p class="talk-line">
          {campaign_id === undefined ? (
            <span class="talk-campaign" dir="auto">
              {campaign_name}
            </span>
          ) : (
            <a
              class="talk-campaign"
              dir="auto"
              href={linkTo({ ...filters, campaign: campaign_id }, id)}
              title={texts.onlyCampaign}
            >
              {campaign_name}
            </a>
          )}
          {lead?.reply_status && <Badge tone={toneOf(tags, lead.reply_status)}>{lead.reply_status}</Badge>}
          {isDone && <Badge>{texts.done}</Badge>}
          {snoozed_until !== undefined && <Badge>{texts.snoozedUntil(fullDate(snoozed_until))}</Badge>}
        </p>
      </div>
      {canWrite && (
        <>
          <IconButton icon={isDone ? Undo2 : Check} label={texts.keys.done} keys="e" onClick={actions.toggleDone} />
          <IconButton icon={Clock} label={texts.keys.snooze} keys="h" onClick={actions.pickSnooze} />
          <IconButton icon={Mail} label={texts.keys.unread} keys="u" onClick={actions.toggleNew} />
          {lead !== undefined && <IconButton icon={Tag} label={texts.keys.tag} keys="t" onClick={actions.pickTag} />}
          <IconButton icon={ArrowLeftRight} label={texts.keys.tab} keys="v" onClick={actions.toggleTab} />
          <IconButton icon={Ban} label={texts.keys.block} keys="b" onClick={actions.pickBlock} />
        </>
      )}
      <span class="talk-lead">
        <IconButton icon={UserRound} label={texts.lead.show} onClick={actions.showLead} />
      </span>
      <span class="talk-moves">
        <IconButton icon={ChevronUp} label={texts.keys.previous} keys="k" onClick={() => actions.move(-1)} />
        <IconButton icon={ChevronDown} label={texts.keys.next} keys="j" onClick={() => actions.move(1)} />
      </span>
    </header>
  )
}

const toggled = (set: ReadonlySet<number>, id: number): ReadonlySet<number> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Whether a search has found the text of a message. */
const isFound = ({ reply_text }: Message, search: string) => search !== "" && placesIn(reply_text, search).length > 0

/** The messages that are open at first: the last two, new messages and found messages. */
const openAtFirst = ({ messages }: Found, search: string): ReadonlySet<number> =>
  new Set(
    messages
      .filter((message, index) => index >= messages.length - 2 || message.is_new || isFound(message, search))
      .map(({ id }) => id)
  )

/** How far a message is below the top of the window, in pixels. */
const placeOf = (id: number | undefined): number | undefined =>
  document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top

/** Begins at the message that was found, at the first new one, or at the end. */
const begin = (scroller: HTMLElement, { messages }: Found, search: string) => {
  const first = messages.find((message) => isFound(message, search)) ?? messages.find(({ is_new }) => is_new)
  const top = placeOf(first?.id)
  scroller.scrollTop =
    top === undefined ? scroller.scrollHeight : scroller.scrollTop + top - scroller.getBoundingClientRect().top - margin
}

const focusMessage = (step: -1 | 1) => {
  const all = [...document.querySelectorAll<HTMLElement>(".talk [data-message]")]
  const focused = all.findIndex((element) => element.contains(document.activeElement))
  const next = focused === -1 ? (step === 1 ? 0 : all.length - 1) : focused + step
  all[Math.max(0, Math.min(next, all.length - 1))]?.focus()
}

const Messages = ({ actions, filters, found, id }: Props & { readonly found: Found }) => {
  const canWrite = useCanAnswer()
  const { search } = filters
  const sending = useStore(outgoing).get(id)
  const scroller = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState(() => openAtFirst(found, search))
  const [originals, setOriginals] = useState<ReadonlySet<number>>(() => new Set())
  const [failure, setFailure] = useState<unknown>()
  const { messages, older, reply, thread } = found
  const oldest = messages[0]?.id
  const newest = messages.at(-1)
  const hasNew = thread.last_message.is_new

  useLayoutEffect(() => {
    if (scroller.current !== null) begin(scroller.current, found, search)
  }, [])
  useLayoutEffect(() => {
    const { current } = scroller
    if (current !== null && sending !== undefined) current.scrollTop = current.scrollHeight
  }, [sending?.text])
  // Older messages are added above: what the reader sees stays where it is.
  const before = useRef(oldest)
  const place = before.current === oldest ? undefined : placeOf(before.current)
  useLayoutEffect(() => {
    const { current } = scroller
    const now = placeOf(before.current)
    if (current !== null && place !== undefined && now !== undefined) current.scrollTop += now - place
    before.current = oldest
  }, [oldest])
  // A message that comes in is open, and is added at the end: nothing above it moves.
  useEffect(() => {
    if (newest !== undefined) setExpanded((known) => (known.has(newest.id) ? known : toggled(known, newest.id)))
  }, [newest?.id])
  useEffect(() => {
    if (!hasNew || !canWrite || document.hidden) return
    const timer = setTimeout(() => void markRead(id), readAfter)
    return () => clearTimeout(timer)
  }, [id, hasNew, canWrite])

  const showOlder = async () => {
    try {
      await loadOlder(id)
      setFailure(undefined)
    } catch (error) {
      setFailure(error)
    }
  }
  const toggleOriginal = (message: number) => {
    setExpanded((known) => (known.has(message) ? known : toggled(known, message)))
    setOriginals((known) => toggled(known, message))
  }
  /** The message with the focus, or the newest one, of a list. */
  const focusedOrNewest = (list: ReadonlyArray<Message>) => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-message]")?.dataset["message"]
    return (list.find((message) => String(message.id) === focused) ?? list.at(-1))?.id
  }
  useKeys("detail", [
    {
      keys: ["o", "Enter"],
      label: texts.keys.original,
      run: () => {
        const message = focusedOrNewest(messages.filter(({ body_html }) => body_html !== undefined))
        if (message !== undefined) toggleOriginal(message)
      }
    },
    { keys: ["n"], label: texts.keys.nextMessage, run: () => focusMessage(1) },
    { keys: ["p"], label: texts.keys.previousMessage, run: () => focusMessage(-1) },
    {
      keys: ["f"],
      label: texts.forward,
      isOff: !canWrite || reply.account_id === null,
      // `Outbox` asks to whom. Our own answers are forwarded by their button.
      run: () => forwarding.set(focusedOrNewest(messages.filter(({ is_our_email }) => !is_our_email)))
    },
    {
      keys: ["r"],
      label: texts.keys.reply,
      isOff: !canWrite || !reply.allowed || sending !== undefined,
      run: () => write(id)
    },
    {
      keys: ["m", "Ctrl+/"],
      label: texts.keys.template,
      isOff: !canWrite || !reply.allowed || sending !== undefined,
      run: () => write(id, true)
    }
  ])
  return (
    <>
      <Header found={found} canWrite={canWrite} filters={filters} actions={actions} />
      <div class="talk-messages" ref={scroller} tabIndex={-1}>
        {failure !== undefined && <Failed error={failure} retry={() => void showOlder()} />}
        {older !== undefined && failure === undefined && (
          <button type="button" class="button talk-older" onClick={() => void showOlder()}>
            {texts.older}
          </button>
        )}
        {messages.map((message) => (
          <MessageView
            key={message.id}
            message={message}
            search={search}
            isExpanded={expanded.has(message.id)}
            isOriginal={originals.has(message.id)}
            onExpand={(message) => setExpanded((known) => toggled(known, message))}
            onOriginal={toggleOriginal}
            canForward={canWrite && reply.account_id !== null}
          />
        ))}
        <Outbox found={found} waiting={sending} />
      </div>
      <Team found={found} canWrite={canWrite} />
      <Composer
        id={id}
        name={thread.lead?.first_name || nameOf(thread)}
        reply={reply}
        messages={messages}
        filters={filters}
        canWrite={canWrite}
        onDone={actions.openNext}
      />
    </>
  )
}

export const Conversation = (properties: Props) => {
  const found = useQuery(threadQuery(properties.id))
  return (
    <section class="talk" aria-label={texts.conversation} aria-busy={found.isPending}>
      <Loaded query={found} skeleton={<Skeleton rows={5} height={88} />}>
        {(data) => <Messages key={properties.id} {...properties} found={data} />}
      </Loaded>
    </section>
  )
}
