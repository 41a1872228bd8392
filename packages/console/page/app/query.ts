/** The parts of a query that are given. */
export type Query = Readonly<Record<string, boolean | number | string | undefined>>
