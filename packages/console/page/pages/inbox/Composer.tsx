/** The field for an answer. */
import type { FilledReplyTemplate, Message, ReplyState } from "@mailroom/client"
import { Check, CornerUpLeft, FileText, Send } from "lucide-preact"
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks"
import { useStore } from "../../base/store.ts"
import { Kbd, keyText } from "../../kit/Kbd.tsx"
import { late } from "../../kit/late.tsx"
import { latePicker } from "../../kit/latePicker.tsx"
import { additions } from "./additions.ts"
import { answer, outgoing } from "./answers.ts"
import { draftOf, keepDraft, onDraft, stopWriting, type Writing, write, writing } from "./drafts.ts"
import type { Filters } from "./data.ts"
import { Told, useMeanwhile } from "./Meanwhile.tsx"
import { texts } from "./texts.ts"

const AskedSend = late(async () => (await import("./asking/late.ts")).AskedSend)
const TemplatePicker = latePicker(
  texts.templates.choose,
  async () => (await import("./TemplatePicker.tsx")).TemplatePicker
)

const Additions = late(async () => (await import("./outbox/late.ts")).Additions)

/** Inserts a text at the caret, or instead of white space alone, as if it were typed: the browser can undo it. */
const insert = (field: HTMLTextAreaElement, text: string) => {
  field.focus()
  if (field.value.trim() === "") field.select()
  // The browser can undo this only.
  if (document.execCommand("insertText", false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end")
  field.dispatchEvent(new InputEvent("input", { bubbles: true }))
}

const noteOf = ({ lead_id, missing }: FilledReplyTemplate) =>
  missing.length === 0
    ? ""
    : [...(lead_id === null ? [`${texts.lead.none}.`] : []), texts.templates.missing(missing.join(", "))].join(" ")

interface Props {
  readonly id: number
  readonly name: string
  readonly reply: ReplyState
  /** The messages of the conversation, the oldest first. */
  readonly messages: ReadonlyArray<Message>
  readonly filters: Filters
  readonly canWrite: boolean
  /** Runs before an answer that also marks the conversation as done. */
  readonly onDone: () => void
}

/** Writes with the mail program of the person, where Mailroom cannot send. */
const mailto = ({ subject, to_email }: ReplyState) =>
  `mailto:${encodeURIComponent(to_email ?? "")}?subject=${encodeURIComponent(subject)}`

const Blocked = ({ reply }: { readonly reply: ReplyState }) => (
  <div class="composer composer-blocked">
    <p>{reply.reason === null ? texts.obstacles.account_not_connected : texts.obstacles[reply.reason]}</p>
    {reply.reason === "account_not_connected" && reply.to_email !== null && (
      <a class="button" href={mailto(reply)}>
        {texts.writeInMailProgram}
      </a>
    )}
  </div>
)

const Open = ({ canWrite, filters, id, messages, now, onDone, reply }: Props & { readonly now: Writing }) => {
  const [text, setText] = useState(() => draftOf(id))
  const [isPicking, setPicking] = useState(false)
  const [note, setNote] = useState("")
  const field = useRef<HTMLTextAreaElement>(null)
  const meanwhile = useMeanwhile(messages)
  /** The message of ours that was asked about. */
  const [asked, setAsked] = useState<number>()
  /** The answer that waits for the question. */
  const [asking, setAsking] = useState<{ readonly isDone: boolean; readonly at: Date | undefined }>()
  useEffect(() => onDraft(id, setText), [id])
  // The draft may be another one since the field was opened.
  useEffect(() => setText((typed) => draftOf(id) || typed), [now])
  useLayoutEffect(() => {
    const { current } = field
    if (current === null || document.activeElement === current) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [now])
  // The field has the focus before the dialog, which gives it back. The dialog is there before the next key.
  useLayoutEffect(() => setPicking(now.withTemplate), [now])
  useEffect(() => {
    const { current } = field
    if (current === null) return
    current.style.height = "auto"
    current.style.height = `${Math.min(current.scrollHeight, 320)}px`
  }, [text])
  const change = (value: string) => {
    setText(value)
    keepDraft(id, value)
    if (value.trim() === "") setNote("")
  }
  const take = (filled: FilledReplyTemplate) => {
    if (field.current === null) return
    insert(field.current, filled.body)
    setNote(noteOf(filled))
  }
  const isReady = useStore(additions).get(id)?.isReady !== false
  const canSend = text.trim() !== "" && canWrite && isReady
  const sendNow = (isDone: boolean, at?: Date) => {
    if (isDone) onDone()
    void answer(filters, id, text, isDone, at)
  }
  const send = (isDone: boolean, at?: Date) => {
    if (!canSend) return
    if (meanwhile === undefined || meanwhile.id === asked) return sendNow(isDone, at)
    setAsked(meanwhile.id)
    setAsking({ isDone, at })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send(event.shiftKey)
    } else if (event.key === "Escape") {
      event.preventDefault()
      stopWriting()
      document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus()
    }
  }
  return (
    <div class="composer composer-open">
      <p class="meta composer-head">
        <span>{texts.to}</span> {reply.to_email} <span>{texts.from}</span> {reply.from_email}
        {text !== "" && <span> · {texts.draftKept}</span>}
      </p>
      {meanwhile !== undefined && <Told message={meanwhile} />}
      <textarea
        ref={field}
        class="composer-text"
        dir="auto"
        aria-label={texts.reply}
        rows={5}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {canWrite && (
        <Additions id={id} reply={reply} canSend={canSend} onKeyDown={onKeyDown} onLater={(at) => send(false, at)} />
      )}
      <p class="composer-note" role="status">
        {note}
      </p>
      <div class="composer-foot">
        {canWrite && (
          <button
            type="button"
            class="button composer-first"
            aria-keyshortcuts="M Control+/"
            aria-haspopup="dialog"
            title={`${texts.templates.button} (${keyText("Ctrl+/")})`}
            onClick={() => setPicking(true)}
          >
            <FileText size={16} aria-hidden="true" />
            {texts.templates.button}
          </button>
        )}
        <button
          type="button"
          class="button button-solid"
          disabled={!canSend}
          aria-keyshortcuts="Control+Enter"
          onClick={() => send(false)}
        >
          <Send size={16} aria-hidden="true" />
          {texts.send}
          <Kbd keys="Ctrl+Enter" />
        </button>
        <button
          type="button"
          class="button"
          disabled={!canSend}
          aria-keyshortcuts="Control+Shift+Enter"
          title={`${texts.sendAndDone} (${keyText("Ctrl+Shift+Enter")})`}
          onClick={() => send(true)}
        >
          <Check size={16} aria-hidden="true" />
          {texts.sendAndDone}
        </button>
      </div>
      {meanwhile !== undefined && asking !== undefined && (
        <AskedSend
          message={meanwhile}
          onClose={() => setAsking(undefined)}
          onSend={() => sendNow(asking.isDone, asking.at)}
        />
      )}
      {isPicking && <TemplatePicker id={id} onClose={() => setPicking(false)} onFilled={take} />}
    </div>
  )
}

export const Composer = (properties: Props) => {
  const { canWrite, id, name, reply } = properties
  const now = useStore(writing)
  const sending = useStore(outgoing).get(id)
  const [, render] = useReducer<number, void>((count) => count + 1, 0)
  // The closed field shows the draft, too.
  useEffect(() => onDraft(id, () => render()), [id])
  if (sending !== undefined) return null
  if (!reply.allowed) return <Blocked reply={reply} />
  if (now?.id === id) return <Open key={id} {...properties} now={now} />
  if (!canWrite) return null
  return (
    <div class="composer">
      <button type="button" class="composer-closed" aria-keyshortcuts="R" onClick={() => write(id)}>
        <CornerUpLeft size={16} aria-hidden="true" />
        <span dir="auto">{draftOf(id) === "" ? texts.replyTo(name) : draftOf(id)}</span>
        <Kbd keys="r" />
      </button>
    </div>
  )
}
