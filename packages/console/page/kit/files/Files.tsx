/** Files of a mail: their list, the button to attach some, and the place where some are dropped. */
import { Paperclip, X } from "lucide-preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { number } from "../../base/format.ts"
import { texts } from "./texts.ts"
import "./files.css"

/** A file of a mail that is being written. */
export interface ShownFile {
  readonly key: number
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The id of the upload; `undefined`: it is being uploaded, or that failed. */
  readonly id?: number
  /** Since when the upload has no mail, in milliseconds since 1970: since it was uploaded, or since its mail was taken back. */
  readonly at?: number
  /** Why it was not uploaded. */
  readonly error?: string
}

const fileSize = (bytes: number): string => {
  if (bytes < 1e3) return `${number(bytes)}\u00a0B`
  return bytes < 1e6 ? `${number(Math.ceil(bytes / 1e3))}\u00a0kB` : `${number(Math.round(bytes / 1e5) / 10)}\u00a0MB`
}

/** The names of files with their sizes. */
export const fileNames = (files: ReadonlyArray<{ readonly filename: string; readonly size: number }>): string =>
  files.map(({ filename, size }) => `${filename} (${fileSize(size)})`).join(", ")

const stateOf = ({ error, id, size }: ShownFile): string =>
  error ?? (id === undefined ? texts.uploading : fileSize(size))

/** Files that are dropped anywhere in the element around `place` that `selector` matches. */
export const useDrop = (selector: string, onFiles: (files: ReadonlyArray<File>) => void) => {
  const place = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const field = place.current?.closest<HTMLElement>(selector)
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
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    field.addEventListener("dragover", over, ends)
    field.addEventListener("dragleave", () => setOver(false), ends)
    field.addEventListener("drop", drop, ends)
    return () => ends.abort()
  }, [selector])
  return { place, isOver }
}

/** A list of files. Without `onRemove` none can be removed. */
export const Files = ({
  files,
  isBusy = false,
  label,
  onRemove
}: {
  readonly files: ReadonlyArray<ShownFile>
  readonly isBusy?: boolean
  readonly label: string
  readonly onRemove?: ((file: ShownFile) => void) | undefined
}) => (
  <ul class="files" aria-label={label}>
    {files.map((file) => (
      <li key={file.key} class={file.error === undefined ? "" : "text-bad"}>
        <Paperclip size={14} aria-hidden="true" />
        <bdi class="files-name">{file.name}</bdi>
        <span class={file.error === undefined ? "meta" : ""} role="status">
          {stateOf(file)}
        </span>
        {onRemove !== undefined && (
          <button
            type="button"
            class="icon-button"
            disabled={isBusy}
            aria-label={texts.removeFile(file.name)}
            title={texts.removeFile(file.name)}
            onClick={() => onRemove(file)}
          >
            <X size={14} aria-hidden="true" />
          </button>
        )}
      </li>
    ))}
  </ul>
)

/** The button that opens the computer's dialog for files. */
export const AttachButton = ({
  isBusy = false,
  onFiles
}: {
  readonly isBusy?: boolean
  readonly onFiles: (files: ReadonlyArray<File>) => void
}) => {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={() => picker.current?.click()}>
        <Paperclip size={16} aria-hidden="true" />
        {texts.attach}
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ""
        }}
      />
    </>
  )
}
