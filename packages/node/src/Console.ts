/** Loads the console from its package. */
import type { ConsoleOptions } from "@mailroom/http"
import { Predicate } from "effect"
import { MailroomError } from "./MailroomError.ts"
import type { Options } from "./Options.ts"

const codes: ReadonlySet<unknown> = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"])

/**
 * Whether an error of `import` says that the package of the console is not installed. A package that it needs, or a file in it, may be
 * missing, too: then installing it does not help, and the message names something else.
 */
const isNotInstalled = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "code") &&
  codes.has(cause.code) &&
  Predicate.hasProperty(cause, "message") &&
  /^Cannot find (?:module|package) '@mailroom\/console'/u.test(String(cause.message))

/**
 * The console that an app asked for. Rejects with `no_console` when its package is not installed, and with the error of `load` when it
 * cannot be loaded.
 */
export const consoleOf = async (
  asked: Options["console"],
  load: () => Promise<Pick<ConsoleOptions, "load">> = () => import("@mailroom/console")
): Promise<ConsoleOptions | undefined> => {
  if (asked === undefined || asked === false) return undefined
  const found = await load().catch((cause: unknown) => {
    if (!isNotInstalled(cause)) throw cause
    throw new MailroomError("no_console", "The console needs a package: npm install @mailroom/console", cause)
  })
  return { ...(asked === true ? {} : asked), load: found.load }
}
