/** Node loads Mailroom from `node_modules`, because it starts threads from its own files. */
import type { NextConfig } from "next"

// #region config
const config: NextConfig = {
  serverExternalPackages: ["@mailroom/node"]
}
// #endregion config

export default config
