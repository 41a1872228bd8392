/** The end of a session. */
import type { Session } from "@mailroom/client"
import { api, queries, signedOut } from "../base/api.ts"
import { sendWaiting, takeWaitingBack, underWay } from "../base/later.ts"
import { sessionQuery } from "../base/session.ts"
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

/** Identifies the person and the organization of a session. */
const whoOf = ({ organization, person }: Session) => `${organization.id} ${person?.id}`

/**
 * Goes on after a sign-in, of this tab or another one. If somebody else has signed in, the page is loaded again: nothing of the person
 * before is sent or shown. Answers that wait become drafts of the person before.
 */
export const goOn = async (): Promise<void> => {
  const before = queries.getQueryData<Session>(sessionQuery.queryKey)
  if (before !== undefined && whoOf(before) !== whoOf(await api.session.find())) {
    takeWaitingBack()
    underWay.clear()
    forgetDrafts()
    return location.reload()
  }
  signedOut.set(false)
  // Queries from before the sign-in will fail. Asking again would only join them.
  await queries.cancelQueries()
  // Another key may see other things: nothing of the session before stays.
  queries.removeQueries({ type: "inactive" })
  await queries.refetchQueries({ type: "active" })
}
