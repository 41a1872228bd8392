/** Changes on the pages: campaigns with their steps, the blacklist, accounts and integrations. */
import { assert, describe, it } from "@effect/vitest"
import { withConsole } from "./ConsoleSetup.ts"
import { waitFor } from "./WaitFor.ts"

const here = withConsole({
  resolveDns: async (_, type) => (type === "A" ? ["192.0.2.1"] : [])
})

/** The browser logs each answer of 4xx. */
const refused = /status of 4(?:00|09|22)/u

/** A sending window on another day: a campaign with one mail would otherwise be completed at once. */
const otherDay = () => ({ days: [((new Date().getUTCDay() + 3) % 7) + 1], from: "08:00", to: "18:00" })

describe("the pages", () => {
  it("make a campaign, name what it lacks, and start it once that is cured", () =>
    here.visit(
      "#/campaigns",
      async (page) => {
        const button = (name: string) => page.getByRole("button", { name, exact: true })
        await button("New campaign").click()
        await page.getByLabel("Name").fill("Spring invitation")
        await button("Create").click()
        await page.getByRole("heading", { name: "Spring invitation" }).waitFor()
        const id = await page.evaluate(() => location.hash.split("/")[2] ?? "")
        assert.strictEqual((await here.server.api.campaigns.find(id)).status, "draft")

        await button("Start").click()
        const issues = page.getByRole("alert")
        await issues.getByText("It has no step.").waitFor()
        await issues.getByText("It has no lead.").waitFor()
        await issues.getByText("No account sends for it.").waitFor()

        await page.getByLabel("maya@quillmark.example").check()
        await button("Save accounts").click()
        await page.getByText("Saved", { exact: true }).waitFor()
        await page.getByRole("link", { name: "Write a step" }).click()
        await button("Add step").click()
        await page.getByLabel("Subject").fill("A question for {{company}}")
        await page.getByLabel("Text").fill("Hi {{first_name|there}},\n\nshall we talk?")
        await button("Save step").click()
        await page.waitForFunction(() => document.querySelectorAll("button[disabled]").length === 0)
        const { data } = await here.server.api.sequences.list(id)
        assert.deepStrictEqual(
          data.map(({ body, subject }) => [subject, body]),
          [["A question for {{company}}", "Hi {{first_name|there}},\n\nshall we talk?"]]
        )
        await here.server.api.leads.create({
          campaign_id: id,
          leads: [{ email: "ada@clinic.example", company: "Clinic" }]
        })
        await page.getByText("A question for Clinic").waitFor()

        await here.server.api.campaigns.update(id, { send_window: otherDay() })
        await button("Start").click()
        await page.getByRole("button", { name: "Start sending" }).click()
        await button("Pause").waitFor()
        assert.strictEqual((await here.server.api.campaigns.find(id)).status, "active")
        await button("Pause").click()
        await button("Start").waitFor()
        assert.strictEqual((await here.server.api.campaigns.find(id)).status, "paused")
      },
      { expected: refused }
    ))

  it("keep what is typed while something else is saved, and when it cannot be saved", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Typed" })
    for (const body of ["One", "Two"]) await api.sequences.create(id, { subject: null, body })
    await here.visit(
      `#/campaigns/${id}/steps`,
      async (page) => {
        const step = (position: number) => page.getByRole("region", { name: `Step ${position}` })
        const save = (position: number) => step(position).getByRole("button", { name: "Save step" }).click()
        await step(2).getByLabel("Text").fill("Two, and more")
        await step(1).getByLabel("Text").fill("One, and more")
        await save(1)
        await page.getByText("Saved", { exact: true }).waitFor()
        assert.strictEqual(await step(1).getByLabel("Text").inputValue(), "One, and more")
        assert.strictEqual(await step(2).getByLabel("Text").inputValue(), "Two, and more")
        await step(2).getByLabel("Text").fill("Two, and {{more")
        await save(2)
        await step(2).getByRole("alert").waitFor()
        assert.strictEqual(await step(2).getByLabel("Text").inputValue(), "Two, and {{more")
      },
      { expected: refused }
    )
    const { data } = await api.sequences.list(id)
    assert.deepStrictEqual(
      data.map(({ body }) => body),
      ["One, and more", "Two"]
    )
  })

  it("save of a step what was changed, keep what is typed meanwhile, and ask before it is lost", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Together" })
    const step = await api.sequences.create(id, { subject: "Hello", body: "Stored" })
    await here.visit(`#/campaigns/${id}/steps`, async (page) => {
      const subject = page.getByLabel("Subject")
      await subject.fill("Good day")
      await api.sequences.update(id, step.id, { body: "Of somebody else" })
      await page.route("**/sequences/*", async (route) => {
        if (route.request().method() === "PATCH") await subject.fill("Good day to you")
        await route.continue()
      })
      await page.getByRole("button", { name: "Save step" }).click()
      await page.getByText("Saved", { exact: true }).waitFor()
      assert.strictEqual(await page.locator("textarea[name=body]").inputValue(), "Of somebody else")
      assert.strictEqual(await subject.inputValue(), "Good day to you")
      const asked = page.waitForEvent("dialog")
      await page.evaluate(() => void setTimeout(() => location.reload()))
      const dialog = await asked
      assert.strictEqual(dialog.type(), "beforeunload")
      await dialog.dismiss()
      assert.strictEqual(await subject.inputValue(), "Good day to you")
    })
    const { body, subject } = (await api.sequences.list(id)).data[0] ?? assert.fail()
    assert.deepStrictEqual([subject, body], ["Good day", "Of somebody else"])
  })

  it("add a variant to a step, with its text and its weight", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Compared" })
    await api.sequences.create(id, { subject: "Apples", body: "One" })
    await here.visit(`#/campaigns/${id}/steps`, async (page) => {
      await page.getByRole("button", { name: "Add a variant of step 1" }).click()
      const variant = page.getByRole("region", { name: "Step 1, variant B" })
      await variant.getByLabel("Subject").fill("Pears")
      await variant.getByLabel("Weight").fill("3")
      await variant.getByRole("button", { name: "Save step" }).click()
      await variant.getByText("75 % of the leads").waitFor()
    })
    const { data } = await api.sequences.list(id)
    assert.deepStrictEqual(
      data.map(({ position, subject, variant, weight }) => [position, variant, subject, weight]),
      [
        [1, "A", "Apples", 1],
        [1, "B", "Pears", 3]
      ]
    )
  })

  it("keep the text of a step while another page is open, and start nothing before it is saved", async () => {
    const { account, api } = here.server
    const { id } = await api.campaigns.create({ name: "Half written" })
    await api.campaigns.update(id, { account_ids: [account.id], send_window: otherDay() })
    await api.sequences.create(id, { subject: "Hello", body: "Stored" })
    await api.leads.create({ campaign_id: id, leads: [{ email: "half@clinic.example" }] })
    await here.visit(`#/campaigns/${id}/steps`, async (page) => {
      const button = (name: string) => page.getByRole("button", { name, exact: true })
      const part = (name: string) => page.getByRole("link", { name, exact: true }).click()
      await page.getByLabel("Text").fill("Typed")
      await page.getByText("Not saved yet").waitFor()
      assert.isTrue(await button("Send me a test").isDisabled())
      await part("Overview")
      await page.getByRole("heading", { name: "Accounts that send" }).waitFor()
      await button("Start").click()
      await page.getByText("Save the steps first").waitFor()
      assert.strictEqual((await api.campaigns.find(id)).status, "draft")
      assert.strictEqual(await page.getByLabel("Text").inputValue(), "Typed")
      await button("Save step").click()
      await page.getByText("Saved", { exact: true }).waitFor()
      await button("Start").click()
      await button("Start sending").click()
      await button("Pause").waitFor()
      const { data } = await api.sequences.list(id)
      assert.deepStrictEqual(
        data.map(({ body }) => body),
        ["Typed"]
      )
    })
  })

  it("put the cursor into a step that is added, and name the step before what it needs", async () => {
    const { id } = await here.server.api.campaigns.create({ name: "Without account" })
    await here.visit(`#/campaigns/${id}/steps`, async (page) => {
      await page.getByRole("button", { name: "Add step" }).click()
      await page.locator("input[name=subject]:focus").waitFor()
      // The typed text stays while another page is open, and the step is stored with it.
      await page.getByLabel("Text").fill("Hello")
      await page.evaluate(() => (location.hash = "#/campaigns"))
      await page.getByRole("heading", { name: "Campaigns" }).waitFor()
      await page.goBack()
      assert.strictEqual(await page.getByLabel("Text").inputValue(), "Hello")
      await page.getByRole("button", { name: "Start" }).click()
      await page.getByText("Save the steps first").waitFor()
      await page.getByRole("button", { name: "Save step" }).click()
      await page.getByText("Choose the accounts of the campaign first").waitFor()
    })
  })

  it("add many addresses to the blacklist, keep what is not valid, and take one off", () =>
    here.visit("#/blacklist", async (page) => {
      await page.getByRole("button", { name: "Add", exact: true }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Addresses or domains").fill("ada@clinic.example\nnot an address;bob@clinic.example, @@")
      await dialog.getByLabel("Reason (optional)").fill("Asked by phone")
      await dialog.getByRole("button", { name: "Add", exact: true }).click()
      await dialog.getByText("These are not valid").waitFor()
      assert.strictEqual(await dialog.getByLabel("Addresses or domains").inputValue(), "not\nan\naddress\n@@")
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      const { data } = await here.server.api.blacklist.emails({ limit: 10 })
      assert.sameMembers(
        data.map(({ email, reason }) => `${email} ${reason}`),
        ["ada@clinic.example Asked by phone", "bob@clinic.example Asked by phone"]
      )
      await page.getByRole("button", { name: "Remove ada@clinic.example" }).click()
      await page.getByText("ada@clinic.example removed").waitFor()
      await page.getByRole("row", { name: /ada@clinic/u }).waitFor({ state: "detached" })
      assert.strictEqual((await here.server.api.blacklist.emails({ limit: 10 })).total, 1)
    }))

  it("put domains and addresses on the blacklist, each in its list", () =>
    here.visit("#/blacklist", async (page) => {
      await page.getByRole("button", { name: "Add", exact: true }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Addresses or domains").fill("rival.example\ncarl@praxis.example")
      await dialog.getByRole("button", { name: "Add", exact: true }).click()
      await dialog.waitFor({ state: "detached" })
      const { data: domains } = await here.server.api.blacklist.domains({ search: "rival" })
      const { data: emails } = await here.server.api.blacklist.emails({ search: "carl@praxis" })
      assert.deepStrictEqual(
        [...domains.map(({ domain }) => domain), ...emails.map(({ email }) => email)],
        ["rival.example", "carl@praxis.example"]
      )
    }))

  it("add the custom fields of the lead to a webhook, and take them away", async () => {
    const { api } = here.server
    const { id } = await api.integrations.create({
      type: "webhook",
      name: "Fields",
      config: { url: "https://records.example/fields" },
      enabled: false
    })
    const includeOf = async () => {
      const { config } = await api.integrations.find(id)
      return "include" in config ? config.include : undefined
    }
    await here.visit(`#/integrations/${id}`, async (page) => {
      const box = page.getByLabel("Send the custom fields of the lead, too")
      await box.click()
      await page.getByText("With custom fields").waitFor()
      assert.deepStrictEqual(await includeOf(), ["custom_fields"])
      await box.click()
      await page.getByText("With custom fields").waitFor({ state: "detached" })
      assert.deepStrictEqual((await includeOf()) ?? [], [])
    })
  })

  it("add and remove an account", () =>
    here.visit(
      "#/accounts",
      async (page) => {
        await page.getByRole("button", { name: "Add account" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Address").fill("maya@quillmark.example")
        await dialog.getByLabel("Provider").selectOption("smtp")
        await dialog.getByRole("button", { name: "Add account" }).click()
        await dialog.getByRole("alert").waitFor()
        await dialog.getByLabel("Address").fill("tom@quillmark.example")
        await dialog.getByRole("button", { name: "Add account" }).click()
        await page.getByRole("heading", { name: "tom@quillmark.example" }).waitFor()
        await page.getByRole("button", { name: "Remove account" }).click()
        await dialog.getByRole("button", { name: "Remove account" }).click()
        await page.getByRole("link", { name: "maya@quillmark.example" }).waitFor()
        await page.getByRole("link", { name: "tom@quillmark.example" }).waitFor({ state: "detached" })
        const { data } = await here.server.api.accounts.list()
        assert.deepStrictEqual(
          data.map(({ email }) => email),
          ["maya@quillmark.example"]
        )
      },
      { expected: /status of 4(?:09|22|04)/u }
    ))

  it("store the credentials of an account, and show what its DNS lacks", async () => {
    const { api } = here.server
    const { id } = await api.accounts.create({ email: "lena@quillmark.example", provider: "smtp" })
    here.server.intercept((request, response) => {
      const answer = (value: object) => {
        response.writeHead(200, { "content-type": "application/json" })
        response.end(JSON.stringify(value))
        return true
      }
      const refused = { success: false, error: "The server refuses the login", reason: "login_failed" }
      if (request.url === `/accounts/${id}/test`) return answer({ smtp: refused, imap: null })
      if (request.url !== `/accounts/${id}/dns`) return false
      const publish = { type: "TXT", name: "quillmark.example", value: "v=spf1 include:<your provider> -all" }
      const checks = [
        { check: "mx", status: "ok", result: "ok", message: "Mail arrives", publish: null, found: [] },
        { check: "spf", status: "error", result: "no_record", message: "There is no SPF record", publish, found: [] }
      ]
      const domain = "quillmark.example"
      const checked_at = "2026-11-26T12:00:00.000Z"
      return answer({ account_id: id, domain, organizational_domain: domain, checked_at, status: "error", checks })
    })
    await here.visit(`#/accounts/${id}`, async (page) => {
      await page.getByRole("button", { name: "Check the DNS" }).click()
      const checks = page.getByRole("list", { name: "DNS of the domain" })
      await checks.getByText("Wrong SPF There is no SPF record").waitFor()
      await checks.getByText("quillmark.example TXT v=spf1 include:<your provider> -all").waitFor()

      await page.getByRole("button", { name: "Set credentials" }).click()
      const dialog = page.getByRole("dialog", { name: "Credentials" })
      await dialog.getByLabel("Password").fill("a secret of the mailbox")
      await dialog.getByLabel("Server").first().fill("smtp.quillmark.example")
      await dialog.getByLabel("Port").first().selectOption("587")
      await dialog.getByLabel("Server").last().fill("imap.quillmark.example")
      await dialog.getByRole("button", { name: "Save and test" }).click()
      await dialog.waitFor({ state: "detached" })
      await page.getByText("lena@quillmark.example @ smtp.quillmark.example:587").waitFor()
      await page.getByText("SMTP: The server refuses the user name or the password.").waitFor()
      await page.getByText("The server says: The server refuses the login").waitFor()

      // The stored values are shown, but for the password. Without the inbox, its credentials are removed.
      await page.getByRole("button", { name: "Set credentials" }).click()
      assert.strictEqual(await dialog.getByLabel("Password").inputValue(), "")
      assert.strictEqual(await dialog.getByLabel("Server").first().inputValue(), "smtp.quillmark.example")
      await dialog.getByLabel("Password").fill("another secret")
      await dialog.getByLabel("Read the inbox").uncheck()
      await dialog.getByRole("button", { name: "Save and test" }).click()
      await dialog.waitFor({ state: "detached" })
    })
    here.server.intercept(undefined)
    const { connection } = await api.accounts.find(id)
    assert.deepStrictEqual(connection, {
      smtp: {
        host: "smtp.quillmark.example",
        port: 587,
        security: "starttls",
        user: "lena@quillmark.example",
        auth: "password"
      },
      imap: null
    })
    await api.accounts.remove({ ids: [id] })
  })

  it("stop and resume the leads that are selected, 5 seconds later, unless that is undone", async () => {
    const { api } = here.server
    const { id } = await api.campaigns.create({ name: "Many leads" })
    const { data } = await api.leads.create({
      campaign_id: id,
      leads: ["one", "two", "three"].map((name) => ({ email: `${name}@many.example`, first_name: name }))
    })
    const stops = async () =>
      Promise.all(data.map(async (lead) => (await api.leads.find(lead.id ?? 0)).stop_sending_type))
    await api.leads.update(data[2]?.id ?? 0, { stop_sending: true })
    await here.visit(`#/leads?campaign=${id}`, async (page) => {
      const click = (name: string) => page.getByRole("button", { name, exact: true }).click()
      const select = async (...names: ReadonlyArray<string>) => {
        for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check()
        await page.getByText(`${names.length} leads selected`).waitFor()
      }
      await select("one", "two")
      await click("Stop sending")
      await page.getByRole("checkbox", { checked: true }).waitFor({ state: "detached" })
      await page.keyboard.press("z")
      await page.getByText("Sending to 2 leads stops").waitFor({ state: "detached" })
      await select("two", "three")
      await click("Resume sending")
      await select("one", "two")
      await click("Stop sending")
      assert.deepStrictEqual(await stops(), [null, null, "manual"])
      // The page sends at once what waits when it is closed.
      await page.reload()
      await waitFor(async () => assert.deepStrictEqual(await stops(), ["manual", "manual", null]))
    })
  })
})
