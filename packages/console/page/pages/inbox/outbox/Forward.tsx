/** Forwards a message of a conversation: to whom, with a text above it, and with which of its files. */
import type { Message } from "@mailroom/client"
import { useLayoutEffect, useState } from "preact/hooks"
import { api } from "../../../base/api.ts"
import { fullDate } from "../../../base/format.ts"
import { randomKey } from "../../../base/later.ts"
import { readStored, writeStored } from "../../../base/stored.ts"
import { useStore } from "../../../base/store.ts"
import { toast } from "../../../base/undo.ts"
import { Dialog, DialogActions } from "../../../kit/Dialog.tsx"
import { AttachButton } from "../../../kit/files/Files.tsx"
import { Failed } from "../../../kit/States.tsx"
import { useWrite } from "../../../kit/useWrite.ts"
import { additions } from "../additions.ts"
import { draftName } from "../drafts.ts"
import { AddedFiles, Addresses } from "./Additions.tsx"
import { firstLine } from "./data.ts"
import { follow } from "./follow.ts"
import { texts } from "./texts.ts"
import { addFile, additionsOf, addressesIn, changeAdditions, followAdditions, wrongIn } from "./uploading.ts"
import "./outbox.css"

/** The texts of the dialog. This browser keeps them with the drafts, until the message is forwarded. */
interface Typed {
  readonly to: string
  readonly text: string
}

const keptOf = (name: string): Typed => {
  try {
    return JSON.parse(readStored(name) ?? "") as Typed
  } catch {
    return { to: "", text: "" }
  }
}

interface Props {
  readonly thread: number
  readonly message: Message
  readonly onClose: () => void
}

/** The last request to forward each message, until the server has answered that it is queued. */
const attempts = new Map<number, { readonly wanted: string; readonly key: string }>()

export const Forward = ({ message, onClose, thread }: Props) => {
  const kept = `${draftName(thread)} forward ${message.id}`
  const [{ text, to }, setTyped] = useState(() => keptOf(kept))
  const change = (changed: Partial<Typed>) => {
    const now = { to, text, ...changed }
    setTyped(now)
    writeStored(kept, now.to + now.text === "" ? undefined : JSON.stringify(now))
  }
  // Additions of answers have the ids of threads as keys, which are positive.
  const own = -message.id
  useLayoutEffect(() => followAdditions(own), [own])
  const { fields, isOpen, isReady } = additionsOf(useStore(additions), own)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const write = useWrite("sends")
  const wrong = wrongIn(to)
  const emails = addressesIn(to)
  const files = message.attachments
  const isDisabled = write.isBusy || emails.length === 0 || wrong.length > 0 || !isReady
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isDisabled) return
    const chosen = files.flatMap(({ id }) => (left.has(id) ? [] : [id]))
    const body = {
      to: [...emails],
      body_text: text,
      ...(left.size > 0 && { forwarded_attachments: chosen }),
      ...fields
    }
    const wanted = JSON.stringify(body)
    const known = attempts.get(message.id)
    // The server may have carried out the request whose response was lost: the same key repeats it without a second mail.
    const key = known?.wanted === wanted ? known.key : randomKey()
    attempts.set(message.id, { wanted, key })
    write.run(async () => {
      const send = await api.replies.forward(thread, message.id, body, { idempotencyKey: key })
      attempts.delete(message.id)
      writeStored(kept, undefined)
      changeAdditions(own, () => ({ cc: "", bcc: "", files: [], isOpen: false }))
      void follow(send, () => undefined)
      toast(texts.forwarding(send.to_email))
    }, onClose)
  }
  const toggle = (id: number) =>
    setLeft((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])
    )
  return (
    <Dialog label={texts.forward} class="dialog-small" onClose={onClose}>
      <form
        class="step"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <div class="forward-message">
          <p>
            <bdi>{message.from_name || message.from_email}</bdi>{" "}
            <time class="meta" dateTime={message.date_sent}>
              {fullDate(message.date_sent)}
            </time>
          </p>
          <p class="meta" dir="auto">
            {message.subject}
          </p>
          <p dir="auto">{firstLine(message.reply_text.trim() === "" ? message.body_text : message.reply_text)}</p>
        </div>
        <label class="labelled">
          {texts.forwardTo}
          <input
            class="field"
            type="text"
            inputMode="email"
            autocomplete="off"
            spellcheck={false}
            dir="ltr"
            autofocus
            value={to}
            aria-invalid={wrong.length > 0}
            placeholder={texts.addresses}
            onInput={({ currentTarget }) => change({ to: currentTarget.value })}
          />
        </label>
        {emails.length > 1 && <p class="meta">{texts.firstOfTo}</p>}
        {wrong.length > 0 && (
          <p class="text-bad" role="status" dir="auto">
            {texts.notAddress(wrong.join(", "))}
          </p>
        )}
        {isOpen ? (
          <>
            <Addresses id={own} name="cc" />
            <Addresses id={own} name="bcc" />
          </>
        ) : (
          <p>
            <button type="button" class="button" onClick={() => changeAdditions(own, () => ({ isOpen: true }))}>
              {texts.copies}
            </button>
          </p>
        )}
        <label class="labelled">
          {texts.forwardText}
          <textarea
            class="field"
            dir="auto"
            rows={4}
            value={text}
            onInput={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        </label>
        {files.length > 0 && (
          <fieldset class="forward-files">
            <legend>{texts.forwardFiles}</legend>
            {files.map(({ filename, id }) => (
              <label key={id}>
                <input type="checkbox" checked={!left.has(id)} onChange={() => toggle(id)} /> <bdi>{filename}</bdi>
              </label>
            ))}
          </fieldset>
        )}
        <AddedFiles id={own} label={texts.ownFiles} />
        <p>
          <AttachButton
            onFiles={(list) => {
              for (const file of list) void addFile(own, file)
            }}
          />
        </p>
        {write.error !== undefined && <Failed error={write.error} />}
        <DialogActions cancel={texts.close} submit={texts.forward} isDisabled={isDisabled} onClose={onClose} />
      </form>
    </Dialog>
  )
}
