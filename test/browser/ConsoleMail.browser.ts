/** The HTML of hostile mail in the console: it loads nothing and runs nothing. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { launch } from "./Chromium.ts"
import { type ConsoleServer, startConsole, visit } from "./ConsoleServer.ts"

let browser: Browser
let server: ConsoleServer
const trapped: Array<string> = []
const trap = createServer((request, response) => {
  trapped.push(request.url ?? "")
  response.setHeader("access-control-allow-origin", "*")
  response.end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve))
  browser = await launch()
  server = await startConsole()
})
afterAll(async () => {
  await browser.close()
  await server.close()
  trap.close()
})

/** Constructs that load or run something, each with the address of the trap. */
const hostile = (url: string): string =>
  `<style>@import url(${url}/import); body { background: url(${url}/background) } #last { content: url(${url}/content) }</style>
<script>top.hacked = parent.hacked = 1</script><script src="${url}/script"></script>
<img src="${url}/img" onerror="parent.hacked = 1"><img srcset="${url}/srcset 2x"><img src=x onerror="parent.hacked = 1">
<picture><source srcset="${url}/picture"><img src="${url}/picture-img"></picture>
<div style="background-image: url(${url}/style)" onclick="parent.hacked = 1">styled</div>
<a href="javascript:parent.hacked = 1">script</a> <a href="data:text/html,<script>parent.hacked = 1</script>">data</a>
<a href="https://example.com/page" ping="${url}/ping">page</a> <a href="mailto:a@b.example">mail</a> <a href="tel:+1">tel</a>
<meta http-equiv="refresh" content="0; url=${url}/refresh"><base href="${url}/base/"><link rel="stylesheet" href="${url}/link">
<link rel="preload" as="image" href="${url}/preload"><link rel="dns-prefetch" href="${url}">
<svg onload="parent.hacked = 1"><image href="${url}/svg-image"/><use href="${url}/svg-use#a"/><script>parent.hacked = 1</script></svg>
<video src="${url}/video" poster="${url}/poster" autoplay></video><audio src="${url}/audio" autoplay></audio>
<object data="${url}/object"></object><embed src="${url}/embed"><iframe src="${url}/iframe"></iframe>
<iframe srcdoc="<script>parent.parent.hacked = 1</script>"></iframe>
<form action="${url}/form"><input type="image" src="${url}/input"><button autofocus onfocus="parent.hacked = 1">b</button></form>
<table background="${url}/table"><tr><td background="${url}/td">cell</td></tr></table><body onload="parent.hacked = 1">
<details open ontoggle="parent.hacked = 1"><summary>s</summary></details><math><mi xlink:href="${url}/math">x</mi></math>
<div style="position: fixed; inset: 0; background: red">overlay</div><p id="last">The last line</p>`

const urlOf = () => `http://127.0.0.1:${(trap.address() as AddressInfo).port}`

/** The messages of the browser when it blocks what a mail tried. */
const blocked = /Content Security Policy|Blocked script execution|sandboxed|base-uri|violates|Refused to/u

const openMail = async (page: Page) => {
  await page.getByText("Original layout").waitFor()
  await page.keyboard.press("o")
  const frame = page.frameLocator("iframe.mail-frame")
  await frame.getByText("The last line").waitFor({ state: "attached" })
}

const links = (page: Page) =>
  page.evaluate(() =>
    [...(document.querySelector<HTMLIFrameElement>("iframe.mail-frame")?.contentDocument?.querySelectorAll("a") ?? [])]
      .filter((link) => link.hasAttribute("href"))
      .map(({ href, rel, title }) => ({ href, rel, title }))
  )

/** Replaces the sanitizer by the identity, so the other walls stand alone. */
const withoutSanitizer = (page: Page) =>
  page.route("**/console/MailFrame-*.js", async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text.replaceAll(/\.sanitize\((\w+),\w+\)/gu, ".sanitize&&$1")
    assert.notStrictEqual(body, text)
    await route.fulfill({ response, body, headers: { "content-type": "text/javascript" } })
  })

/** Removes the policy of the mail's page, so the frame's sandbox and the sanitizer stand alone. */
const withoutPolicy = (page: Page) =>
  page.route("**/console/mail*", async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { "content-type": "text/html" } })
  })

describe("a hostile mail", () => {
  const html = () => ({ type: "text/html; charset=utf-8", content: hostile(urlOf()) })

  it("loads nothing and runs nothing, and its links lead to web pages, addresses and numbers only", async () => {
    const { thread } = await server.talk({ name: "Mallory One", parts: [html()] })
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        await openMail(page)
        assert.deepStrictEqual(await links(page), [
          { href: "https://example.com/page", rel: "noopener noreferrer nofollow", title: "example.com" },
          { href: "mailto:a@b.example", rel: "noopener noreferrer nofollow", title: "mailto:a@b.example" },
          { href: "tel:+1", rel: "noopener noreferrer nofollow", title: "tel:+1" }
        ])
        assert.isFalse(await page.evaluate(() => "hacked" in globalThis))
        await page.getByRole("button", { name: "Show images" }).click()
        await page.frameLocator("iframe.mail-frame").getByText("The last line").waitFor({ state: "attached" })
        assert.isFalse(await page.evaluate(() => "hacked" in globalThis))
      },
      { expected: blocked }
    )
    assert.deepStrictEqual(trapped, [])
  })

  it("does not call the server of the console when its images are shown", async () => {
    const content = `<img src="${server.origin}/livez?1"><img src="/livez?2"><p style="background: url(${server.origin}/livez?3)">The last line</p>
      <img src="https://links.example/o/1.z.abcdefghijklmnopqrstuv.gif">`
    const { thread } = await server.talk({ name: "Mallory Two", parts: [{ type: "text/html", content }] })
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        await openMail(page)
        await page.getByRole("button", { name: "Show images" }).click()
        await page.frameLocator("iframe.mail-frame").getByText("The last line").waitFor({ state: "attached" })
        // The image that counts opens, in a mail that the answer quotes: the reader here is not the lead.
        assert.strictEqual(await page.frameLocator("iframe.mail-frame").locator("img[src*='/o/']").count(), 0)
      },
      { expected: blocked }
    )
    assert.deepStrictEqual(
      server.requests.filter((request) => request.includes("livez")),
      []
    )
  })

  const withoutBoth = async (page: Page) => {
    await withoutSanitizer(page)
    await withoutPolicy(page)
  }
  for (const [name, fault] of [
    ["the sanitizer", withoutSanitizer],
    ["the policy of its page", withoutPolicy],
    ["both: the sandbox of the frame stands alone", withoutBoth]
  ] as const) {
    it(`runs no script without ${name}`, async () => {
      const { thread } = await server.talk({ name: "Mallory Three", parts: [html()] })
      await visit(
        browser,
        server,
        `#/inbox/replies/${thread}`,
        async (page) => {
          await fault(page)
          await openMail(page)
          assert.isFalse(await page.evaluate(() => "hacked" in globalThis))
        },
        { expected: /./u }
      )
      if (fault === withoutSanitizer) assert.deepStrictEqual(trapped, [])
    })
  }
})

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="parent.hacked = 1"><script>parent.hacked = 1</script></svg>'

describe("a mail", () => {
  it("shows the bitmaps inside of it, each listed once, and nothing else that it names by cid:", async () => {
    const image = (content_id: string, filename: string, content: string | Uint8Array, type = "image/png") => ({
      type,
      content_id,
      filename,
      content
    })
    const names = ["logo@x", "svg@x", "liar@x", "large@x", "self@x", "missing@x"]
    const { thread } = await server.talk({
      name: "Ingrid Inline",
      parts: [
        {
          type: "text/html",
          content: `${names.map((name) => `<img alt="${name}" src="cid:${encodeURIComponent(name)}">`).join("")}<iframe src="cid:self@x"></iframe><p>The last line</p>`
        },
        image("logo@x", "logo.png", png),
        image("logo@x", "second.png", png),
        image("svg@x", "drawing.svg", svg, "image/svg+xml"),
        image("liar@x", "liar.png", svg),
        image("large@x", "large.png", Buffer.concat([png, Buffer.alloc(2_000_000)])),
        image("self@x", "self.png", '<img src="cid:self@x">')
      ]
    })
    await visit(
      browser,
      server,
      `#/inbox/replies/${thread}`,
      async (page) => {
        const files = page.getByRole("list", { name: "Attachments" }).getByRole("link")
        await files.first().waitFor()
        assert.strictEqual(await files.count(), 6)
        await openMail(page)
        const frame = page.frameLocator("iframe.mail-frame")
        await frame.locator("img[alt='logo@x'][src^='data:image/png;base64,']").waitFor()
        assert.strictEqual(await frame.locator("img[src^='data:']").count(), 1)
        assert.strictEqual(await frame.locator("img[src]").count(), 1)
        assert.strictEqual(await frame.getByAltText("logo@x").evaluate((it: HTMLImageElement) => it.naturalWidth), 1)
        assert.sameMembers(await files.allTextContents(), [
          "second.png",
          "drawing.svg",
          "liar.png",
          "large.png",
          "self.png"
        ])
        assert.strictEqual(await page.getByRole("button", { name: "Show images" }).count(), 0)
        assert.isFalse(await page.evaluate(() => "hacked" in globalThis))
      },
      { expected: blocked }
    )
  })

  it("of a machine has a badge, in the list and in the conversation", async () => {
    const { name, thread, write } = await server.talk({ name: "Vera Four" })
    await write("I am away until Monday.", { headers: ["Auto-Submitted: auto-replied"] })
    const { data } = await server.api.unibox.thread(thread)
    assert.deepStrictEqual(
      data.map(({ kind }) => kind),
      ["own", "reply", "auto_reply"]
    )
    await visit(browser, server, `#/inbox/replies/${thread}`, async (page) => {
      await page.locator(".mail", { hasText: "I am away until Monday." }).getByText("Automatic reply").waitFor()
      await page.locator(".row", { hasText: name }).getByText("Automatic reply").waitFor()
      assert.strictEqual(await page.locator(".talk").getByText("Automatic reply").count(), 1)
    })
  })
})

describe("the HTML of a step", () => {
  it("of a variant is written, with the line of a fault in it, shown without its scripts, and sent as a test", async () => {
    const { account, api, sent } = server
    const { id } = await api.campaigns.create({ name: "With HTML" })
    await api.campaigns.update(id, { account_ids: [account.id] })
    await api.organization.update({ seed_addresses: ["one@gmail.example", "two@outlook.example"] })
    const { id: variant_of } = await api.sequences.create(id, { subject: "Apples", body: "One" })
    await api.sequences.create(id, { variant_of, subject: "Pears for {{company}}", body: "Two" })
    const lead = (email: string, company: string) => ({ email, company })
    await api.leads.create({
      campaign_id: id,
      leads: [lead("html-one@clinic.example", "Clinic"), lead("html-two@praxis.example", "Praxis & Söhne")]
    })
    await visit(
      browser,
      server,
      `#/campaigns/${id}/steps`,
      async (page) => {
        const step = page.getByRole("region", { name: "Step 1, variant B" })
        const button = (name: string) => step.getByRole("button", { name, exact: true })
        const html = step.getByLabel("HTML (optional)")
        await html.fill("<p>Two</p>\n<p>{{compan}}</p>")
        await button("Save step").click()

        await step.getByRole("alert").getByText("Line 2: uses {{compan}}").waitFor()
        await html.fill(
          '<p>Pears for <b>{{company}}</b></p><script>parent.hacked = 1</script><img src="https://pixel.example/" onerror="parent.hacked = 1">'
        )
        assert.isTrue(await button("Send me a test").isDisabled())
        await button("Save step").click()
        await page.getByText("Saved", { exact: true }).waitFor()
        await step.frameLocator("iframe").getByText("Pears for Clinic").waitFor()
        assert.isFalse(await page.evaluate(() => "hacked" in globalThis))

        await button("Send me a test").click()
        const dialog = page.getByRole("dialog", { name: "Send a test" })
        const send = dialog.getByRole("button", { name: "Send the test" })
        await dialog.getByLabel("Values of the lead").fill("nobody@praxis.example")
        await send.click()
        await dialog.getByText("No lead of the campaign has this address").waitFor()
        await dialog.getByLabel("Values of the lead").fill("html-two@praxis.example")
        await send.click()
        await dialog.getByText("maya@quillmark.example: Sent").waitFor()
        await dialog.locator("select[name=to]").selectOption({ label: "An address …" })
        await dialog.getByLabel("Address", { exact: true }).fill("boss@other.example")
        await send.click()
        await dialog.getByText("boss@other.example: Sent").waitFor()
        await dialog.locator("select[name=to]").selectOption({ label: 'All seed addresses (2), without "[Test]"' })
        await send.click()
        await dialog.getByText("one@gmail.example: Sent").waitFor()
        await dialog.getByText("two@outlook.example: Sent").waitFor()
      },
      { expected: /status of 400|Content Security Policy|Blocked script execution|sandboxed/u }
    )
    assert.deepStrictEqual(
      sent.slice(-2).map(({ subject, to }) => `${to.email}: ${subject}`),
      ["one@gmail.example: Pears for Praxis & Söhne", "two@outlook.example: Pears for Praxis & Söhne"]
    )
    const mail = sent.find(({ subject }) => subject.includes("[Test]"))
    assert.deepStrictEqual(
      [mail?.to.email, mail?.subject, mail?.text, mail?.html?.includes("<b>Praxis &amp; Söhne</b>")],
      [account.email, "[Test] Pears for Praxis & Söhne", "Two", true]
    )
  })
})
