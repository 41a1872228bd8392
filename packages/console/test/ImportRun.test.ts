/** An import: batches, the counts of their answers, and the keys with which it goes on after an interruption. */
import { assert, describe, it } from "@effect/vitest"
import type { CreateLeadsResult } from "@mailroom/client"
import type { CsvFile } from "../page/pages/import/lines.ts"
import { foresee } from "../page/pages/import/check.ts"
import { type Answers, isOpen, makeOptOutOf, optOutsIn } from "../page/pages/import/optedOut.ts"
import { guess } from "../page/pages/import/mapping.ts"
import { importFile, itemsOf, type Progress } from "../page/pages/import/run.ts"

const fileOf = (count: number): CsvFile => ({
  header: ["email", "name"],
  lines: Array.from({ length: count }, (_, i) => ({ number: i + 1, values: [`lead${i}@clinic.example`, `Name ${i}`] })),
  hash: "hash"
})

type Create = Parameters<typeof importFile>[0]["create"]
type Input = Parameters<Create>[0]

/** Answers as the server: by the key the same again, and 409 if the same key comes with other content. */
const makeServer = () => {
  const answered = new Map<string, { readonly body: string; readonly result: CreateLeadsResult }>()
  const known = new Set<string>()
  const server = {
    failAt: Infinity,
    calls: 0,
    running: 0,
    create: (async (input: Input, options: { readonly idempotencyKey?: string }) => {
      server.calls++
      server.running++
      await Promise.resolve()
      server.running--
      if (server.calls >= server.failAt) throw new Error("No answer")
      const key = options.idempotencyKey ?? ""
      const body = JSON.stringify(input)
      const before = answered.get(key)
      if (before !== undefined) {
        if (before.body !== body) throw new Error("idempotency_key_reused")
        return before.result
      }
      const data = input.leads.map(({ email }, index) => {
        const status = !email.includes("@") ? "invalid" : known.has(email) ? "duplicate" : "created"
        known.add(email)
        return { index, email, status, ...(status === "invalid" && { errors: [{ message: "no", pointer: "/email" }] }) }
      })
      const result = { data } as unknown as CreateLeadsResult
      answered.set(key, { body, result })
      return result
    }) as unknown as Create,
    known
  }
  return server
}

const campaign_id = "c1"
const mapping = ["email", "last_name"] as const

type Options = Parameters<typeof importFile>[0]
type Chosen = "blacklist" | "campaign_id" | "on_duplicate" | "optOutOf"

const none = {
  blacklist: () => {
    throw new Error("Nobody opted out")
  },
  optOutOf: () => undefined
}

const run = async (options: Omit<Options, Chosen> & Partial<Options>) => {
  const reports: Array<Progress> = []
  const all = { campaign_id, on_duplicate: "skip", ...none, ...options } as const
  await importFile(all, (progress) => reports.push(progress))
  return reports.at(-1)
}

describe("an import", () => {
  it("sends all lines in batches of 1 000, and counts the answers", async () => {
    const server = makeServer()
    const { create } = server
    const progress = await run({ create, file: fileOf(2_345), mapping })
    assert.strictEqual(server.calls, 3)
    assert.strictEqual(progress?.done, 2_345)
    assert.deepInclude(progress?.counts, { created: 2_345, duplicate: 0, invalid: 0 })
  })

  it("puts people who opted out on the blacklist first; an address that this rejects becomes no lead", async () => {
    const { create, known } = makeServer()
    const added: Array<readonly [reason: string | undefined, emails: ReadonlyArray<string>]> = []
    const blacklist = (async ({
      emails,
      reason
    }: {
      readonly emails: ReadonlyArray<string>
      readonly reason?: string
    }) => {
      assert.strictEqual(known.size, 0)
      added.push([reason, emails])
      return {
        data: emails.map((input) => ({
          input,
          status: input.includes("..") ? "invalid" : "added",
          ...(input.includes("..") && { error: "is not an address" })
        }))
      }
    }) as unknown as Options["blacklist"]
    const header = ["email", "Unsubscribed", "Status"]
    const values = [
      ["ada@x.example", "yes", "active"],
      ["bob@x.example", "no", "active"],
      ["a..c@x.example", "1", ""],
      ["dan@x.example", "", "inactive"],
      ["eve@x.example", "", "bounced"]
    ]
    const file = { header, hash: "hash", lines: values.map((values, i) => ({ number: i + 1, values })) }
    const mapping = ["email", "opted out", ""] as const
    const found = optOutsIn(file, mapping)
    assert.deepStrictEqual(
      found.map(({ header, values }) => [header, ...values.map(({ meaning, value }) => `${value} ${meaning}`)]),
      [
        ["Unsubscribed", "yes out", "1 out", "no in"],
        ["Status", "inactive unclear", "bounced out", "active in"]
      ]
    )
    const ticked: Answers = new Map([[2, { ticks: new Map([["inactive", true]]), isComplete: false }]])
    const optOutOf = makeOptOutOf(found, ticked)
    const progress = await run({ create, blacklist, file, mapping, optOutOf })
    assert.deepStrictEqual(added, [
      ["Opted out by Unsubscribed", ["ada@x.example", "a..c@x.example"]],
      ["Opted out by Status: inactive", ["dan@x.example"]],
      ["Opted out by Status: bounced", ["eve@x.example"]]
    ])
    assert.deepInclude(progress, { done: 5, optedOut: 4 })
    assert.deepStrictEqual(
      progress?.rejected.map(({ line, reason }) => [line, reason]),
      [[3, "is not an address"]]
    )
    assert.isFalse(known.has("a..c@x.example"))
    assert.isUndefined(makeOptOutOf(found, new Map())(["dan@x.example", "", "inactive"]))
    // Unclear values are a question, until they are ticked or the user says that the others do not mean it.
    assert.deepStrictEqual(
      found.map((one) => [isOpen(one, new Map()), isOpen(one, ticked)]),
      [
        [false, false],
        [true, false]
      ]
    )
    const complete: Answers = new Map([[2, { ticks: new Map([["bounced", false]]), isComplete: true }]])
    assert.isFalse(found.some((one) => isOpen(one, complete)))
    assert.isUndefined(makeOptOutOf(found, complete)(["eve@x.example", "", "bounced"]))
  })

  it("finds opt-outs in columns that the user chooses, in other languages, and as states in other columns", () => {
    const header = ["E-Mail", "Newsletter abgemeldet", "Weg", "Bemerkung", "Stadt"]
    const values = [
      ["a@x.example", "ja", "ja", "abgemeldet", "Köln"],
      ["b@x.example", "nein", "vielleicht", "kennt Ada", "Bonn"]
    ]
    const file = { header, hash: "", lines: values.map((values, i) => ({ number: i + 1, values })) }
    assert.deepStrictEqual(guess(header), ["email", "opted out", "custom weg", "custom bemerkung", "custom stadt"])
    const found = optOutsIn(file, ["email", "opted out", "opted out", "", ""])
    assert.deepStrictEqual(
      found.map(({ header, values }) => [header, ...values.map(({ meaning, value }) => `${value} ${meaning}`)]),
      [
        ["Newsletter abgemeldet", "ja out", "nein in"],
        ["Weg", "vielleicht unclear", "ja out"],
        ["Bemerkung", "abgemeldet unclear", "kennt ada in"]
      ]
    )
    const optOutOf = makeOptOutOf(found, new Map())
    assert.deepStrictEqual(values.map(optOutOf), ["Newsletter abgemeldet", undefined])
  })

  it("says before what would become of the lines", async () => {
    const header = ["email", "Unsubscribed"]
    const values = [
      ["new@x.example", ""],
      ["NEW@x.example", ""],
      ["known@x.example", ""],
      ["out@x.example", "yes"],
      ["nobody", ""],
      ["listed@x.example", ""]
    ]
    const file = { header, hash: "", lines: values.map((values, i) => ({ number: i + 1, values })) }
    const mapping = ["email", "opted out"] as const
    const states: Readonly<Record<string, string>> = {
      "new@x.example": "created",
      "known@x.example": "duplicate",
      "listed@x.example": "blacklisted"
    }
    const asked: Array<unknown> = []
    const create = (async (input: Input) => {
      asked.push(input)
      return { data: input.leads.map(({ email }) => ({ status: states[email] ?? "invalid" })) }
    }) as unknown as Create
    const optOutOf = makeOptOutOf(optOutsIn(file, mapping), new Map())
    const options = { campaign_id, create, items: itemsOf(file, mapping).items, optOutOf }
    assert.deepStrictEqual(await foresee(options, new AbortController().signal), {
      created: 1,
      known: 1,
      double: 1,
      blacklisted: 1,
      optedOut: 1,
      invalid: 1
    })
    const leads = ["new@x.example", "known@x.example", "nobody", "listed@x.example"].map((email) => ({ email }))
    assert.deepStrictEqual(asked, [{ campaign_id, leads, dry_run: true }])
  })

  it("names the lines without an address, and those that the server rejects, in their order", async () => {
    const { create } = makeServer()
    const values = [["nobody"], [""], ["ada@clinic.example"], ["", "Ada"]]
    const file = { ...fileOf(0), lines: values.map((values, i) => ({ number: i + 1, values })) }
    const progress = await run({ create, file, mapping })
    assert.deepStrictEqual(
      progress?.rejected.map(({ line, reason }) => [line, reason]),
      [
        [1, "/email no"],
        [2, "no address"],
        [4, "no address"]
      ]
    )
  })

  it("goes on after a failure with exact counts, and imports nothing twice", async () => {
    const server = makeServer()
    const { create } = server
    server.failAt = 3
    let message = ""
    await run({ create, file: fileOf(6_000), mapping }).catch((error: Error) => {
      message = error.message
    })
    assert.strictEqual(message, "No answer")
    // When it fails, nothing of it is on its way any more, and the rest was not tried.
    assert.strictEqual(server.running, 0)
    assert.isAtMost(server.calls, 4)
    server.failAt = Infinity
    const progress = await run({ create, file: fileOf(6_000), mapping })
    assert.strictEqual(server.known.size, 6_000)
    assert.deepInclude(progress?.counts, { created: 6_000, duplicate: 0 })
  })

  it("does not use the keys of another mapping, even if it was interrupted", async () => {
    const server = makeServer()
    const { create } = server
    server.failAt = 2
    await run({ create, file: fileOf(2_000), mapping }).catch(() => {})
    server.failAt = Infinity
    const progress = await run({ create, file: fileOf(2_000), mapping: ["email", "first_name"] })
    assert.deepInclude(progress?.counts, { created: 1_000, duplicate: 1_000 })
  })
})
