/** A text with the places marked that a search has found. */
import { placesIn } from "./places.ts"

export const Found = ({ search, text }: { readonly text: string; readonly search: string }) => {
  let end = 0
  return (
    <>
      {placesIn(text, search).map(([from, to]) => {
        const before = text.slice(end, from)
        end = to
        return [before, <mark key={from}>{text.slice(from, to)}</mark>]
      })}
      {text.slice(end)}
    </>
  )
}
