/** An app that has Mailroom inside, and lets agents reach it over MCP. */
import { createMcpHandler } from "@mailroom/mcp"
import { createMailroom } from "@mailroom/node"

// #region mount
const mailroom = await createMailroom({ database: "memory" })

/** Answers `POST /mcp` of the app. The agent sends its API key. */
const answer = createMcpHandler({ url: "http://mailroom.internal", fetch: mailroom.fetch })
// #endregion mount

const { id } = await mailroom.organizations.create({ name: "Acme" })
const { secret } = await mailroom.organization(id).keys.create({ name: "Agent", access: "read" })

const ask = async (method: string, params: object = {}) => {
  const headers = {
    authorization: `Bearer ${secret}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json"
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
  const response = await answer(new Request("http://app.internal/mcp", { method: "POST", headers, body }))
  const { result } = (await response.json()) as { readonly result: any }
  return result
}

const { tools } = await ask("tools/list")
const { content } = await ask("tools/call", { name: "auth_session", arguments: {} })
console.log(tools.length, JSON.parse(content[1].text).access)
await mailroom.close()
