/** A form that sends a request to the server of this page, and shows the answer. */
import { type Child, disclosure, h, jsonView, statusBadge } from "./dom.ts"
import { exampleText, examplesOf } from "./example.ts"
import type { Operation, Parameter } from "./OpenApi.ts"
import { embedded } from "./place.ts"
import { simplified } from "./schema.ts"

/** The API key. It is kept until the tab is closed. */
export const key = {
  get: () => sessionStorage.getItem("mailroom.key") ?? "",
  set: (value: string) => sessionStorage.setItem("mailroom.key", value.trim())
}

/** The URL of the API, which is next to the page. So a path in front of both does not matter. */
const base = () => new URL(".", location.href).href.replace(/\/$/u, "")

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const input = (parameter: Parameter): Input => {
  const { schema = {}, required = false } = parameter
  const { enum: values, items, types } = simplified(schema)
  const example = exampleText(parameter)
  const choices = values ?? (types.includes("boolean") ? [true, false] : [])
  if (choices.length > 0 && items === undefined) {
    const options = choices.map((choice) =>
      h("option", { selected: required && String(choice) === example }, String(choice))
    )
    return h("select", { required }, !required && h("option", { value: "" }, "–"), ...options)
  }
  // Optional parameters only get a placeholder: if the example of every filter were sent, nothing would match.
  return h("input", {
    required,
    value: required ? example : undefined,
    placeholder: example,
    inputmode: types.includes("integer") ? "numeric" : undefined,
    autocomplete: "off",
    spellcheck: "false"
  })
}

const labelled = (name: string, place: string, control: Input): Child =>
  h("label", { class: "labelled" }, h("span", {}, name, h("small", {}, place)), control)

const isList = ({ schema = {} }: Parameter) => simplified(schema).types.includes("array")

const requestOf = (
  { method, needsKey, path }: Operation,
  values: ReadonlyArray<readonly [Parameter, string]>,
  body: string,
  mediaType: string
): Request => {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let target = path
  for (const [parameter, value] of values.filter(([, value]) => value !== "")) {
    const { explode = true, in: place, name } = parameter
    if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(value))
    else if (place === "header") headers[name] = value
    else if (!isList(parameter)) query.append(name, value)
    else if (explode) for (const item of value.split(",")) query.append(name, item.trim())
    else query.append(name, value.replaceAll(/\s*,\s*/gu, ","))
  }
  if (needsKey && key.get() !== "") headers["Authorization"] = `Bearer ${key.get()}`
  if (body !== "") headers["Content-Type"] = mediaType
  const search = query.size > 0 ? `?${query}` : ""
  return new Request(`${base()}${target}${search}`, { method, headers, ...(body === "" ? {} : { body }) })
}

const bodyView = (type: string, text: string): Child => {
  const label = "Body of the answer"
  if (/\bjson\b/u.test(type)) return jsonView(JSON.parse(text), label)
  return h("pre", { tabindex: "0", "aria-label": label }, type.startsWith("text/") ? text : type)
}

const answerView = async (request: Request): Promise<Node> => {
  const start = performance.now()
  const answer = await fetch(request)
  const type = answer.headers.get("Content-Type") ?? ""
  const bytes = await answer.arrayBuffer()
  const duration = Math.round(performance.now() - start)
  const fields = [...answer.headers].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))
  return h(
    "div",
    {},
    h(
      "p",
      {},
      statusBadge(`${answer.status} ${answer.statusText}`.trim()),
      h("small", {}, `${duration} ms · ${bytes.byteLength} bytes`)
    ),
    disclosure([`Headers (${fields.length})`], () => h("dl", {}, ...fields)),
    bytes.byteLength > 0 && bodyView(type, new TextDecoder().decode(bytes))
  )
}

/** An example of a successful answer, shown until there is a real one. */
const exampleView = ({ responses = {} }: Operation): Child => {
  const [status = "", { content = {} } = {}] =
    Object.entries(responses).find(([status]) => status.startsWith("2")) ?? []
  const media = content["application/json"]
  if (media === undefined) return false
  const [[, example] = []] = examplesOf(media)
  return h(
    "div",
    {},
    h("p", {}, statusBadge(status), h("small", {}, "Example")),
    jsonView(example, "Example of an answer")
  )
}

/** The form of an operation. Without a server to ask, only an example of the answer. */
export const tryOut = (operation: Operation): Node => {
  if (embedded() !== undefined) return h("div", { class: "answer" }, exampleView(operation))
  const inputs = operation.parameters
    .filter((parameter) => parameter.in !== "cookie")
    .map((parameter) => [parameter, input(parameter)] as const)
  const [mediaType = "", media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const examples = media === undefined ? [] : examplesOf(media)
  const textOf = (example: unknown) => (typeof example === "string" ? example : JSON.stringify(example, null, 2))
  const body = h("textarea", { spellcheck: "false" }, textOf(examples[0]?.[1] ?? ""))
  const chosen = h(
    "select",
    { onchange: () => choose() },
    ...examples.map(([name], i) => h("option", { value: String(i) }, name))
  )
  const button = h("button", { class: "primary" }, "Send request")
  const answer = h("div", { class: "answer", role: "status" }, exampleView(operation))

  const send = async (event: Event) => {
    event.preventDefault()
    button.disabled = true
    const values = inputs.map(([parameter, { value }]) => [parameter, value.trim()] as const)
    const shown = await Promise.resolve()
      .then(() => answerView(requestOf(operation, values, media === undefined ? "" : body.value, mediaType)))
      .catch((error: unknown) => h("p", {}, `No answer: ${String(error)}`))
    answer.replaceChildren(shown)
    button.disabled = false
  }
  const choose = () => void (body.value = textOf(examples[Number(chosen.value)]?.[1]))
  const form = h(
    "form",
    { class: "panel", onsubmit: send, "aria-label": "Try it" },
    h("h2", {}, "Try it"),
    ...inputs.map(([{ in: place, name }, control]) => labelled(name, place, control)),
    examples.length > 1 && labelled("Example", "", chosen),
    media !== undefined && labelled("Body", mediaType, body),
    button
  )
  return h("div", {}, form, answer)
}
