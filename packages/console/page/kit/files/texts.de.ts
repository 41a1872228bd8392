/** The German texts of files that are uploaded. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  attach: "Dateien anhängen",
  uploading: "Wird hochgeladen …",
  tooLarge: "Größer als 18 MB: Senden Sie stattdessen einen Link",
  removeFile: (name) => `${name} entfernen`,
  dropHere: "Dateien hier ablegen, um sie anzuhängen",
  withFiles: (names) => `Dateien: ${names}`
}
