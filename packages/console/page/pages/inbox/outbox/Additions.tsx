/** The further recipients and the files of an answer that is being written. */
import type { ReplyState } from "@mailroom/client"
import { Paperclip, Users, X } from "lucide-preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { number } from "../../../base/format.ts"
import { useStore } from "../../../base/store.ts"
import { additions, type AnswerFile } from "../additions.ts"
import { texts } from "./texts.ts"
import {
  addFile,
  additionsOf,
  addressesIn,
  changeAdditions,
  removeFile,
  restoreAdditions,
  wrongIn
} from "./uploading.ts"
import "./outbox.css"

/** Files that are dropped anywhere on the field for an answer. */
const useDrop = (id: number) => {
  const place = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const field = place.current?.closest<HTMLElement>(".composer")
    if (!field) return
    const ends = new AbortController()
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      for (const file of event.dataTransfer?.files ?? []) void addFile(id, file)
    }
    field.addEventListener("dragover", over, ends)
    field.addEventListener("dragleave", () => setOver(false), ends)
    field.addEventListener("drop", drop, ends)
    return () => ends.abort()
  }, [id])
  return { place, isOver }
}

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

const Addresses = ({ id, name }: { readonly id: number; readonly name: "bcc" | "cc" }) => {
  const value = additionsOf(useStore(additions), id)[name]
  const wrong = wrongIn(value)
  const fault = `additions-${id}-${name}`
  return (
    <>
      <label class="additions-field">
        <span>{texts[name]}</span>
        <input
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

const fileSize = (bytes: number) =>
  bytes < 1e6 ? `${number(Math.ceil(bytes / 1e3))}\u00a0kB` : `${number(Math.round(bytes / 1e5) / 10)}\u00a0MB`

const stateOf = ({ error, id, size }: AnswerFile): string =>
  error ?? (id === undefined ? texts.uploading : fileSize(size))

const Files = ({ files, id }: { readonly id: number; readonly files: ReadonlyArray<AnswerFile> }) => (
  <ul class="additions-files" aria-label={texts.files}>
    {files.map((file) => (
      <li key={file.key} class={file.error === undefined ? "" : "text-bad"}>
        <Paperclip size={14} aria-hidden="true" />
        <bdi class="additions-name">{file.name}</bdi>
        <span class={file.error === undefined ? "meta" : ""} role="status">
          {stateOf(file)}
        </span>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.removeFile(file.name)}
          title={texts.removeFile(file.name)}
          onClick={() => removeFile(id, file)}
        >
          <X size={14} aria-hidden="true" />
        </button>
      </li>
    ))}
  </ul>
)

interface AdditionsProps {
  readonly id: number
  readonly reply: ReplyState
  /** The keys of the field for the answer. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export const Additions = ({ id, onKeyDown, reply }: AdditionsProps) => {
  useLayoutEffect(() => restoreAdditions(id), [id])
  useEffect(keepAnswered, [id])
  const { cc, files, isOpen } = additionsOf(useStore(additions), id)
  const { isOver, place } = useDrop(id)
  const picker = useRef<HTMLInputElement>(null)
  const copied = addressesIn(cc)
  const others = reply.cc.filter((email) => !copied.includes(email))
  const replyToAll = () =>
    changeAdditions(id, (before) => ({
      isOpen: true,
      cc: [...addressesIn(before.cc), ...others].join(", ")
    }))
  return (
    <div class={`additions ${isOver ? "additions-over" : ""}`} ref={place} onKeyDown={onKeyDown}>
      {isOpen && (
        <>
          <Addresses id={id} name="cc" />
          <Addresses id={id} name="bcc" />
        </>
      )}
      {files.length > 0 && <Files id={id} files={files} />}
      {files.some((file) => file.error !== undefined) && (
        <p class="text-bad" role="status">
          {texts.removeFirst}
        </p>
      )}
      <div class="additions-buttons">
        <button type="button" class="button" onClick={() => picker.current?.click()}>
          <Paperclip size={16} aria-hidden="true" />
          {texts.attach}
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          onChange={({ currentTarget }) => {
            for (const file of currentTarget.files ?? []) void addFile(id, file)
            currentTarget.value = ""
          }}
        />
        {!isOpen && (
          <button type="button" class="button" onClick={() => changeAdditions(id, () => ({ isOpen: true }))}>
            {texts.copies}
          </button>
        )}
        {others.length > 0 && (
          <button type="button" class="button" title={others.join(", ")} onClick={replyToAll}>
            <Users size={16} aria-hidden="true" />
            {texts.replyToAll(others.length)}
          </button>
        )}
        {isOver && <span class="meta">{texts.dropHere}</span>}
      </div>
    </div>
  )
}
