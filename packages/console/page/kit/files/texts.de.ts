/** The German texts of files that are uploaded. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  attach: "Dateien anhängen",
  uploading: "Wird hochgeladen …",
  tooLarge: "Größer als 18 MB: Senden Sie stattdessen einen Link",
  empty: "Die Datei ist leer",
  program: "Maildienste lehnen Programme und Skripte ab: Senden Sie einen Link darauf",
  removeFile: (name) => `${name} entfernen`,
  dropHere: "Dateien hier ablegen, um sie anzuhängen",
  withFiles: (names) => `Dateien: ${names}`
}
