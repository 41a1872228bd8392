/** Writes the OpenAPI document, which `npm run openapi` then formats. A test compares it with the code. */
import { writeFileSync } from "node:fs"
import { openApi } from "./src/index.ts"

writeFileSync(new URL("openapi.json", import.meta.url), JSON.stringify(openApi()))
