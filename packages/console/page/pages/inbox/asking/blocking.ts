/** Puts senders and domains on the blacklist, and takes exactly these entries off again. */
import { isFreeMail } from "@mailroom/mail/free-mail"
import { api, queries } from "../../../base/api.ts"
import { askNow } from "../../../base/live.ts"
import { done, toast } from "../../../base/undo.ts"
import { detailOf } from "../../../kit/States.tsx"
import type { Conversation } from "../data.ts"
import { texts } from "./texts.ts"

export interface Target {
  readonly kind: "domains" | "emails"
  readonly value: string
}

/** The people of a conversation: senders of mail from outside, the newest first, and the lead; then their domains. */
export const targetsOf = ({
  messages,
  thread: { lead }
}: Pick<Conversation, "messages" | "thread">): ReadonlyArray<Target> => {
  // A bounce is from a mail server.
  const senders = messages.filter(
    ({ is_our_email, kind }) => !is_our_email && kind !== "bounce" && kind !== "complaint"
  )
  const emails = new Set(
    [...senders.toReversed().map(({ from_email }) => from_email), lead?.email ?? ""]
      .map((email) => email.toLowerCase())
      .filter((email) => email.includes("@"))
  )
  const domains = new Set([...emails].map((email) => email.slice(email.lastIndexOf("@") + 1)))
  return [
    ...[...emails].map((value) => ({ kind: "emails", value }) as const),
    // At the domain of a provider, everybody may have an address.
    ...[...domains].filter((domain) => !isFreeMail(domain)).map((value) => ({ kind: "domains", value }) as const)
  ]
}

const add = ({ kind, value }: Target) =>
  kind === "emails"
    ? api.blacklist.addEmails({ emails: [value], reason: texts.reason })
    : api.blacklist.addDomains({ domains: [value], reason: texts.reason })

const remove = (kind: Target["kind"], ids: ReadonlyArray<number>) =>
  kind === "emails" ? api.blacklist.removeEmails({ ids }) : api.blacklist.removeDomains({ ids })

/** Fetches leads and the blacklist again. */
const refresh = () => {
  for (const key of ["thread", "lead", "leads", "blacklist"]) void queries.invalidateQueries({ queryKey: [key] })
  void askNow()
}

/** Blocks an address or a domain. "Undo" removes only an entry that this call added; `canUndo`: whether it is offered. */
export const block = async (target: Target, canUndo: boolean): Promise<void> => {
  const { kind, value } = target
  let isUndone = false
  const sent = Promise.resolve(add(target))
  const undo = async () => {
    isUndone = true
    try {
      const ids = (await sent).data.flatMap(({ id, status }) => (status === "added" && id !== null ? [id] : []))
      if (ids.length > 0) await remove(kind, ids)
      refresh()
    } catch (error) {
      toast(texts.stillBlocked(value, detailOf(error)), { kind: "bad" })
    }
  }
  const options = { undone: texts.unblocked(value) }
  const say = (text: string) => (canUndo ? done(text, () => void undo(), options) : (toast(text), () => {}))
  const forget = say(texts.blocking(value))
  try {
    const { data, leads_stopped } = await sent
    refresh()
    forget()
    const [result] = data
    if (result?.error !== undefined) toast(texts.notBlocked(value, result.error), { kind: "bad" })
    else if (result?.status === "existing") toast(texts.blockedBefore(value))
    else if (!isUndone) say(texts.blocked(value, leads_stopped))
  } catch (error) {
    forget()
    toast(texts.notBlocked(value, detailOf(error)), { kind: "bad" })
  }
}
