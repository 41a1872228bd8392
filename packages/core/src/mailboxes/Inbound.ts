/** The source of incoming mail. */
import { Context, Schema } from "effect"

/** `inboxes`: Mailroom reads the inboxes of accounts. `host`: the host hands in all mail (`Intake.receive`). */
export const InboundSource = Schema.Literals(["inboxes", "host"])
export type InboundSource = typeof InboundSource.Type

/** The setting of the service. With `host`, no inbox is read, and sending waits for no inbox. */
export const Inbound = Context.Reference<InboundSource>("@mailroom/core/Inbound", { defaultValue: () => "inboxes" })
