/**
 * The HTML of a mail, in a frame of a page with a policy that loads nothing and runs nothing. DOMPurify is made with the
 * window of the frame, so it parses under the policy of the mail, and the console needs no Trusted Types policy.
 */
import createDOMPurify, { type WindowLike } from "dompurify"
import { useEffect, useRef, useState } from "preact/hooks"
import { base } from "../../app/base.ts"
import { texts } from "./texts.ts"

const tallest = 4000

const forbidden =
  "form input button select textarea audio video picture source svg math dialog base link meta iframe object embed"

const options = {
  FORCE_BODY: true,
  FORBID_TAGS: forbidden.split(" "),
  FORBID_ATTR: ["srcset", "ping", "background", "popover"]
}

const schemes = new Set(["http:", "https:", "mailto:", "tel:"])

const urlOf = (text: string | null): URL | undefined => {
  try {
    return new URL(text ?? "")
  } catch {
    return undefined
  }
}

/** Links open elsewhere, and say where they lead. */
const mendLink = (link: Element) => {
  const url = urlOf(link.getAttribute("href"))
  if (url === undefined || !schemes.has(url.protocol)) {
    link.removeAttribute("href")
    return
  }
  link.setAttribute("target", "_blank")
  link.setAttribute("rel", "noopener noreferrer nofollow")
  link.setAttribute("title", url.host || url.href)
}

/**
 * Pictures of our own server are removed: otherwise a mail could make the browser call the app of the host, with its
 * cookies.
 */
const mendPictures = (element: Element) => {
  const source = urlOf(element.getAttribute("src"))
  const isOurs = (url: URL | undefined) => url?.host === location.host
  if (element.hasAttribute("src") && (isOurs(source) || (source === undefined && !element.matches("[src^='data:']")))) {
    element.removeAttribute("src")
  }
  const style = element.getAttribute("style") ?? ""
  if (style.includes(location.host)) element.removeAttribute("style")
}

/** Styles that name our own server are removed for the same reason. */
const mendStyles = (document: Document) => {
  for (const style of document.body.querySelectorAll("style")) {
    if (style.textContent?.includes(location.host)) style.remove()
  }
}

const fill = (frame: HTMLIFrameElement, html: string) => {
  const { contentDocument, contentWindow } = frame
  if (contentDocument === null || contentWindow === null) return
  const purify = createDOMPurify(contentWindow as unknown as WindowLike)
  purify.addHook("afterSanitizeAttributes", (element) => {
    if (element.tagName === "A" || element.tagName === "AREA") mendLink(element)
    mendPictures(element)
  })
  contentDocument.body.innerHTML = purify.sanitize(html, options)
  mendStyles(contentDocument)
  const resize = () => {
    frame.style.height = `${Math.min(contentDocument.documentElement.scrollHeight, tallest)}px`
  }
  resize()
  new ResizeObserver(resize).observe(contentDocument.body)
}

export const MailFrame = ({ html, name }: { readonly html: string; readonly name: string }) => {
  const ref = useRef<HTMLIFrameElement>(null)
  const [withImages, setWithImages] = useState(false)
  const hasImages = /<img|url\(/iu.test(html)
  useEffect(() => {
    const onLoad = () => ref.current && fill(ref.current, html)
    const frame = ref.current
    frame?.addEventListener("load", onLoad)
    return () => frame?.removeEventListener("load", onLoad)
  }, [html, withImages])
  return (
    <>
      {hasImages && !withImages && (
        <button type="button" class="button mail-images" onClick={() => setWithImages(true)}>
          {texts.images}
        </button>
      )}
      <iframe
        key={String(withImages)}
        ref={ref}
        class="mail-frame"
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        src={`${base}console/mail${withImages ? "?images=1" : ""}`}
        title={texts.mailOf(name)}
      />
    </>
  )
}
