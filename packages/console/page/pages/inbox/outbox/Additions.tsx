/** The further recipients and the files of an answer that is being written. */
import type { ReplyState } from "@mailroom/client"
import { Clock, Users } from "lucide-preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { useStore } from "../../../base/store.ts"
import { AttachButton, Files, useDrop } from "../../../kit/files/Files.tsx"
import { texts as fileTexts } from "../../../kit/files/texts.ts"
import { additions } from "../additions.ts"
import { SendTimePicker } from "./Scheduling.tsx"
import { texts } from "./texts.ts"
import {
  addFile,
  additionsOf,
  addressesIn,
  areTooLarge,
  changeAdditions,
  followAdditions,
  removeFile,
  wrongIn
} from "./uploading.ts"
import "./outbox.css"

/** The field for an answer takes room from the messages. The mail that one answers stays above it, also when it grows. */
const keepAnswered = () => {
  const messages = document.querySelector(".talk-messages")
  if (messages === null) return
  const answered = [...messages.querySelectorAll(".mail:not(.mail-ours)")].at(-1)?.getBoundingClientRect()
  const view = messages.getBoundingClientRect()
  const isSeen = answered !== undefined && answered.bottom <= view.bottom && answered.bottom > view.top
  if (answered !== undefined && !isSeen) messages.scrollTop += answered.bottom - view.bottom
  let height = messages.clientHeight
  const observer = new ResizeObserver(() => {
    messages.scrollTop += Math.max(0, height - messages.clientHeight)
    height = messages.clientHeight
  })
  observer.observe(messages)
  return () => observer.disconnect()
}

interface AddressesProps extends Pick<AdditionsProps, "id"> {
  readonly onKeyDown?: AdditionsProps["onKeyDown"]
  readonly name: "bcc" | "cc"
  readonly hasFocus?: boolean
}

export const Addresses = ({ hasFocus = false, id, name, onKeyDown }: AddressesProps) => {
  const value = additionsOf(useStore(additions), id)[name]
  const wrong = wrongIn(value)
  const fault = `additions-${id}-${name}`
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [])
  return (
    <>
      <label class="additions-field">
        <span>{texts[name]}</span>
        <input
          ref={field}
          class="field"
          type="text"
          inputMode="email"
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
          value={value}
          aria-invalid={wrong.length > 0}
          aria-describedby={wrong.length > 0 ? fault : undefined}
          placeholder={texts.addresses}
          onInput={({ currentTarget }) => changeAdditions(id, () => ({ [name]: currentTarget.value }))}
          {...(onKeyDown !== undefined && { onKeyDown })}
        />
      </label>
      {wrong.length > 0 && (
        <p class="text-bad" id={fault} dir="auto">
          {texts.notAddress(wrong.join(", "))}
        </p>
      )}
    </>
  )
}

/** The files that are added, and what is wrong with them. */
export const AddedFiles = ({ id, label }: { readonly id: number; readonly label: string }) => {
  const { files } = additionsOf(useStore(additions), id)
  return (
    <>
      {files.length > 0 && <Files label={label} files={files} onRemove={(file) => removeFile(id, file)} />}
      {files.some((file) => file.error !== undefined) && (
        <p class="text-bad" role="status">
          {texts.removeFirst}
        </p>
      )}
      {areTooLarge(files) && (
        <p class="text-bad" role="status">
          {texts.tooLarge}
        </p>
      )}
    </>
  )
}

interface AdditionsProps {
  readonly id: number
  readonly reply: ReplyState
  readonly canSend: boolean
  /** The keys of the field for the answer. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onLater: (at: Date) => void
}

export const Additions = ({ canSend, id, onKeyDown, onLater, reply }: AdditionsProps) => {
  useLayoutEffect(() => followAdditions(id), [id])
  useEffect(keepAnswered, [id])
  const [isTiming, setTiming] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { cc, isOpen } = additionsOf(useStore(additions), id)
  const add = (list: ReadonlyArray<File>) => {
    for (const file of list) void addFile(id, file)
  }
  const { isOver, place } = useDrop(".composer", add)
  const copied = addressesIn(cc)
  const others = reply.cc.filter((email) => !copied.includes(email))
  const replyToAll = () =>
    changeAdditions(id, (before) => ({
      isOpen: true,
      cc: [...addressesIn(before.cc), ...others].join(", ")
    }))
  return (
    <div class={`additions ${isOver ? "files-over" : ""}`} ref={place}>
      {isOpen && (
        <>
          <Addresses id={id} name="cc" onKeyDown={onKeyDown} hasFocus={isAsked} />
          <Addresses id={id} name="bcc" onKeyDown={onKeyDown} />
        </>
      )}
      <AddedFiles id={id} label={texts.files} />
      <div class="additions-buttons">
        <AttachButton onFiles={add} />
        {!isOpen && (
          <button
            type="button"
            class="button"
            onClick={() => {
              setAsked(true)
              changeAdditions(id, () => ({ isOpen: true }))
            }}
          >
            {texts.copies}
          </button>
        )}
        {others.length > 0 && (
          <button type="button" class="button" title={others.join(", ")} onClick={replyToAll}>
            <Users size={16} aria-hidden="true" />
            {texts.replyToAll(others.length)}
          </button>
        )}
        <button type="button" class="button" disabled={!canSend} aria-haspopup="dialog" onClick={() => setTiming(true)}>
          <Clock size={16} aria-hidden="true" />
          {texts.sendLater}
        </button>
        {isTiming && <SendTimePicker onClose={() => setTiming(false)} onPick={onLater} />}
        {isOver && <span class="meta">{fileTexts.dropHere}</span>}
      </div>
    </div>
  )
}
