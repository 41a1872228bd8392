/** Buttons for a change of leads, with the question before what cannot be undone, and the progress. */
import { useQuery } from "@tanstack/preact-query"
import { Clock, Pause, Play, Tag, Trash2, UserX, X } from "lucide-preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { queries } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { toast } from "../../base/undo.ts"
import { tagsQuery } from "../../data/tags.ts"
import { Confirm } from "../../kit/Confirm.tsx"
import { Picker } from "../../kit/Picker.tsx"
import { detailOf, Loaded } from "../../kit/States.tsx"
import { PauseDialog } from "../../kit/sending/Pause.tsx"
import { texts as sending } from "../../kit/sending/texts.ts"
import { type Action, act, countOf, type Targets } from "./acting.ts"
import { texts } from "./texts.ts"

const t = texts.bulk

interface Props {
  readonly targets: Targets
  /** The actions, in order. */
  readonly actions: ReadonlyArray<Action>
  /** Takes the place of an action, such as one that waits some seconds. */
  readonly instead?: Partial<Record<Action, () => void>>
  /** Called when a change has ended, also if it failed. */
  readonly onDone: (action: Action) => void
}

const icons = { stop: Pause, resume: Play, pause: Clock, tag: Tag, delete: Trash2, erase: UserX }
const labels: Readonly<Record<Action, string>> = {
  stop: texts.stop,
  resume: sending.resume,
  pause: sending.pauseUntil,
  tag: t.tag,
  delete: t.delete,
  erase: t.erase
}

const useActing = (targets: Targets, onDone: Props["onDone"]) => {
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>()
  useEffect(() => () => running.current?.abort(), [])
  const run = async (
    action: Action,
    value: { readonly tag_id?: number | null; readonly until?: string | null } = {}
  ) => {
    const { signal } = (running.current = new AbortController())
    let count = 0
    setProgress(0)
    try {
      await act(targets, {
        action,
        ...value,
        signal,
        onProgress: (now) => {
          count = now
          setProgress(now)
        }
      })
      toast(t.done[value.tag_id === null ? "untag" : action](count))
    } catch (error) {
      if (!signal.aborted) toast(t.failed(count, detailOf(error)), { kind: "bad" })
    }
    for (const key of ["leads", "lead", "campaigns"]) void queries.invalidateQueries({ queryKey: [key] })
    setProgress(undefined)
    onDone(action)
  }
  return { progress, run, stop: () => running.current?.abort() }
}

/** Asks which tag leads get; `null`: their tag is removed. */
const TagPicker = ({
  onClose,
  onPick
}: {
  readonly onClose: () => void
  readonly onPick: (id: number | null) => void
}) => {
  const found = useQuery(tagsQuery)
  const tags = found.data && [...found.data.map(({ id, name }) => ({ id, name })), { id: null, name: texts.noTag }]
  return (
    <Picker
      label={t.chooseTag}
      onClose={onClose}
      choices={tags?.map(({ id, name }) => ({ id: String(id), label: name, run: () => onPick(id) }))}
    >
      {/* Shows that the tags are being fetched, or why they cannot be. The picker itself shows the fetched ones. */}
      <Loaded query={found}>{() => null}</Loaded>
    </Picker>
  )
}

export const LeadActions = ({ actions, instead, onDone, targets }: Props) => {
  const [asked, setAsked] = useState<Action>()
  const { progress, run, stop } = useActing(targets, onDone)
  const count = countOf(targets)
  const close = () => setAsked(undefined)
  if (progress !== undefined) {
    return (
      <>
        <span role="status">{t.progress(number(progress), number(count))}</span>
        <button type="button" class="button" onClick={stop}>
          <X size={16} aria-hidden="true" /> {t.cancelRun}
        </button>
      </>
    )
  }
  return (
    <>
      {actions.map((action) => {
        const Icon = icons[action]
        return (
          <button
            type="button"
            class={`button ${action === "delete" || action === "erase" ? "button-bad" : ""}`}
            onClick={instead?.[action] ?? (() => setAsked(action))}
            key={action}
          >
            <Icon size={16} aria-hidden="true" /> {labels[action]}
          </button>
        )
      })}
      {asked === "tag" && <TagPicker onClose={close} onPick={(id) => void run("tag", { tag_id: id })} />}
      {asked === "pause" && (
        <PauseDialog
          label={t.askPause(count)}
          canEnd
          onClose={close}
          onPause={(until) => void run("pause", { until })}
        />
      )}
      {asked !== undefined && asked !== "tag" && asked !== "pause" && (
        <Confirm
          label={t.ask[asked](count)}
          text={t.effect[asked]}
          cancel={t.cancel}
          confirm={labels[asked]}
          write={{ error: undefined, isBusy: false }}
          onClose={close}
          onConfirm={() => {
            close()
            void run(asked)
          }}
        />
      )}
    </>
  )
}
