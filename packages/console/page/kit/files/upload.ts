/** Uploads files, for answers and steps. */
import { MailroomError, type Upload } from "@mailroom/client"
import { api } from "../../base/api.ts"
import { detailOf } from "../States.tsx"
import { texts } from "./texts.ts"

/** Maximum size of a file, in bytes. */
const maximum = 18_000_000
/** How long an upload may take, in milliseconds: slow connections need minutes. */
const timeout = 900_000

/** Uploads a file. Returns the upload, or why there is none, for people. */
export const uploadFile = async (
  file: File,
  signal?: AbortSignal
): Promise<{ readonly error: string } | { readonly upload: Upload }> => {
  const { name: filename, size, type } = file
  if (size > maximum) return { error: texts.tooLarge }
  if (size === 0) return { error: texts.empty }
  const content_type = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/u.test(type) ? type : undefined
  const options = { timeout, ...(signal !== undefined && { signal }) }
  try {
    return { upload: await api.uploads.create(file, { filename, content_type }, options) }
  } catch (error) {
    const isProgram =
      error instanceof MailroomError && error.errors?.some(({ pointer }) => pointer.endsWith("/filename")) === true
    return { error: isProgram ? texts.program : detailOf(error) }
  }
}
