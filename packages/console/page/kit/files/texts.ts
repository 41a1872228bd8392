/** The texts of files that are uploaded. */
import { pick } from "../../base/pick.ts"

export const texts = pick("files", {
  attach: "Attach files",
  uploading: "Uploading…",
  tooLarge: "Larger than 18 MB: send a link to it instead",
  empty: "The file is empty",
  program: "Mail services reject programs and scripts: send a link to it instead",
  removeFile: (name: string) => `Remove ${name}`,
  dropHere: "Drop the files to attach them",
  withFiles: (names: string) => `Files: ${names}`
})
