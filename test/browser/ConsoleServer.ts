/** The console over a server of this machine, with conversations, for tests in a browser. */
import { type Part, rawMail } from "@mailroom/demo"
import { createMailroom, type MailroomOptions, type OutgoingMail } from "@mailroom/node"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { patience } from "./WaitFor.ts"

export interface Talk {
  readonly name: string
  readonly subject?: string
  /** The texts of the lead's mails; ours is before the first. */
  readonly texts?: ReadonlyArray<string>
  readonly parts?: ReadonlyArray<Part>
  /** Minutes before now at which the last mail was written. */
  readonly ago?: number
}

let count = 0

/** Starts a server with an organization, an account and a campaign. Default: storage in memory. */
export const startConsole = async ({
  database = "memory",
  ...options
}: Pick<MailroomOptions, "allowPrivateTargets" | "database" | "mailer" | "resolveDns" | "verifier"> = {}) => {
  const sent: Array<OutgoingMail> = []
  const mailroom = await createMailroom({
    database,
    ...(database !== "memory" && { migrate: true }),
    publicUrl: "http://127.0.0.1/",
    console: true,
    mailer: async (mail) => {
      sent.push(mail)
      return { outcome: "sent" }
    },
    ...options
  })
  const { id } = await mailroom.organizations.create({ name: "Default" })
  const api = mailroom.organization(id)
  // The tests choose the tags.
  await api.organization.update({ reply_labels: [] })
  const { secret } = await api.keys.create({ name: "console" })
  const ours = { name: "Maya Lindqvist", email: "maya@quillmark.example" }
  const account = await api.accounts.create({ email: ours.email, provider: "smtp" })
  const campaign = await api.campaigns.create({ name: "Clinics: fewer missed appointments" })
  const requests: Array<string> = []
  const answered: Array<string> = []
  let ended = 0
  let intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  const server = createServer((request, response) => {
    const path = request.url ?? ""
    requests.push(`${request.method} ${path}`)
    response.once("finish", () => answered.push(`${response.statusCode} ${request.method} ${path}`))
    response.once("close", () => void ended++)
    if (intercept?.(request, response) !== true) mailroom.handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  /** A mail of a lead to us, or of us to the lead. */
  const mail = async (
    from: typeof ours,
    to: typeof ours,
    subject: string,
    text: string,
    more: Partial<MailMore> = {}
  ) => {
    const message_id = `<m${++count}@mail.example>`
    const { ago = 0, ...rest } = more
    const date = Date.now() - ago * 60_000
    const result = await api.intake.receive(rawMail({ from, to, subject, text, message_id, date, ...rest }))
    return { message_id, result }
  }
  interface MailMore {
    readonly ago: number
    readonly references: ReadonlyArray<string>
    readonly headers: ReadonlyArray<string>
    readonly parts: ReadonlyArray<Part>
  }

  /** A conversation. Returns the lead, the thread, and a function with which the lead writes again. */
  const talk = async ({ ago = 10, name, parts, subject = "Missed appointments", texts = ["Sounds good."] }: Talk) => {
    const number = ++count
    const [first_name = "", last_name = ""] = name.split(" ")
    const theirs = { name, email: `${first_name}.${last_name}.${number}@clinic${number}.example`.toLowerCase() }
    const { data } = await api.leads.create({
      campaign_id: campaign.id,
      leads: [{ email: theirs.email, first_name, last_name, company: "Harbour Lane Vets" }]
    })
    const lead = data[0]
    if (lead === undefined || !("lead_id" in lead || "id" in lead)) throw new Error("No lead was created")
    const first = await mail(
      ours,
      theirs,
      subject,
      `Hi ${first_name},\n\none appointment in nine is missed.\n\nBest,\nMaya`,
      {
        ago: ago + 60
      }
    )
    const write = (text: string, more: Partial<MailMore> = {}) =>
      mail(theirs, ours, `Re: ${subject}`, text, { references: [first.message_id], ...more })
    for (const [index, text] of texts.entries()) {
      const isLast = index === texts.length - 1
      await write(text, { ago: ago + (texts.length - 1 - index) * 3, ...(isLast && parts && { parts }) })
    }
    const found = await api.unibox.threads({ tab: "replies", search: theirs.email })
    const thread = found.data[0]
    if (thread === undefined) throw new Error(`There is no thread of ${name}`)
    return { ...theirs, lead_id: thread.lead_id ?? 0, thread: thread.id, message_id: first.message_id, write }
  }

  return {
    api,
    mailroom,
    /** The key with which visitors sign in. */
    key: secret,
    account,
    campaign,
    sent,
    requests,
    /** The statuses, methods and paths of the requests that were answered. */
    answered,
    /** How many requests are under way. */
    open: () => requests.length - ended,
    talk,
    /** A mail of us to a lead that a mail program has sent. */
    ours: (to: typeof ours, subject: string, text: string, more: Partial<MailMore> = {}) =>
      mail(ours, to, subject, text, more),
    /** A mail of a lead to us, which answers the mails with these Message-IDs. */
    answer: (from: typeof ours, subject: string, text: string, references: ReadonlyArray<string>) =>
      mail(from, ours, `Re: ${subject}`, text, { references }),
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets a test answer requests in place of the server. */
    intercept: (with_: typeof intercept) => {
      intercept = with_
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await mailroom.close()
    }
  }
}

export type ConsoleServer = Awaited<ReturnType<typeof startConsole>>

/** Signs in with an API key, in the page or in the dialog that asks for it. */
export const signInByKey = async (page: Page, key: string) => {
  await page.getByRole("button", { name: "Use an API key" }).click()
  await page.getByLabel("API key").fill(key)
  await page.getByRole("button", { name: "Sign in" }).click()
}

/** Where visitors go: `origin` may have a path, at which Mailroom is mounted. */
type Visited = Pick<ConsoleServer, "key" | "origin">

export interface VisitOptions extends BrowserContextOptions {
  /** The errors that the page may report. */
  readonly expected?: RegExp
  /** The key to sign in with; `null`: the visitor is signed out. Default: the key of the server. */
  readonly key?: string | null
  /** Runs before the page is opened. */
  readonly before?: (page: Page) => Promise<void>
}

/** Opens a route of the console as a new visitor. The page must report no error but the expected ones. */
export const visit = async (
  browser: Browser,
  { key: ofServer, origin }: Visited,
  route: string,
  use: (page: Page) => Promise<void>,
  { before, expected = /^$/u, key = ofServer, ...options }: VisitOptions = {}
): Promise<void> => {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1440, height: 900 },
    ...options
  })
  if (key !== null) await context.request.post(`${origin}/session`, { data: { key } })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const errors: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) errors.push(message.text())
  })
  page.on("pageerror", (error) => errors.push(String(error)))
  try {
    await before?.(page)
    await page.goto(`${origin}/console${route}`)
    // Controls and keys that write have no effect until the page has the session. `before` may delay it, or make it fail.
    if (key !== null && before === undefined) {
      await page.locator(".brand-name", { hasNotText: "Mailroom" }).waitFor({ state: "attached" })
    }
    await use(page)
    if (errors.length > 0) throw new Error(`The page reports errors:\n${errors.join("\n")}`)
  } finally {
    await context.close()
  }
}
