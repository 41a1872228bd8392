/** The flags of the command `mailroom-mcp`. */

export const usage = `mailroom-mcp: an MCP server for Mailroom

  --url URL                where Mailroom is, with its mount path
  --allow-writes           offer tools that change something, to keys with full access
  --calls-per-minute N     calls of a key in a minute; default: 60
  --port N                 serve streamable HTTP instead of stdio; the key is that of each request
  --host HOST              with --port: where to listen; default: 127.0.0.1
  --allow-origin ORIGIN    with --port: a page that may call; can be repeated
  --help

On stdio the key is in MAILROOM_API_KEY.`

export const options = {
  url: { type: "string" },
  "allow-writes": { type: "boolean" },
  "calls-per-minute": { type: "string" },
  port: { type: "string" },
  host: { type: "string" },
  "allow-origin": { type: "string", multiple: true },
  help: { type: "boolean" }
} as const
