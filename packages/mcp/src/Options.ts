/** Options of MCP servers. */

/** Where the API is. */
export interface ApiOptions {
  /** The URL of Mailroom, with its mount path: `https://example.com/mailroom`. */
  readonly url: string
  /** Default: the global `fetch`. In process: `fetch` of `createMailroom`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** Options of an MCP server, whatever its transport. */
export interface McpOptions extends ApiOptions {
  /** Whether tools that change something are offered, to keys with full access. Default: no. */
  readonly allowWrites?: boolean | undefined
  /** The maximum number of calls, reads of resources and lists of tools of a key in a minute. Default: 60. */
  readonly callsPerMinute?: number | undefined
}

/** Options of an MCP server for one key. */
export interface McpServerOptions extends McpOptions {
  /** The API key with which every call is made. */
  readonly key: string
}

/** Options of an MCP server over HTTP. */
export interface McpHandlerOptions extends McpOptions {
  /** The origins of pages that may call, such as `https://agent.example`. Default: none; programs send no origin. */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
}
