/** The settings of an account, its servers by its address, and why a login failed. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { faultsOf } from "./Axe.ts"
import { withConsole } from "./ConsoleSetup.ts"

const here = withConsole()

describe("the settings of an account", () => {
  it("change its name, limit, pace and signature", async () => {
    const { api } = here.server
    const { id } = await api.accounts.create({ email: "ida@quillmark.example", provider: "smtp" })
    await here.visit(
      `#/accounts/${id}`,
      async (page) => {
        const save = page.getByRole("button", { name: "Save settings" })
        await save.waitFor()
        assert.isTrue(await save.isDisabled())
        await page.getByLabel("First name").fill("Ida")
        await page.getByLabel("Last name").fill("Berg")
        await page.getByLabel("Mails a day").fill("30")
        await page.getByLabel("Minutes between two mails").fill("12")
        await page.getByLabel("Signature").fill("Ida Berg\nQuillmark")
        assert.deepStrictEqual(await faultsOf(page), [])
        await save.click()
        await page.getByText("Saved", { exact: true }).waitFor()
        assert.deepInclude((await api.accounts.find(id)).settings, {
          first_name: "Ida",
          last_name: "Berg",
          daily_limit: 30,
          min_delay_minutes: 12,
          signature: "Ida Berg\nQuillmark"
        })

        // The field says what somebody else has stored meanwhile.
        await page.getByLabel("First name").fill("Mine")
        await api.accounts.update({ ids: [id], settings: { first_name: "Theirs", daily_limit: 7 } })
        await save.click()
        await page.getByText("Stored now: Theirs").waitFor()
        await save.click()
        await page.getByText("Stored now: Theirs").waitFor({ state: "detached" })
        const { daily_limit, first_name } = (await api.accounts.find(id)).settings
        assert.deepStrictEqual({ first_name, daily_limit }, { first_name: "Mine", daily_limit: 7 })

        // A signature has no variables. What was typed stays.
        await page.getByLabel("Signature").fill("Hello {{first_name}}")
        await save.click()
        await page.getByRole("alert").getByText("signature").waitFor()
        assert.strictEqual(await page.getByLabel("Signature").inputValue(), "Hello {{first_name}}")
      },
      { expected: /status of 4(?:00|12)/u, reducedMotion: "reduce" }
    )
  })

  it("switch its sending off, take that back, and switch it on", async () => {
    const { api } = here.server
    const { id } = await api.accounts.create({ email: "per@quillmark.example", provider: "smtp" })
    const isOn = async () => (await api.accounts.find(id)).settings.sending_enabled
    await here.visit(`#/accounts/${id}`, async (page) => {
      await page.getByRole("button", { name: "Switch sending off" }).click()
      await page.getByRole("button", { name: "Switch sending on" }).waitFor()
      await page.getByText("Paused").waitFor()
      assert.isFalse(await isOn())
      await page.keyboard.press("z")
      await page.getByRole("button", { name: "Switch sending off" }).waitFor()
      assert.isTrue(await isOn())
      await page.getByRole("button", { name: "Switch sending off" }).click()
      await page.getByRole("button", { name: "Switch sending on" }).click()
      await page.getByRole("button", { name: "Switch sending off" }).waitFor()
      assert.isTrue(await isOn())
    })
  })
})

describe("the servers of an account", () => {
  it("are filled in by its address", async () => {
    const { api } = here.server
    await here.visit("#/accounts", async (page) => {
      await page.getByRole("button", { name: "Add account" }).click()
      const dialog = page.getByRole("dialog")
      const provider = dialog.getByLabel("Provider")
      for (const [email, value] of [
        ["ada@gmail.com", "google"],
        ["ada@hotmail.de", "microsoft"],
        ["ada@Outlook.com", "microsoft"],
        ["ada@gmx.net", "smtp"]
      ] as const) {
        await dialog.getByLabel("Address").fill(email)
        assert.strictEqual(await provider.inputValue(), value, email)
      }
      // The choice of a person stays.
      await provider.selectOption("google")
      await dialog.getByLabel("Address").fill("ada@gmx.de")
      assert.strictEqual(await provider.inputValue(), "google")
    })
    for (const [email, smtp, imap] of [
      ["ada@gmx.net", ["mail.gmx.net", "465"], ["imap.gmx.net", "993"]],
      ["ada@icloud.com", ["smtp.mail.me.com", "587"], ["imap.mail.me.com", "993"]],
      ["ada@fastmail.com", ["smtp.fastmail.com", "465"], ["imap.fastmail.com", "993"]],
      ["ada@quillmark.example", ["", ""], ["", ""]]
    ] as const) {
      const { id } = await api.accounts.create({ email, provider: "smtp" })
      await here.visit(`#/accounts/${id}`, async (page) => {
        await page.getByRole("button", { name: "Set credentials" }).click()
        const dialog = page.getByRole("dialog", { name: "Credentials" })
        const values = async (index: number) => [
          await dialog.getByLabel("Server", { exact: true }).nth(index).inputValue(),
          await dialog.getByLabel("Port").nth(index).inputValue()
        ]
        assert.deepStrictEqual(await values(0), [...smtp], email)
        assert.deepStrictEqual(await values(1), [...imap], email)
        // Any provider can be chosen: an own domain may be there, too.
        await dialog.getByLabel("Mail provider").selectOption("zoho.eu")
        assert.deepStrictEqual(await values(0), ["smtppro.zoho.eu", "465"])
        assert.deepStrictEqual(await values(1), ["imappro.zoho.eu", "993"])
      })
      await api.accounts.remove({ ids: [id] })
    }
  })
})

describe("the credentials of an account", () => {
  it("keep the encryption and the user name for IMAP, and say which login they replace", async () => {
    const { api } = here.server
    const { id } = await api.accounts.create({ email: "ole@quillmark.example", provider: "smtp" })
    const smtp = { host: "smtp.quillmark.example", port: 587, security: "tls" } as const
    const imap = { host: "imap.quillmark.example", port: 993, security: "starttls" } as const
    const password = { type: "password", password: "secret" } as const
    const works = { success: true, error: null, response_time_ms: 5 }
    here.server.intercept((request, response) => {
      if (request.url !== `/accounts/${id}/test`) return false
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify({ smtp: works, imap: { ...works, folders: [] } }))
      return true
    })
    const saved = async (page: Page) => {
      const dialog = page.getByRole("dialog", { name: "Credentials" })
      await dialog.getByLabel("Password", { exact: true }).fill("another secret")
      await dialog.getByRole("button", { name: "Save and test" }).click()
      await dialog.waitFor({ state: "detached" })
      return (await api.accounts.find(id)).connection
    }
    await api.mailboxes.connect(id, {
      smtp: { ...smtp, auth: { ...password, user: "ole-sends" } },
      imap: { ...imap, auth: { ...password, user: "ole-reads" }, keep_unrelated: false }
    })
    await here.visit(`#/accounts/${id}`, async (page) => {
      await page.getByRole("button", { name: "Set credentials" }).click()
      assert.deepStrictEqual(await saved(page), {
        smtp: { ...smtp, user: "ole-sends", auth: "password" },
        imap: { ...imap, user: "ole-reads", auth: "password", keep_unrelated: false }
      })
    })
    await api.mailboxes.connect(id, { smtp, imap: { ...imap, auth: password } })
    await here.visit(`#/accounts/${id}`, async (page) => {
      await page.getByRole("button", { name: "Set credentials" }).click()
      await page.getByText("SMTP has no login now. Saving replaces that by the password.").waitFor()
      // Another server has its usual encryption.
      await page.getByRole("dialog").getByLabel("Port").first().selectOption("465")
      assert.deepInclude((await saved(page))?.smtp, { port: 465, security: "tls", auth: "password" })
      assert.strictEqual(await page.getByText("SMTP has no login now").count(), 0)
    })
    here.server.intercept(undefined)
  })
})

describe("a failed login", () => {
  it("is explained in words, with the text of the server below", async () => {
    const { api } = here.server
    const { id } = await api.accounts.create({ email: "kim@quillmark.example", provider: "smtp" })
    await api.mailboxes.connect(id, {
      smtp: { host: "smtp.quillmark.example", port: 465, auth: { type: "password", password: "secret" } },
      imap: { host: "imap.quillmark.example" }
    })
    const failed = (error: string) => ({ success: false, error, response_time_ms: 5, folders: [] })
    let answer = {}
    here.server.intercept((request, response) => {
      if (request.url !== `/accounts/${id}/test`) return false
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify(answer))
      return true
    })
    const words: ReadonlyArray<readonly [string, string]> = [
      ["connect ECONNREFUSED 192.0.2.7:465", "The server does not answer on port 465"],
      ["Connection timeout", "The server does not answer on port 465"],
      ["535 5.7.8 Username and Password not accepted", "The server refuses the user name or the password"],
      [
        "534-5.7.9 Application-specific password required. Learn more",
        "The server wants an app password in place of the password of the account"
      ],
      ["getaddrinfo ENOTFOUND smtp.quillmark.example", "There is no server smtp.quillmark.example"],
      ["SSL routines:wrong version number", "The server does not encrypt on port 465 as expected"],
      ["self-signed certificate", "The certificate of the server is not valid"],
      ["something nobody has seen", "The login failed"]
    ]
    await here.visit(`#/accounts/${id}`, async (page) => {
      for (const [error, text] of words) {
        answer = { smtp: failed(error), imap: null }
        await page.getByRole("button", { name: "Test connection" }).click()
        await page.locator(".account-tested").getByText(error).waitFor()
        await page.locator(".account-tested").getByText(text).waitFor()
      }
      answer = {
        smtp: { success: true, error: null, response_time_ms: 5 },
        imap: failed("AUTHENTICATIONFAILED Invalid credentials")
      }
      await page.getByRole("button", { name: "Test connection" }).click()
      await page.getByText("SMTP: works").waitFor()
      await page
        .locator(".account-tested")
        .getByText("IMAP: The server refuses the user name or the password")
        .waitFor()
    })
    here.server.intercept(undefined)
  })
})
