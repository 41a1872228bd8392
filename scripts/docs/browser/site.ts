/** The script of the pages of the documentation: search, the menu, the choice of the scheme, copying code. */
import MiniSearch from "minisearch"
import type { Found } from "../Search.ts"

declare global {
  /** Set by `search.js`, which is a script, because pages that are read without a server cannot fetch. */
  var found: ReadonlyArray<Found> | undefined
}

const element = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector)
  if (found === null) throw new Error(`The page has no ${selector}`)
  return found
}

const base = document.body.dataset["base"] ?? ""

/** Loads what can be found, once. */
const index = (() => {
  let loaded: Promise<MiniSearch<Found>> | undefined
  const load = async () => {
    const script = document.createElement("script")
    script.src = `${base}assets/search.js`
    await new Promise((resolve, reject) => {
      script.addEventListener("load", resolve)
      script.addEventListener("error", reject)
      document.head.append(script)
    })
    const search = new MiniSearch<Found>({
      fields: ["title", "page", "text"],
      storeFields: ["page", "title", "text"],
      searchOptions: { boost: { title: 4, page: 2 }, combineWith: "AND", fuzzy: 0.15, prefix: true }
    })
    search.addAll(globalThis.found ?? [])
    return search
  }
  return () => (loaded ??= load())
})()

const marked = (text: string, terms: ReadonlyArray<string>): ReadonlyArray<Node | string> => {
  const words = terms.map((term) => term.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`))
  return text.split(new RegExp(`(${words.join("|")})`, "iu")).map((part, i) => {
    if (i % 2 === 0) return part
    const mark = document.createElement("mark")
    mark.append(part)
    return mark
  })
}

/** The part of a text around its first term. */
const excerpt = (text: string, terms: ReadonlyArray<string>) => {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0)
  const start = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 50)
  return `${start > 0 ? "…" : ""}${text.slice(start, start + 150)}${text.length > start + 150 ? "…" : ""}`
}

const search = () => {
  const field = element<HTMLInputElement>("#search")
  const results = element<HTMLElement>("#results")
  const close = () => void (results.hidden = true)
  const show = async () => {
    const query = field.value.trim()
    if (query === "") return close()
    const hits = (await index()).search(query).slice(0, 12)
    // A slower answer to an earlier text is not shown.
    if (query !== field.value.trim()) return
    const links = hits.map(({ id, page, terms, text, title }) => {
      const link = document.createElement("a")
      link.href = `${base}${id}`
      const heading = document.createElement("strong")
      heading.append(page === title ? title : `${page} › ${title}`)
      const words = document.createElement("span")
      words.append(...marked(excerpt(String(text), terms), terms))
      link.append(heading, words)
      return link
    })
    results.replaceChildren(...(links.length > 0 ? links : ["Nothing found"]))
    results.hidden = false
  }
  field.addEventListener("input", () => void show())
  field.addEventListener("focus", () => void index().then(show))
  const move = (event: KeyboardEvent) => {
    const links = [...results.querySelectorAll("a")]
    const current = links.findIndex((link) => link === document.activeElement)
    if (event.key === "Enter" && current < 0) links[0]?.click()
    if (event.key === "Escape") {
      close()
      field.blur()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = links[current + step] ?? (step < 0 ? field : undefined)
    next?.focus()
  }
  element("search").addEventListener("keydown", (event) => event instanceof KeyboardEvent && move(event))
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && (target.closest("search") === null || target.closest("#results a"))) close()
  })
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if ((event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault()
      field.focus()
    }
  })
}

const menu = () => {
  const button = element<HTMLButtonElement>(".menu")
  const nav = element<HTMLElement>("#pages")
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", String(nav.classList.toggle("open")))
  })
  nav.querySelector("[aria-current]")?.scrollIntoView({ block: "center" })
}

/** Images for a scheme follow the choice of the reader. */
const imagesFollow = (scheme: string) => {
  for (const source of document.querySelectorAll<HTMLSourceElement>("picture source")) {
    source.media = scheme === "" ? "(prefers-color-scheme: dark)" : scheme === "dark" ? "all" : "not all"
  }
}

const scheme = () => {
  const { dataset } = document.documentElement
  imagesFollow(dataset["scheme"] ?? "")
  element(".scheme").addEventListener("click", () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme === "dark" || systemIsDark()
    const chosen = isDark ? "light" : "dark"
    dataset["scheme"] = chosen
    localStorage.setItem("mailroom.scheme", chosen)
    imagesFollow(chosen)
  })
  const systemIsDark = () => (dataset["scheme"] ?? "") === "" && matchMedia("(prefers-color-scheme: dark)").matches
}

const copying = () => {
  // Browsers have a clipboard only for pages of https and of this machine.
  if (!("clipboard" in navigator)) return
  for (const figure of document.querySelectorAll(".code")) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "copy"
    button.append("Copy")
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(figure.querySelector("code")?.textContent ?? "")
      button.replaceChildren("Copied")
    })
    figure.append(button)
  }
}

for (const part of [search, menu, scheme, copying]) part()
