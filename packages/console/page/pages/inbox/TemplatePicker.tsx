/** Chooses a reply template, and fills it for a conversation. */
import type { FilledReplyTemplate } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { hrefOf } from "../../base/route.ts"
import { toast } from "../../base/undo.ts"
import { templatesQuery } from "../../data/replyTemplates.ts"
import { Dialog } from "../../kit/Dialog.tsx"
import { Picker } from "../../kit/Picker.tsx"
import { detailOf, Empty, Loaded } from "../../kit/States.tsx"
import { texts } from "./texts.ts"

const t = texts.templates

interface Props {
  /** The id of the conversation. */
  readonly id: number
  readonly onClose: () => void
  /** Gets the text of the chosen template, when the server has filled it. */
  readonly onFilled: (filled: FilledReplyTemplate) => void
}

export const TemplatePicker = ({ id, onClose, onFilled }: Props) => {
  const found = useQuery(templatesQuery)
  const fill = async (template: number) => {
    try {
      onFilled(await api.replyTemplates.fill(id, template))
    } catch (error) {
      toast(t.failed(detailOf(error)), { kind: "bad" })
    }
  }
  if (found.data?.length === 0) {
    return (
      <Dialog label={t.choose} class="dialog-small" onClose={onClose}>
        <Empty title={t.none}>
          <a class="button" href={hrefOf(["settings"])}>
            {t.toSettings}
          </a>
        </Empty>
      </Dialog>
    )
  }
  return (
    <Picker
      label={t.choose}
      onClose={onClose}
      choices={found.data?.map(({ id, name }) => ({ id: String(id), label: name, run: () => void fill(id) }))}
    >
      <Loaded query={found}>{() => null}</Loaded>
    </Picker>
  )
}
