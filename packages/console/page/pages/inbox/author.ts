/** The author of a mail of ours, as the person who reads it sees it. */
import type { Actor, Session } from "@mailroom/client"
import { queries } from "../../base/api.ts"
import { sessionQuery } from "../../base/session.ts"
import { texts } from "./texts.ts"

/** Whether the person or the key of this session wrote it. */
export const isOwn = (by: Actor): boolean => {
  const session = queries.getQueryData<Session>(sessionQuery.queryKey)
  return by.id === session?.[by.type as "key" | "person"]?.id
}

/** "You" for the person or the key of this session, else the name; empty: it is not known, as of a mail of a campaign. */
export const authorOf = ({ sent_by: by }: { readonly sent_by?: Actor | null | undefined }): string =>
  !by ? "" : isOwn(by) ? texts.you : by.name
