/** Asks whether a sender of the conversation is blocked, or everybody at the domain; a responder blocks addresses only. */
import { useQuery } from "@tanstack/preact-query"
import { useCanWrite } from "../../../base/session.ts"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Picker } from "../../../kit/Picker.tsx"
import { Empty, Loaded } from "../../../kit/States.tsx"
import { threadQuery } from "../data.ts"
import { block, targetsOf } from "./blocking.ts"
import { texts } from "./texts.ts"

export const BlockPicker = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const found = useQuery(threadQuery(id))
  // A responder blocks addresses, and takes none off.
  const canWrite = useCanWrite()
  const targets = found.data && targetsOf(found.data).filter(({ kind }) => canWrite || kind === "emails")
  if (targets?.length === 0) {
    return (
      <Dialog label={texts.block} class="dialog-small" onClose={onClose}>
        <Empty title={texts.nobody} />
      </Dialog>
    )
  }
  return (
    <Picker
      label={texts.block}
      onClose={onClose}
      choices={targets?.map((target) => ({
        id: `${target.kind} ${target.value}`,
        label: target.kind === "emails" ? texts.blockEmail(target.value) : texts.blockDomain(target.value),
        run: () => void block(target, canWrite)
      }))}
    >
      <Loaded query={found}>{() => null}</Loaded>
    </Picker>
  )
}
