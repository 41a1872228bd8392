/** A verifier of an app, as `docs/verification.md` shows it. */
import type { Options } from "@mailroom/node"

export const verifier: Options["verifier"] = async (email) =>
  email.startsWith("ada@")
    ? { status: "accept_all", reasons: ["accepts_all"], cost: 0.5 }
    : { status: "valid", cost: 0.5 }
