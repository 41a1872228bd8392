/** A connection of a host, reduced to what storage needs. */

/** Rows as objects or, where a driver can, as arrays of values. */
export interface Connection {
  readonly query: (text: string, values: ReadonlyArray<unknown>, asArrays: boolean) => Promise<ReadonlyArray<any>>
}
