/** The page at `/docs`: reads the OpenAPI document next to it, and shows the operation in the link. */
import { h, prose } from "./dom.ts"
import { read, type Operation, type Reference } from "./OpenApi.ts"
import { guidesView, operationView } from "./operation.ts"
import { embedded } from "./place.ts"
import { key } from "./tryOut.ts"

const hashOf = ({ id }: Operation) => `#${encodeURIComponent(id)}`

const link = (operation: Operation) => {
  const { isWebhook, method, summary } = operation
  return h(
    "a",
    { href: hashOf(operation) },
    h("span", { class: `method ${method}` }, isWebhook ? "hook" : method === "DELETE" ? "DEL" : method),
    h("span", {}, summary)
  )
}

const overview = ({ groups, info }: Reference): Node =>
  h(
    "article",
    { class: "overview" },
    h("h1", { tabindex: "-1" }, `${info.title} API`),
    prose(info.description),
    prose(
      embedded() === undefined
        ? "Requests carry an API key: `Authorization: Bearer <key>`. Enter yours at the top of the page to try requests: " +
            "it is kept until this tab is closed, and sent to this server only. An app that embeds Mailroom may accept " +
            "its own users without a key."
        : "Requests carry an API key: `Authorization: Bearer <key>`. A running server shows this page at `/docs`, where " +
            "each request can be tried."
    ),
    ...groups.map(({ description, guides, name, operations }) =>
      h(
        "section",
        {},
        h("h2", {}, name),
        prose(description),
        guidesView(guides),
        h("ul", {}, ...operations.map((one) => h("li", {}, link(one))))
      )
    )
  )

const navigation = ({ groups }: Reference) => {
  const lists = groups.map(({ name, operations }) => {
    const items = operations.map((operation) => ({
      text: `${operation.method} ${operation.path} ${operation.summary}`.toLowerCase(),
      element: h("li", {}, link(operation))
    }))
    return { items, section: h("section", {}, h("h2", {}, name), h("ul", {}, ...items.map(({ element }) => element))) }
  })
  const search = h("input", { type: "search", placeholder: "Find an operation", "aria-label": "Find an operation" })
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/u)
    for (const { items, section } of lists) {
      for (const { element, text } of items) element.hidden = !words.every((word) => text.includes(word))
      section.hidden = items.every(({ element }) => element.hidden)
    }
  })
  return h("nav", { id: "operations", "aria-label": "Operations" }, search, ...lists.map(({ section }) => section))
}

const keyField = () => {
  const field = h("input", { type: "password", id: "key", value: key.get(), placeholder: "mr_…", autocomplete: "off" })
  field.addEventListener("input", () => key.set(field.value))
  return h("label", { class: "key" }, h("span", {}, "API key"), field)
}

const header = ({ info }: Reference, nav: HTMLElement) => {
  const menu = h(
    "button",
    { type: "button", class: "menu quiet", "aria-controls": nav.id, "aria-expanded": "false" },
    "Menu"
  )
  menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(nav.classList.toggle("open"))))
  addEventListener("hashchange", () => {
    nav.classList.remove("open")
    menu.setAttribute("aria-expanded", "false")
  })
  return h(
    "header",
    {},
    menu,
    h("a", { class: "brand", href: "#" }, info.title, h("small", {}, info.version)),
    embedded() === undefined ? keyField() : h("a", { href: "contents.html" }, "Documentation"),
    h("a", { class: "document", href: "openapi.json" }, "openapi.json")
  )
}

const show = (reference: Reference) => {
  const main = h("main", { tabindex: "-1" })
  const nav = navigation(reference)
  const operations = reference.groups.flatMap(({ operations }) => operations)
  const route = () => {
    const operation = operations.find((one) => hashOf(one) === location.hash)
    main.replaceChildren(operation === undefined ? overview(reference) : operationView(operation))
    document.title =
      operation === undefined ? `${reference.info.title} API` : `${operation.summary} · ${reference.info.title}`
    for (const anchor of nav.querySelectorAll("a")) {
      const isCurrent = operation !== undefined && anchor.hash === location.hash
      anchor.setAttribute("aria-current", isCurrent ? "page" : "false")
      if (isCurrent) anchor.scrollIntoView({ block: "nearest" })
    }
    scrollTo(0, 0)
  }
  addEventListener("hashchange", () => {
    route()
    main.querySelector("h1")?.focus({ preventScroll: true })
  })
  document.body.replaceChildren(
    h("button", { type: "button", class: "skip", onclick: () => main.focus() }, "Skip to the content"),
    header(reference, nav),
    nav,
    main
  )
  route()
}

const text = () => embedded() ?? fetch("openapi.json").then((answer) => answer.text())

Promise.resolve()
  .then(text)
  .then((json) => show(read(JSON.parse(json))))
  .catch((error: unknown) => document.body.replaceChildren(`The API document cannot be read: ${String(error)}`))
