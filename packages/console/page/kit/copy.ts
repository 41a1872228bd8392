import { toast } from "../base/undo.ts"

/** The messages after copying, and when it failed. */
interface CopyMessages {
  readonly copied: string
  readonly notCopied: string
}

/** Puts a text on the clipboard. */
export const copy = async (text: string, { copied, notCopied }: CopyMessages): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast(copied)
  } catch {
    toast(notCopied, { kind: "bad" })
  }
}
