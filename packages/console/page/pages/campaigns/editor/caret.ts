/** Finds the place of a character of a field on the page. */

/** The properties of a field that decide where its lines break. */
const properties = ["font", "letterSpacing", "padding", "border", "boxSizing", "lineHeight", "direction"] as const

/** The width of a list below the caret: it ends where the field ends. */
const listWidth = 300

/** The place below a character, relative to the element that the field is placed in, in pixels. */
export const caretPlace = (
  field: HTMLInputElement | HTMLTextAreaElement,
  index: number
): { readonly left: number; readonly top: number } => {
  const copy = document.createElement("div")
  const mark = document.createElement("span")
  const style = getComputedStyle(field)
  for (const property of properties) copy.style[property] = style[property]
  Object.assign(copy.style, {
    position: "absolute",
    visibility: "hidden",
    width: `${field.offsetWidth}px`,
    whiteSpace: field instanceof HTMLTextAreaElement ? "pre-wrap" : "pre",
    overflowWrap: "break-word"
  })
  copy.textContent = field.value.slice(0, index)
  mark.textContent = "\u200b"
  copy.append(mark)
  document.body.append(copy)
  const { offsetHeight, offsetLeft, offsetTop } = mark
  copy.remove()
  const left = Math.min(offsetLeft - field.scrollLeft, field.offsetWidth - listWidth)
  const top = Math.min(offsetTop + offsetHeight - field.scrollTop, field.offsetHeight)
  return { left: field.offsetLeft + Math.max(0, left), top: field.offsetTop + top + 4 }
}
