import { defineConfig } from "orval"

const input = "../packages/http/openapi.json"

export default defineConfig({
  fetch: { input, output: { client: "fetch", target: "generated/orval-fetch/api.ts" } },
  zod: { input, output: { client: "zod", target: "generated/orval-zod/api.ts" } }
})
