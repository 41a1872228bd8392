/** Changes of many leads: of those with some ids, or of all that pass the filters of a campaign. */
import type { ChangeMatching } from "@mailroom/client"
import { api } from "../../base/api.ts"

export type Action = ChangeMatching["action"]
export type Filter = ChangeMatching["filter"]

/** The leads that a change is about. */
export type Targets = { readonly ids: ReadonlyArray<number> } | { readonly filter: Filter; readonly count: number }

export const countOf = (targets: Targets): number => ("ids" in targets ? targets.ids.length : targets.count)

interface Acting {
  readonly action: Action
  /** With the action `tag`: the tag to set; `null` takes it off. */
  readonly tag_id?: number | null
  /** With the action `pause`: until when; `null` ends the pauses. */
  readonly until?: string | null
  readonly signal: AbortSignal
  /** Called with the number of leads that are done. */
  readonly onProgress: (count: number) => void
}

/** A request changes at most this many leads. */
export const most = 1000
/** At a time: each lead has its own request. */
const tagsAtOnce = 4

const changeIds = async (
  ids: ReadonlyArray<number>,
  { action, onProgress, signal, tag_id = null, until = null }: Acting
) => {
  const size = action === "tag" ? tagsAtOnce : most
  for (let start = 0; start < ids.length; start += size) {
    const part = ids.slice(start, start + size)
    if (action === "tag") await Promise.all(part.map((id) => api.tags.assign(id, { tag_id }, { signal })))
    else if (action === "pause") await api.leads.pauseMany({ ids: part, until }, { signal })
    else if (action === "delete" || action === "erase") {
      await api.leads.remove({ ids: part, erase: action === "erase" }, { signal })
    } else await api.leads.updateMany({ ids: part, stop_sending: action === "stop" }, { signal })
    onProgress(start + part.length)
  }
}

const changeMatching = async (filter: Filter, { action, onProgress, signal, tag_id, until }: Acting) => {
  let count = 0
  for (let before_id: number | null | undefined; before_id !== null;) {
    const { changed, next_before_id } = await api.leads.changeMatching(
      {
        filter,
        action,
        ...(tag_id !== undefined && { tag_id }),
        ...(until !== undefined && { until }),
        ...(before_id !== undefined && { before_id })
      },
      { signal }
    )
    count += changed
    onProgress(count)
    before_id = next_before_id
  }
}

/** Runs a change until it has ended or is stopped. A stop undoes nothing. */
export const act = (targets: Targets, acting: Acting): Promise<void> =>
  "ids" in targets ? changeIds(targets.ids, acting) : changeMatching(targets.filter, acting)
