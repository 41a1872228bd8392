#!/usr/bin/env node
/** The command `mailroom-mcp`. Standard output belongs to the protocol; everything else is on standard error. */
import { getRequestListener } from "@hono/node-server"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { createServer } from "node:http"
import { parseArgs } from "node:util"
import { makeApi } from "./Api.ts"
import { createMcpHandler } from "./createMcpHandler.ts"
import { createMcpServer } from "./createMcpServer.ts"
import { options, usage } from "./flags.ts"
import { checkSession } from "./serverOf.ts"

const fail = (message: string, code: number): never => {
  console.error(`mailroom-mcp: ${message}`)
  process.exit(code)
}

const numberOf = (name: string, text: string, min: number): number =>
  /^\d{1,7}$/u.test(text) && Number(text) >= min ? Number(text) : fail(`--${name} must be a number`, 2)

const parsed = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`, 2)
  }
}

const main = async () => {
  const values = parsed()
  if (values.help) {
    console.log(usage)
    return
  }
  const url = values.url ?? fail(`--url is required\n\n${usage}`, 2)
  const calls = values["calls-per-minute"]
  const shared = {
    url,
    allowWrites: values["allow-writes"],
    callsPerMinute: calls === undefined ? undefined : numberOf("calls-per-minute", calls, 1)
  }
  if (values.port === undefined) {
    const key = process.env["MAILROOM_API_KEY"] ?? fail("MAILROOM_API_KEY is required", 2)
    await checkSession(makeApi({ url }, key))
    await createMcpServer({ ...shared, key }).connect(new StdioServerTransport())
    return
  }
  const handler = createMcpHandler({ ...shared, allowedOrigins: values["allow-origin"] })
  const { host = "127.0.0.1" } = values
  const server = createServer(getRequestListener(handler))
  server.on("error", (error) => fail(error.message, 1))
  server.listen(numberOf("port", values.port, 0), host, () => {
    const address = server.address()
    const port = typeof address === "object" ? address?.port : values.port
    console.error(`mailroom-mcp: http://${host.includes(":") ? `[${host}]` : host}:${port}`)
  })
  const stop = () => {
    server.close()
    server.closeIdleConnections()
  }
  process.once("SIGINT", stop).once("SIGTERM", stop)
}

await main().catch((error: Error) => fail(error.message, 1))
