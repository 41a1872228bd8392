/** The files of a step, or of a variant of it. They are stored at once, without the button that saves the step. */
import type { Sequence } from "@mailroom/client"
import { useState } from "preact/hooks"
import { api, versioned } from "../../base/api.ts"
import { useCanWrite } from "../../base/session.ts"
import { done } from "../../base/undo.ts"
import { AttachButton, Files, type ShownFile, useDrop } from "../../kit/files/Files.tsx"
import { texts as fileTexts } from "../../kit/files/texts.ts"
import { uploadFile } from "../../kit/files/upload.ts"
import { Failed } from "../../kit/States.tsx"
import { undoing } from "../../kit/undoing.ts"
import { useWrite } from "../../kit/useWrite.ts"
import type { StepProps } from "./parts.tsx"
import { texts } from "./texts.ts"

/** Mails with files of more bytes are rejected by servers of many companies. */
const largeFrom = 7_000_000

let count = 0

/** The campaigns with uploads for their steps, once for each upload. */
const uploading: Array<string> = []

/** Whether a file for a step of a campaign is being uploaded. */
export const isUploading = (campaign_id: string): boolean => uploading.includes(campaign_id)

const shownOf = ({ attachments }: Sequence): ReadonlyArray<ShownFile> =>
  attachments.map(({ filename, id, size }) => ({ key: id, id, name: filename, size }))

const idsOf = ({ attachments }: Sequence): ReadonlyArray<number> => attachments.map(({ id }) => id)

export const StepFiles = ({ campaign_id, step }: StepProps) => {
  const canWrite = useCanWrite()
  const t = texts.steps.files
  const { error, isBusy, run } = useWrite("campaigns")
  /** The list of files whose upload runs or has failed. Keys are below 0, because keys of stored files are ids. */
  const [added, setAdded] = useState<ReadonlyArray<ShownFile>>([])
  const isAdding = added.some((file) => file.error === undefined)
  /** Changes the list that is stored now: a colleague may have changed it. */
  const save = async (change: (ids: ReadonlyArray<number>) => ReadonlyArray<number>) => {
    const now = await versioned(api.sequences.find(campaign_id, step.id))
    await api.sequences.update(campaign_id, step.id, { attachments: change(idsOf(now)) }, { ifMatch: now.etag })
  }
  const add = (list: ReadonlyArray<File>) => {
    if (list.length === 0 || isBusy || isAdding || !canWrite) return
    const waiting = list.map(({ name, size }) => ({ key: -++count, name, size }))
    setAdded(waiting)
    uploading.push(campaign_id)
    run(async () => {
      try {
        const results = await Promise.all(list.map((file) => uploadFile(file)))
        setAdded(waiting.flatMap((file, i) => ({ ...file, ...results[i] })).filter((file) => "error" in file))
        const uploaded = results.flatMap((result) => ("upload" in result ? [result.upload.id] : []))
        if (uploaded.length > 0) await save((ids) => [...ids, ...uploaded])
      } finally {
        uploading.splice(uploading.indexOf(campaign_id), 1)
      }
    })
  }
  const remove = ({ id, key }: ShownFile) => {
    if (id === undefined) return setAdded(added.filter((file) => file.key !== key))
    const place = idsOf(step).indexOf(id)
    const restore = () => save((ids) => (ids.includes(id) ? ids : ids.toSpliced(place, 0, id)))
    run(
      () => save((ids) => ids.filter((other) => other !== id)),
      () => done(t.removed, () => void undoing("campaigns", restore, t.notRestored)())
    )
  }
  const { isOver, place } = useDrop(".step", add)
  const files = [...shownOf(step), ...added]
  if (!canWrite && files.length === 0) return null
  const size = step.attachments.reduce((sum, file) => sum + file.size, 0)
  return (
    <div class={`step-files ${isOver ? "files-over" : ""}`} ref={place}>
      {files.length > 0 && (
        <Files files={files} isBusy={isBusy} label={t.label} onRemove={canWrite ? remove : undefined} />
      )}
      {step.position === 1 && size > 0 && <p class="meta">{t.first}</p>}
      {size > largeFrom && <p class="text-bad">{t.large}</p>}
      {canWrite && (
        <div class="row-actions">
          <AttachButton isBusy={isBusy} onFiles={add} />
          <span class="meta">{isOver ? fileTexts.dropHere : t.help}</span>
        </div>
      )}
      {error !== undefined && <Failed error={error} />}
    </div>
  )
}
