/** The further recipients and the files of an answer that is being written. */
import type { ReplyState } from "@mailroom/client"
import { Clock, Users } from "lucide-preact"
import { useState } from "preact/hooks"
import { useStore } from "../../../base/store.ts"
import { AttachButton, Files, useDrop } from "../../../kit/files/Files.tsx"
import { texts as fileTexts } from "../../../kit/files/texts.ts"
import { additions } from "../additions.ts"
import { SendTimePicker } from "./Scheduling.tsx"
import { texts } from "./texts.ts"
import { addFile, additionsOf, addressesIn, changeAdditions, removeFile, wrongIn } from "./uploading.ts"
import "./outbox.css"

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

interface AdditionsProps {
  readonly id: number
  readonly reply: ReplyState
  readonly canSend: boolean
  readonly onLater: (at: Date) => void
}

export const Additions = ({ canSend, id, onLater, reply }: AdditionsProps) => {
  const [isTiming, setTiming] = useState(false)
  const { cc, files, isOpen } = additionsOf(useStore(additions), id)
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
          <Addresses id={id} name="cc" />
          <Addresses id={id} name="bcc" />
        </>
      )}
      {files.length > 0 && <Files label={texts.files} files={files} onRemove={(file) => removeFile(id, file)} />}
      <div class="additions-buttons">
        <AttachButton onFiles={add} />
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
