/** Loads the console from its package. */
import type { ConsoleOptions } from "@mailroom/http"
import { MailroomError } from "./MailroomError.ts"
import type { Options } from "./Options.ts"

/** The console that an app asked for. Rejects when its package is not installed. */
export const consoleOf = async (asked: Options["console"]): Promise<ConsoleOptions | undefined> => {
  if (asked === undefined || asked === false) return undefined
  const { load } = await import("@mailroom/console").catch((cause: unknown) => {
    throw new MailroomError("no_console", "The console needs a package: npm install @mailroom/console", cause)
  })
  return { ...(asked === true ? {} : asked), load }
}
