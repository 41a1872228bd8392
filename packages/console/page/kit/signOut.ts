/** The end of a session, which the settings and the palette ask for. */
import { api } from "../base/api.ts"
import { sendWaiting } from "../base/later.ts"
import { forgetStored } from "../base/stored.ts"
import { toast } from "../base/undo.ts"
import { detailOf } from "./States.tsx"
import { forgetDrafts } from "./useDraft.ts"

/**
 * Sends the changes that wait, signs out, and loads the page again, so that the page keeps nothing of the organization.
 * If the changes or the sign-out fail, the page says why, and the session goes on.
 */
export const signOut = async (): Promise<void> => {
  try {
    if (!(await sendWaiting())) return
    await api.session.end()
  } catch (error) {
    toast(detailOf(error), { kind: "bad" })
    return
  }
  forgetStored("draft ")
  forgetDrafts()
  location.reload()
}
