/** An upload: a file that waits for a mail, or that steps of campaigns name. Its rules, and those for the files of a mail. */
import { text } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { AttachmentRecord } from "../attachments/Attachment.ts"
import { described } from "../Described.ts"
import { day } from "../Durations.ts"
import { AttachmentId, SendId } from "../ids.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"

export const Upload = Schema.Struct({
  ...Struct.omit(AttachmentRecord.fields, ["content_id"]),
  content_type: described(Schema.String, "The media type, without parameters.", "application/pdf"),
  size: described(Schema.Int, "In bytes.", 48_211),
  expires_at: described(
    Schema.NullOr(Timestamp),
    "When the file is removed, if nothing uses it until then, or a week after its mail was refused; `null`: a mail or a step uses it.",
    "2026-03-03T10:30:00.000Z"
  )
}).annotate({ identifier: "Upload", description: "A file that was uploaded, to be attached to a mail." })
export type Upload = typeof Upload.Type

/** A file of a step: a copy of the name, type and size of its upload, which never change. */
export const StepFile = Schema.Struct(Struct.omit(Upload.fields, ["expires_at"])).annotate({
  identifier: "StepFile",
  description: "A file that the mails of a step have."
})
export type StepFile = typeof StepFile.Type

/** An upload as it is stored. */
export const UploadRecord = Schema.Struct({
  ...Upload.fields,
  of_send: described(Schema.NullOr(SendId), "The mail that uses it; `null`: none.")
})
export type UploadRecord = typeof UploadRecord.Type

export const table = Table.of("uploads", UploadRecord, {
  key: ["id"],
  fixed: ["filename", "ext", "type", "content_type", "size"]
})

/** Whether steps of campaigns name the file: nothing else keeps one that no mail uses. */
export const isOfSteps = ({ expires_at, of_send }: Pick<UploadRecord, "expires_at" | "of_send">): boolean =>
  of_send === null && expires_at === null

/** The file of an upload, without what uses it. */
export const toFile = ({ expires_at: _, of_send: __, ...file }: UploadRecord): StepFile => file

/** The documented part of an upload. */
export const toUpload = ({ of_send: _, ...upload }: UploadRecord): Upload => upload

/** How long an upload waits for a mail that uses it, in milliseconds: a day. */
export const keptFor = day

/** How long the uploads of an answer are kept after it was refused, in milliseconds: a week. */
export const keptAfterRefusal = 7 * keptFor

/** Maximum size of a file, in bytes: with it alone, a mail is just below `maximumMail`. */
export const maximumFile = 18_000_000

/** Maximum size of a mail with its files as it is sent, in bytes: many servers reject larger ones. */
export const maximumMail = 25_000_000

/** Maximum number of files of a mail. */
export const maximumFiles = 20

/** The ids of the files of a mail, in their order in it. */
export const FileIds = Schema.Array(AttachmentId).check(
  Schema.isMaxLength(maximumFiles, { message: `must have at most ${maximumFiles} files` }),
  Schema.isUnique({ message: "must not name a file twice" })
)

/** The size of a file in a mail: in base64, in lines of 76 characters. */
const encodedSize = (size: number) => {
  const characters = Math.ceil(size / 3) * 4
  return characters + Math.ceil(characters / 76) * 2
}

/** Bytes of a mail for its header, and for the headers of its parts. */
const headers = { mail: 20_000, file: 1_000 }

/** The size of a mail as it is sent, in bytes, or a little more. `texts`: its plain text and its HTML. */
export const sizeOfMail = (texts: ReadonlyArray<string>, files: ReadonlyArray<{ readonly size: number }>): number =>
  headers.mail +
  texts.reduce((sum, given) => sum + encodedSize(new TextEncoder().encode(given).length), 0) +
  files.reduce((sum, { size }) => sum + headers.file + encodedSize(size), 0)

/** The extensions of programs and scripts, which mail services such as Gmail reject. */
const blocked = new Set(
  (
    "ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img inf ins iso isp " +
    "jar jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 reg scr sct shb sys url vb vbe vbs vhd " +
    "vhdx vxd wsc wsf wsh xll"
  ).split(" ")
)

/** The fault of a file name, if mail services reject such files. Windows ignores dots and spaces at the end of a name. */
export const faultOfName = (filename: string): string | undefined => {
  const [, ...parts] = filename.split(".").map((part) => part.trimEnd())
  const extension = parts.findLast((part) => part !== "")?.toLowerCase() ?? ""
  return blocked.has(extension)
    ? `must not end in .${extension}: mail services reject programs and scripts; put the file where the recipient can download it, and send the link`
    : undefined
}

export const NewUpload = Schema.Struct({
  filename: described(
    text(255).check(
      Schema.makeFilter((filename) => (filename.trim() === "" ? "must not be empty" : faultOfName(filename)))
    ),
    "The name of the file, at most 255 characters; `/`, `\\` and control characters become `_`. Names of programs and scripts, such as `.exe`, are rejected, because mail services reject them.",
    "Offer.pdf"
  ),
  content_type: described(
    Schema.optionalKey(
      text(127).check(
        Schema.makeFilter((type) =>
          /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/u.test(type) ? undefined : "must be a media type, such as application/pdf"
        )
      )
    ),
    "The media type, without parameters. Default: `application/octet-stream`; then the extension of the name says it in the mail.",
    "application/pdf"
  )
})
export type NewUpload = typeof NewUpload.Type

/** The file is larger than an upload may be. */
export class FileTooLarge extends Schema.TaggedError<FileTooLarge>()("FileTooLarge", { size: Schema.Int }) {
  override get message(): string {
    return `The file has ${this.size} bytes, and an upload at most ${maximumFile}`
  }
}

export class UploadNotFound extends Schema.TaggedError<UploadNotFound>()("UploadNotFound", { id: AttachmentId }) {
  override get message(): string {
    return `There is no upload ${this.id}`
  }
}

/** A mail or a step uses the file. */
export class UploadInUse extends Schema.TaggedError<UploadInUse>()("UploadInUse", { id: AttachmentId }) {
  override get message(): string {
    return `A step of a campaign or a mail that is not sent yet uses the upload ${this.id}`
  }
}
