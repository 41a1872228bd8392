/** The buttons that say what became of a mail of unknown outcome. Both ask first: neither can be undone. */
import { MailroomError, type ResolveSend, type Send } from "@mailroom/client"
import { useState } from "preact/hooks"
import { api, queries } from "../../base/api.ts"
import { toast } from "../../base/undo.ts"
import { Confirm } from "../Confirm.tsx"
import { useWrite } from "../useWrite.ts"
import { texts } from "./texts.ts"

const isDecided = (error: unknown) => error instanceof MailroomError && error.reason === "send_not_unknown"

export const Decide = ({ send: { id, to_email } }: { readonly send: Send }) => {
  const [asked, setAsked] = useState<ResolveSend["outcome"]>()
  const write = useWrite("sends")
  const close = () => setAsked(undefined)
  const decide = (outcome: ResolveSend["outcome"]) =>
    write.run(async () => {
      try {
        await api.sends.resolve(id, { outcome })
        toast(outcome === "sent" ? texts.wasSent(to_email) : texts.sentAgain(to_email))
      } catch (error) {
        if (!isDecided(error)) throw error
        toast(texts.decided)
      }
      await queries.invalidateQueries({ queryKey: ["campaigns"] })
    }, close)
  return (
    <>
      <button type="button" class="button" onClick={() => setAsked("sent")}>
        {texts.sent}
      </button>
      <button type="button" class="button" onClick={() => setAsked("unsent")}>
        {texts.unsent}
      </button>
      {asked !== undefined && (
        <Confirm
          label={asked === "sent" ? texts.sentTitle : texts.unsentTitle}
          text={asked === "sent" ? texts.sentHelp(to_email) : texts.unsentHelp(to_email)}
          cancel={texts.cancel}
          confirm={asked === "sent" ? texts.sent : texts.again}
          write={write}
          onClose={close}
          onConfirm={() => decide(asked)}
        />
      )}
    </>
  )
}
