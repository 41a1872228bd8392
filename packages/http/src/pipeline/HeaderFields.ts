/** The types of header fields, as Node and Effect give them: names in lower case. */

/** The header fields of a request. */
export type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Header fields of an answer. */
export type Fields = Readonly<Record<string, string>>
