/** A tool: an operation of the API. */
export interface Tool {
  /** The `operationId` with `_`: `unibox_threads`. */
  readonly name: string
  readonly operation: string
  readonly title: string
  readonly description: string
  readonly method: string
  /** The path. `{name}` is a field of the input. */
  readonly path: string
  /** The fields of the input that are in the query. Fields in neither path nor query are in the body. */
  readonly query: ReadonlyArray<string>
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  /** JSON Schema of the input. */
  readonly inputSchema: InputSchema
}

export interface InputSchema {
  readonly [key: string]: unknown
  readonly type: "object"
  readonly properties: Readonly<Record<string, object>>
  readonly required: Array<string>
  readonly additionalProperties: false
}

/** The input of a call, as the agent gives it. */
export type Input = Readonly<Record<string, unknown>>
