/** The trimmed text of a form field. A field that the form does not have is empty. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "").trim()

/** The number in a text; `null` if the text is empty. */
export const numberIn = (text: string): number | null => (text.trim() === "" ? null : Number(text))

/** The values in a text: they are separated by white space, commas or semicolons. */
export const valuesIn = (text: string): Array<string> => text.split(/[\s,;]+/u).filter((value) => value !== "")
