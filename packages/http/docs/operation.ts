/** Shows an operation: its inputs, its answers, and a panel to try it. */
import { type Child, disclosure, h, jsonView, phrase, prose, statusBadge } from "./dom.ts"
import { examplesOf } from "./example.ts"
import type { Body, Operation } from "./OpenApi.ts"
import { embedded } from "./place.ts"
import { field, fieldsOf } from "./schema.ts"
import { snippetsOf } from "./snippets.ts"
import { tryOut } from "./tryOut.ts"

/**
 * The address of the folder `docs`, with a slash at its end. While it is empty, because the repository has no public address,
 * the page names the files without links.
 */
const address: string = ""

const guide = (file: string): Node => {
  const name = `docs/${file}`
  if (embedded() !== undefined) return h("a", { href: file.replace(/md$/u, "html") }, name)
  return address === "" ? h("code", {}, name) : h("a", { href: `${address}${file}` }, name)
}

/** The guides of a group as one line; nothing if there are none. */
export const guidesView = (files: ReadonlyArray<string>): Child => {
  if (files.length === 0) return false
  const list = files.flatMap((file, i) => (i === 0 ? [guide(file)] : [", ", guide(file)]))
  return h("p", { class: "guides" }, files.length === 1 ? "Guide: " : "Guides: ", ...list)
}

const section = (title: string, ...children: ReadonlyArray<Child>) => h("section", {}, h("h2", {}, title), ...children)

const places = { path: "Path parameters", query: "Query parameters", header: "Headers", cookie: "Cookies" } as const

const parameters = ({ parameters }: Operation) =>
  Object.entries(places).flatMap(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    const fields = here.map(({ description, name, required = false, schema = {} }) =>
      field(name, schema, required, description)
    )
    return here.length === 0 ? [] : [section(title, h("ul", { class: "fields" }, ...fields))]
  })

const contents = ({ content = {}, description }: Body) =>
  Object.entries(content).map(([type, { schema = {} }]) => {
    const isSaid = schema.description === description
    return h(
      "div",
      {},
      h("p", { class: "prose" }, h("code", {}, type)),
      !isSaid && prose(schema.description),
      fieldsOf(schema)
    )
  })

const response = ([status, body]: readonly [string, Body]) => {
  const headers = Object.entries(body.headers ?? {}).map(([name, { description, required = false, schema = {} }]) =>
    field(name, schema, required, description)
  )
  const content = () =>
    h(
      "div",
      {},
      ...contents(body),
      headers.length > 0 && h("h3", {}, "Headers"),
      h("ul", { class: "fields" }, ...headers)
    )
  return disclosure([statusBadge(status), phrase(body.description)], content, status.startsWith("2"))
}

/** How to call the operation from a shell and from JavaScript. Without a document of Mailroom there may be nothing to show. */
const snippets = (operation: Operation): Child => {
  const shown = snippetsOf(operation).map(({ code, label }, i) =>
    disclosure([label], () => h("pre", { tabindex: "0", "aria-label": `Call with ${label}` }, code), i === 0)
  )
  return shown.length > 0 && h("section", { class: "panel snippets" }, h("h2", {}, "Code"), ...shown)
}

/** The example of a webhook's payload. A webhook cannot be sent from this page. */
const payload = ({ requestBody }: Operation) =>
  Object.values(requestBody?.content ?? {})
    .slice(0, 1)
    .flatMap(examplesOf)
    .map(([name, value]) => h("section", { class: "panel" }, h("h2", {}, name), jsonView(value, name)))

export const operationView = (operation: Operation): Node => {
  const {
    deprecated = false,
    description,
    guides,
    isWebhook,
    method,
    needsKey,
    path,
    requestBody,
    responses
  } = operation
  return h(
    "article",
    {},
    h(
      "div",
      { class: "reference" },
      h("h1", { tabindex: "-1" }, operation.summary),
      h(
        "p",
        { class: "route" },
        h("span", { class: `method ${method}` }, isWebhook ? "webhook" : method),
        h("code", {}, path),
        deprecated && h("span", { class: "note" }, "deprecated"),
        !isWebhook && !needsKey && h("span", { class: "note" }, "needs no key")
      ),
      prose(description),
      guidesView(guides),
      ...parameters(operation),
      requestBody !== undefined && section("Body", prose(requestBody.description), ...contents(requestBody)),
      h("section", { class: "responses" }, h("h2", {}, "Responses"), ...Object.entries(responses ?? {}).map(response))
    ),
    h("div", { class: "aside" }, ...(isWebhook ? payload(operation) : [tryOut(operation), snippets(operation)]))
  )
}
