/** The trimmed text of a form field; empty if the form has no such field. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "").trim()
