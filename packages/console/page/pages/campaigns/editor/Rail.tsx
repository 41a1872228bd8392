/** The steps of a campaign in their order, with the days between them. */
import type { Sequence } from "@mailroom/client"
import { useEffect, useRef } from "preact/hooks"
import { useCanWrite } from "../../../base/session.ts"
import { texts } from "../texts.ts"

/** Shows a step, and puts the cursor into its text. */
const show = (position: number) => {
  const field = document.querySelector<HTMLElement>(`[data-step="${position}"] textarea`)
  field?.closest("section")?.scrollIntoView({ block: "start" })
  field?.focus({ preventScroll: true })
}

/** The letters of the variants; the one that has won, with a mark. */
const lettersOf = (variants: ReadonlyArray<Sequence>): string =>
  variants.map(({ variant, won }) => (won === null ? variant : `${variant}✓`)).join(" ")

export const Rail = ({ onMove, steps }: RailProps) => {
  const canWrite = useCanWrite()
  /** The step that a key has moved: it gets the focus back at its new place. */
  const moved = useRef<number>()
  useEffect(() => {
    if (moved.current !== undefined) document.querySelector<HTMLElement>(`[data-rail="${moved.current}"]`)?.focus()
  }, [steps])
  return (
    <nav class="rail" aria-label={texts.editor.rail}>
      <ol>
        {steps.map((variants, index) => {
          const [first] = variants
          if (first === undefined) return null
          const move = (event: KeyboardEvent) => {
            const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : undefined
            if (!event.altKey || by === undefined) return
            event.preventDefault()
            moved.current = first.id
            onMove(first, by)
          }
          return (
            <li key={first.id}>
              {index > 0 && (
                <span class="rail-days">
                  {texts.editor.days(first.delay_days)}
                  {first.condition !== null && `: ${texts.editor.conditions[first.condition.kind]}`}
                </span>
              )}
              <button
                type="button"
                class="rail-step"
                data-rail={first.id}
                aria-label={texts.steps.title(first.position)}
                aria-keyshortcuts={canWrite ? "Alt+ArrowLeft Alt+ArrowRight" : undefined}
                title={canWrite ? texts.editor.moveHint : undefined}
                onKeyDown={canWrite ? move : undefined}
                onBlur={() => (moved.current = undefined)}
                onClick={() => show(first.position)}
              >
                {first.position}
                {variants.length > 1 && <small>{lettersOf(variants)}</small>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface RailProps {
  /** The variants of each step. */
  readonly steps: ReadonlyArray<ReadonlyArray<Sequence>>
  /** Moves a step by one place. */
  readonly onMove: (step: Sequence, by: -1 | 1) => void
}
