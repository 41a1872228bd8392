import { Context } from "effect"

/** Whether the process is stopping, for work that may take long. `Workers` sets it for their handlers. Default: it is not. */
export const Stopping = Context.Reference<() => boolean>("@mailroom/core/Stopping", {
  defaultValue: () => () => false
})
