/** The text of a field of a form, trimmed. It is empty if the form has no such field. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "").trim()
