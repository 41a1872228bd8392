/** The texts of the OpenAPI document that belong to operations and groups. */
import { Context } from "effect"
import { OpenApi } from "effect/http-api"

/** An example of the body of a request: an annotation of the endpoint. */
export const BodyExample = Context.Reference<unknown>("@mailroom/http/BodyExample", { defaultValue: () => undefined })

/** The annotations of an endpoint: its summary, its description in Markdown, and an example of its request body. */
export const documented = (summary: string, description: string, example?: unknown) =>
  Context.add(OpenApi.annotations({ summary, description }), BodyExample, example)

/** The pages of the folder `docs` about a group, the most useful one first: an annotation of the group. */
export const Guides = Context.Reference<ReadonlyArray<string>>("@mailroom/http/Guides", { defaultValue: () => [] })
