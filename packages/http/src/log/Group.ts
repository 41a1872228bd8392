import { LogEntry } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { cursorPage, parameters } from "../contract/Parameters.ts"
import { InvalidCursorProblem } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const LogPage = Schema.Struct(cursorPage(LogEntry.LogEntry)).annotate({
  identifier: "LogPage",
  description: "A page of the log."
})

export class LogGroup extends HttpApiGroup.make("log")
  .add(
    HttpApiEndpoint.get("page", "/log", {
      query: parameters(LogEntry.LogQuery.fields),
      success: LogPage,
      error: [InvalidCursorProblem]
    }).annotateMerge(
      documented(
        "List who did what, the newest first",
        "An entry is written right after an operation has changed something, and when a session begins. It has ids, and neither " +
          "texts nor secrets. Events and mail that programs report are not in it, nor are conversations that are only marked as " +
          "read or unread."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Log", description: "Who did what in the organization." }))
  .annotate(Guides, ["teams.md"]) {}
