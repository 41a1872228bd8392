/** The number of conversations that wait in a tab, where none is open. */
import type { Tag } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { number, shortDate } from "../../../base/format.ts"
import { changes } from "../../../base/live.ts"
import { useStore } from "../../../base/store.ts"
import { texts as frame } from "../../../base/texts.ts"
import { Kbd } from "../../../kit/Kbd.tsx"
import { Empty } from "../../../kit/States.tsx"
import { type Filters, isFiltered, mostWaiting, type ThreadList, toneOf, waitingQuery } from "../data.ts"
import { texts } from "./texts.ts"

/** How many wait in this tab, how many conversations are unread, as the list and the sidebar count them, how many leads are interested, and the oldest date. */
export const Waiting = ({ filters, list, tags }: WaitingProps) => {
  const { tab } = filters
  const known = useStore(changes)
  const todo = known?.todo[tab] ?? 0
  const unread = known?.[tab] ?? 0
  // A list that is not loaded as a whole says nothing about the rest.
  const isPlain = !isFiltered(filters) && filters.state === "open"
  const isWhole = isPlain && list?.next === undefined && list?.rows.length === todo
  const rest = useQuery({
    ...waitingQuery(tab, todo),
    enabled: list !== undefined && !isWhole && todo <= mostWaiting
  })
  const found = (isWhole ? list.rows : rest.data) ?? []
  const rows = found.length === todo ? found : []
  // A scheduled answer is written already.
  const unanswered = rows.filter(({ scheduled_at }) => scheduled_at === undefined)
  const toAnswer = todo - (rows.length - unanswered.length)
  const keen = unanswered.filter(({ lead }) => toneOf(tags, lead?.reply_status) === "good").length
  const oldest = unanswered.at(-1)
  const waiting = [
    ...(toAnswer > 0 ? [texts.toAnswer(number(toAnswer))] : []),
    ...(unread > 0 ? [frame.unread(number(unread))] : []),
    ...(keen > 0 ? [texts.interested(number(keen))] : []),
    ...(oldest === undefined ? [] : [texts.oldest(shortDate(oldest.last_message.date_sent))])
  ]
  return (
    <Empty title={waiting.length === 0 ? texts.none : waiting.join(", ")}>
      {list !== undefined && list.rows.length > 0 && (
        <p>
          <Kbd keys="j" /> {texts.noneHint}
        </p>
      )}
    </Empty>
  )
}

interface WaitingProps {
  readonly filters: Filters
  readonly list: ThreadList | undefined
  readonly tags: ReadonlyArray<Tag> | undefined
}
