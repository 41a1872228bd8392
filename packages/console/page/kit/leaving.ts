/** The end of a session. */
import { api } from "../base/api.ts"
import { sendWaiting } from "../base/later.ts"
import { forgetStored } from "../base/stored.ts"
import { forgetDrafts } from "./useDraft.ts"

/**
 * Sends the changes that wait, signs out, and loads the page again, so that the page keeps nothing of the organization.
 * Fails if the sign-out fails. If a waiting change is not sent, the change reports that, and the session goes on.
 */
export const leave = async (): Promise<void> => {
  if (!(await sendWaiting())) return
  await api.session.end()
  forgetStored("draft ")
  forgetDrafts()
  location.reload()
}
