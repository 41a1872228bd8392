/**
 * The HTML of a mail, in a frame of a page with a policy that loads nothing and runs nothing. DOMPurify is made with the
 * window of the frame, so it parses under the policy of the mail, and the console needs no Trusted Types policy.
 */
import createDOMPurify, { type WindowLike } from "dompurify"
import { useEffect, useRef, useState } from "preact/hooks"
import { base } from "../../base/mount.ts"
import { type Attachments, contentIdOf, type InlineImages, loadImages, namedIn } from "./inline.ts"
import { texts } from "../../base/texts.ts"

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

/** Matches the path of an image of tracking: `/o/<token>.gif`. */
const openPath = /\/o\/(?:[0-9a-z]+\.){2}[\w-]{22}\.gif$/u

/**
 * Pictures of our own server are removed: otherwise a mail could make the browser call the app of the host, with its
 * cookies, and an answer that quotes our mail would count as opened here. A tracking domain has another host.
 */
const mendPictures = (element: Element) => {
  const source = urlOf(element.getAttribute("src"))
  const isOurs = (url: URL | undefined) => url?.host === location.host || openPath.test(url?.pathname ?? "")
  if (
    element.hasAttribute("src") &&
    (isOurs(source) || source?.protocol === "cid:" || (source === undefined && !element.matches("[src^='data:']")))
  ) {
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

/** Fills the frame, and returns the ids of the attachments that it shows. */
const fill = (frame: HTMLIFrameElement, html: string, images: InlineImages): ReadonlySet<number> => {
  const shown = new Set<number>()
  const { contentDocument, contentWindow } = frame
  if (contentDocument === null || contentWindow === null) return shown
  const purify = createDOMPurify(contentWindow as unknown as WindowLike)
  purify.addHook("afterSanitizeAttributes", (element) => {
    if (element.tagName === "A" || element.tagName === "AREA") mendLink(element)
    const image =
      element.tagName === "IMG" ? images.get(contentIdOf(element.getAttribute("src") ?? "") ?? "") : undefined
    if (image === undefined) return mendPictures(element)
    shown.add(image.id)
    element.setAttribute("src", image.source)
  })
  contentDocument.body.innerHTML = purify.sanitize(html, options)
  mendStyles(contentDocument)
  const resize = () => {
    frame.style.height = `${Math.min(contentDocument.documentElement.scrollHeight, tallest)}px`
  }
  resize()
  new ResizeObserver(resize).observe(contentDocument.body)
  return shown
}

const noImages: InlineImages = new Map()
const noAttachments: Attachments = []

/** `onShown` gets the ids of the attachments that are shown inside the mail. */
export const MailFrame = ({
  attachments = noAttachments,
  html,
  name,
  onShown
}: {
  readonly html: string
  readonly name: string
  readonly attachments?: Attachments
  readonly onShown?: (ids: ReadonlySet<number>) => void
}) => {
  const ref = useRef<HTMLIFrameElement>(null)
  const [withImages, setWithImages] = useState(false)
  /** The frame that is loaded: another one, with another policy, follows when images are to be shown. */
  const [loaded, setLoaded] = useState<{ readonly withImages: boolean }>()
  const [images, setImages] = useState(noImages)
  const hasImages = /<img(?![^>]{0,1000}\ssrc\s{0,9}=\s{0,9}["']?(?:cid|data):)|url\(/iu.test(html)
  useEffect(() => {
    const named = namedIn(html, attachments)
    if (named.length === 0) return
    const controller = new AbortController()
    const load = async () => {
      const found = await loadImages(named, controller.signal)
      if (!controller.signal.aborted) setImages(found)
    }
    void load()
    return () => controller.abort()
    // The links change with every answer, the files do not.
  }, [html, attachments.map(({ id }) => id).join(" ")])
  useEffect(() => {
    if (loaded?.withImages !== withImages || ref.current === null) return
    const shown = fill(ref.current, html, images)
    onShown?.(shown)
  }, [html, images, loaded])
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
        onLoad={() => setLoaded({ withImages })}
      />
    </>
  )
}
