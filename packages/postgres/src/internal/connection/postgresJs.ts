/**
 * The client postgres.js. An app may change how it names columns, and how it reads and writes values. So values go to the
 * server and come from it as text, and are written and read here.
 */
import type { Connection } from "./hostConnection.ts"

/** A query: a promise that is sent when somebody waits for it. */
interface Query extends PromiseLike<any> {
  raw(): Query
  catch: unknown
}

/** A `sql` of postgres.js: that of a pool, of a reserved connection or of a transaction. */
export interface PostgresJsClient {
  unsafe(text: string, values?: Array<any>, options?: any): any
  typed: any
  /** Gives a reserved connection back. */
  release?(): void
}

/** The `sql` of a pool. */
export interface PostgresJsPool extends PostgresJsClient {
  readonly options: { readonly max: number; readonly fetch_types: boolean }
  reserve(): Promise<PostgresJsClient>
}

/** The type `unknown`: the server infers the type of the parameter, and postgres.js leaves the text as it is. */
const unknownType = 705

const quote = (text: string | null): string =>
  text === null ? "NULL" : `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`

/** A parameter as the server reads it. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return String.raw`\x${Buffer.from(value).toString("hex")}`
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((item) => quote(textOf(item))).join()}}`
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

type Read = (text: string) => unknown

/** Reads a list of one dimension. */
const listOf =
  (read: Read): Read =>
  (text) =>
    Array.from(text.matchAll(/"((?:\\.|[^"\\])*)"|([^{},]+)/gsu), ([, quoted, plain = ""]) => {
      if (quoted === undefined && plain === "NULL") return null
      return read(quoted === undefined ? plain : quoted.replaceAll(/\\(.)/gsu, "$1"))
    })

/**
 * An instant in the time zone of the connection: `2026-01-02 03:04:05.678+05:30`. `Date` reads the year 1 as 2001; its first
 * hours are in the year 1 BC west of Greenwich.
 */
const asInstant: Read = (text) => {
  const parts = /^(\d+)(-[\d-]+) ([\d:.]+)([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/u.exec(text)
  if (parts === null) return new Date(text)
  const [, year, day, time, sign, hours = 0, minutes = 0, seconds = 0, isBefore] = parts
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return new Date(Date.parse(`${isBefore ? "0000" : year}${day}T${time}Z`) - Number(`${sign}${offset * 1000}`))
}

const asText: Read = (text) => text
const asBoolean: Read = (text) => text === "t"

/** How values are read, by the OID of their type. A value of another type is a text. */
const readers: ReadonlyMap<number, Read> = new Map<number, Read>([
  // bool, bytea
  [16, asBoolean],
  [17, (text) => Buffer.from(text.slice(String.raw`\x`.length), "hex")],
  // int8, int2, int4, oid, float4, float8
  ...[20, 21, 23, 26, 700, 701].map((oid) => [oid, Number] as const),
  // json, jsonb
  ...[114, 3802].map((oid) => [oid, JSON.parse] as const),
  // timestamptz
  [1184, asInstant],
  // bool[]
  [1000, listOf(asBoolean)],
  // int2[], int4[], int8[], oid[]
  ...[1005, 1007, 1016, 1028].map((oid) => [oid, listOf(Number)] as const),
  // char[], text[], varchar[], uuid[]
  ...[1002, 1009, 1015, 2951].map((oid) => [oid, listOf(asText)] as const)
])

interface Column {
  readonly name: string
  readonly type: number
}

/** The name of a column in a statement, also where the app has chosen `camel`, `pascal` or `kebab` for names. */
const nameOf = ({ name }: Column): string =>
  name
    .replaceAll("-", "_")
    .replaceAll(/(?<=.)[A-Z]/gu, "_$&")
    .toLowerCase()

/** Makes the function that reads the values of a row with these columns. */
const readerOf = (columns: ReadonlyArray<Column>) => {
  const columnReaders = columns.map(({ type }) => readers.get(type) ?? asText)
  return (row: ReadonlyArray<Buffer | null>): Array<unknown> =>
    row.map((value, i) => (value === null ? null : columnReaders[i]?.(value.toString())))
}

/** The rows of a result. A text with several statements has none: postgres.js returns an array of results for it. */
const rowsOf = (result: any, asArrays: boolean): ReadonlyArray<any> => {
  const columns: ReadonlyArray<Column> | undefined = result.columns
  if (!Array.isArray(columns)) return []
  const rows: ReadonlyArray<Array<unknown>> = Array.from(result, readerOf(columns))
  if (asArrays) return rows
  const names = columns.map(nameOf)
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [names[i], value])))
}

/**
 * postgres.js remembers each query of a transaction that fails, by `catch`, and rolls the transaction back at its end, also
 * where the app has rolled back to a savepoint. Mailroom does that, so its queries are not remembered.
 */
const unremembered = (query: Query): Query => Object.assign(query, { catch: () => {} })

const run = async (
  client: PostgresJsClient,
  [text, values, asArrays]: Parameters<Connection["query"]>,
  options: { readonly onexecute?: (connection: Closing) => boolean } = {}
) => {
  const parameters = values.map((value) => (value === null ? null : client.typed(textOf(value), unknownType)))
  const query: Query = client.unsafe(text, parameters, { prepare: true, ...options }).raw()
  return rowsOf(await unremembered(query), asArrays)
}

/** A connection of postgres.js, which calls `onclose` when it is closed. */
interface Closing {
  readonly onclose: ((error: unknown) => void) | null
}

const isOfConnection = (error: unknown) =>
  error instanceof Error && "code" in error && /^(?:CONNECT|E[A-Z]{3,})/u.test(String(error.code))

/**
 * One connection: that of a transaction, or a reserved one. postgres.js ends the process by a TypeError when a connection gets a
 * query after it was closed, or when it is released. A statement without parameters, such as BEGIN, tells which one it is.
 */
const connectionOfOne = (client: PostgresJsClient): Connection & { readonly release: () => void } => {
  let isClosed = false
  let watched: Closing | undefined
  let unwatch = () => {}
  const watch = (connection: Closing) => {
    watched = connection
    const { onclose } = connection
    const close = (error: unknown) => {
      isClosed = true
      onclose?.(error)
    }
    Object.assign(connection, { onclose: close })
    unwatch = () => void Object.assign(connection, { onclose })
  }
  const onexecute = (connection: Closing) => {
    if (watched === undefined) watch(connection)
    return true
  }
  return {
    release: () => {
      if (isClosed) return
      unwatch()
      client.release?.()
    },
    query: async (...args) => {
      if (isClosed) throw new Error("The connection was closed")
      try {
        return await run(client, args, args[1].length === 0 ? { onexecute } : {})
      } catch (error) {
        if (isOfConnection(error)) isClosed = true
        throw error
      }
    }
  }
}

export const connectionOf = (client: PostgresJsClient): Connection =>
  isPool(client) ? { query: (...args) => run(client, args) } : connectionOfOne(client)

/** Lends a connection. One that was closed does not go back: postgres.js opens another one in its place. */
export const lend = async (pool: PostgresJsPool) => connectionOfOne(await pool.reserve())

export const isPostgresJs = (client: object): client is PostgresJsClient =>
  typeof client === "function" && "unsafe" in client && "typed" in client

export const isPool = (client: PostgresJsClient): client is PostgresJsPool => "options" in client && "reserve" in client
