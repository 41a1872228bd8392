/** The documents for engineers agree with the code: their pictures, the files that they name, and the code that they show. */
import { assert, describe, it } from "@effect/vitest"
import { Campaign, Retry, StopSending, Timestamp } from "@mailroom/core"
import { Result } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, globSync } from "node:fs"
import { join } from "node:path"
import { blocksOf, codeOf, read } from "./Documents.ts"

const root = join(import.meta.dirname, "..")
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => existsSync(join(root, file)))
const folders = new Set(files.flatMap((file) => file.split("/").map((_, i, parts) => parts.slice(0, i).join("/"))))

/** The paths that end with a name; `*` in it is any text within a part of a path. */
const endingWith = (name: string, paths: Iterable<string>): ReadonlyArray<string> => {
  const parts = name.split("*").map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/gu, String.raw`\$&`))
  const pattern = new RegExp(`(?:^|/)${parts.join("[^/]*")}$`, "u")
  return [...paths].filter((path) => pattern.test(path))
}

/** The documents for engineers, but for the list of files, which is made from them. */
const forEngineers = [
  "ARCHITECTURE.md",
  "CONCURRENCY.md",
  "CONTRIBUTING.md",
  ...globSync("docs/internals/*.md", { cwd: root }).filter((file) => file !== "docs/internals/where.md")
]

describe("files that documents name", () => {
  const nameOfFile = /(?<![\w/.*@:<-])[\w*][\w/.*-]*\.(?:mjs|sql|ts)\b/gu
  const nameOfFolder = /`((?:bench|core|http|internal|packages|postgres|scripts|test)\/[\w/-]*\w)\/?`/gu

  /** Made when the first release is recorded. */
  const recording = "test/release/previous"

  for (const document of [...forEngineers, "docs/intake.md"]) {
    it(document, () => {
      const named = [...read(document).matchAll(nameOfFile)].map(([name]) => name)
      assert.isNotEmpty(named)
      for (const name of named) assert.isNotEmpty(endingWith(name, files), name)
      for (const [, name = ""] of read(document).matchAll(nameOfFolder)) {
        if (name !== recording) assert.isNotEmpty(endingWith(name, folders), name)
      }
    })
  }

  it("are found by the end of their path", () => {
    assert.include(endingWith("leads/Lead*.ts", files), "packages/core/src/leads/LeadStore.ts")
    for (const missing of ["leads/ead.ts", "lead/Lead.ts", "Lead.tss"]) assert.isEmpty(endingWith(missing, files))
  })
})

describe("names of the code in documents", () => {
  const code = files.filter((file) => /^(?:packages|scripts|test|bench)\/.*\.(?:sql|ts)$/u.test(file))
  const known = new Set(code.flatMap((file) => read(file).match(/\w+/gu) ?? []))
  /** Names of several words, which no prose has by chance: `isSameLogin`, `LeadStore`, `stop_sending`. */
  const name = /\b(?:[a-z]+|[A-Z][a-z]+)(?:[A-Z][a-z]*)+\b|\b[a-z]+(?:_[a-z]+)+\b/gu

  for (const document of forEngineers) {
    it(`${document} has none that is gone`, () => {
      const text = read(document)
        .replaceAll(/^```[^]*?^```$/gmu, "")
        .replaceAll(/[\w*/.-]+\.(?:md|sql|tsx?)\b/gu, "")
      const named = [...text.matchAll(/`([^`\n]+)`/gu)].flatMap(([, quoted = ""]) => quoted.match(name) ?? [])
      assert.deepStrictEqual(
        named.filter((name) => !known.has(name)),
        []
      )
    })
  }
})

const pictures = codeOf("ARCHITECTURE.md", "mermaid")

describe("the picture of the packages", () => {
  const picture = pictures.find((code) => code.startsWith("flowchart")) ?? ""
  const floors = picture
    .split("subgraph ")
    .slice(1)
    .map((floor) => [...floor.matchAll(/^ +(\w+)\["@mailroom/gmu)].map(([, name = ""]) => name))

  it("has every package", () => {
    const packages = new Set(files.flatMap((file) => /^packages\/(\w+)\/src\//u.exec(file)?.slice(1) ?? []))
    assert.sameMembers(floors.flat(), [...packages])
  })

  it("has each package above those that it imports", () => {
    const floorOf = (name: string) => floors.findIndex((floor) => floor.includes(name))
    for (const file of files) {
      const [, name = ""] = /^packages\/(\w+)\/src\/.*\.ts$/u.exec(file) ?? []
      if (name === "") continue
      for (const [, imported = ""] of read(file).matchAll(/^(?:import|export|\}).* from "@mailroom\/(\w+)/gmu)) {
        assert.isAbove(floorOf(imported), floorOf(name), `${file} imports ${imported}`)
      }
    }
  })
})

/**
 * The transitions of a state diagram as `from -> to: cause`: without births, ends, and details after a comma. Causes are
 * separated by "or".
 */
const transitionsOf = (name: string): Array<string> => {
  const picture = pictures.find((code) => code.includes(`accTitle: ${name}\n`)) ?? ""
  return [...picture.matchAll(/^ *(\w+) --> (\w+): ([^,\n]+)/gmu)].flatMap(([, from, to, causes = ""]) =>
    causes.split(" or ").map((cause) => `${from} -> ${to}: ${cause}`)
  )
}

describe("the pictures of states", () => {
  const before = Timestamp.fromMillis(1_000)
  const now = Timestamp.fromMillis(2_000)
  const later = Timestamp.fromMillis(3_000)

  it("has the transitions of a lead", () => {
    const states = [
      StopSending.sending,
      StopSending.stop(before),
      StopSending.apply(StopSending.sending, "blacklist", before),
      StopSending.apply(StopSending.sending, "reply", before),
      StopSending.apply(StopSending.apply(StopSending.sending, "reply", now), "blacklist", before)
    ]
    const nameOf = ({ stop_sending, stop_sending_type }: StopSending.StopState) =>
      stop_sending ? (stop_sending_type === "manual" ? "manual" : "rule") : "sending"
    const causes = {
      apply: (state: StopSending.StopState) => StopSending.apply(state, "bounce", later),
      release: StopSending.release,
      stop: () => StopSending.stop(later),
      resume: () => StopSending.resume(later)
    }
    const changes = states.flatMap((state) =>
      Object.entries(causes).map(([cause, change]) => [nameOf(state), nameOf(change(state)), cause] as const)
    )
    const moves = changes.flatMap(([from, to, cause]) => (from === to ? [] : [`${from} -> ${to}: ${cause}`]))
    assert.sameMembers(transitionsOf("A lead"), [...new Set(moves)])
  })

  it("has the transitions of a campaign", () => {
    const id = "00000000-0000-4000-8000-000000000000"
    const moves = Campaign.CampaignStatus.literals.flatMap((status) => {
      const campaign = {
        id,
        ...Campaign.defaults,
        account_ids: [1],
        lead_count: 1,
        status,
        version: 1
      } as unknown as Campaign.CampaignRecord
      const statusOf = Result.match({ onFailure: () => status, onSuccess: (next: typeof campaign) => next.status })
      const causes = {
        start: statusOf(Campaign.start(campaign, 1, now)),
        pause: statusOf(Campaign.pause(campaign, now))
      }
      return Object.entries(causes).flatMap(([cause, to]) => (to === status ? [] : [`${status} -> ${to}: ${cause}`]))
    })
    // `Campaigns.remove` rejects only active ones.
    const removals = Campaign.CampaignStatus.literals.filter((status) => status !== "active")
    assert.sameMembers(transitionsOf("A campaign"), [...moves, ...removals.map((from) => `${from} -> hidden: remove`)])
  })

  it("has the transitions of a delivery", () => {
    const verdicts = [
      { _tag: "Delivered" },
      { _tag: "Retry", error: "", retry_after: null },
      { _tag: "ServerError", error: "", retry_after: null },
      { _tag: "Wait", error: "", retry_after: null },
      { _tag: "Disable", error: "" },
      { _tag: "Fail", error: "" }
    ] as const
    const moves = verdicts.flatMap((verdict) =>
      [0, Retry.maximumAttempts - 1].map((attempts) => {
        const { progress } = Retry.afterTry(Retry.healthy, { ...Retry.untried(before), attempts }, verdict, now)
        const cause =
          attempts > 0 && progress.status === "failed" && verdict._tag !== "Fail" ? "last try" : verdict._tag
        return `pending -> ${progress.status}: ${cause}`
      })
    )
    // `Retry.orderedAgain` resets a finished delivery; a pending one stays pending.
    const again = ["failed -> pending: redeliver", "delivered -> pending: redeliver"]
    assert.sameMembers(transitionsOf("A delivery"), [...new Set(moves), ...again])
  })
})

describe("a new capability", () => {
  /** The last capability with a table and an API that follows from its rows alone. */
  const name = "templates"
  const isOwn = /\/templates(?:\/|\.ts$)|\/(?:Reply)?Templates?\w*\.ts$/u
  const names = /reply_?templates?|"Reply templates"|["/]templates[/.]/iu

  it("is named by the files that CONTRIBUTING.md lists, beside its own", () => {
    const [, table = ""] = read("CONTRIBUTING.md").split("\n## A new capability\n")[1]?.split("\n| file |") ?? []
    const listed = [...table.matchAll(/^\| (.*?) \|/gmu)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`(.*?)`/gu)].map(([, file]) => `packages/${file}`)
    )
    const written = files.filter((file) => /^packages\/\w+\/(?:src|docs)\/(?!generated\/).*\.ts$/u.test(file))
    assert.include(written, `packages/core/src/${name}/ReplyTemplateStore.ts`)
    const naming = written.filter((file) => {
      const code = read(file)
      // Generated lists begin with a line that says so.
      return !isOwn.test(file) && !code.startsWith("// Made by") && names.test(code.replaceAll(/\/\*\*[^]*?\*\//gu, ""))
    })
    assert.sameMembers(listed, naming)
  })
})

describe("code that docs/internals/effect.md shows", () => {
  const lines = (code: string) => code.split("\n").map((line) => line.trim())
  const shown = blocksOf("docs/internals/effect.md").filter(({ info }) => info.startsWith("packages/"))

  it("is there for each idiom", () => assert.isAtLeast(shown.length, 10))

  for (const { code, info, line } of shown) {
    it(`is as it is in the code: line ${line}, ${info}`, () => {
      const source = lines(read(info)).join("\n")
      // A line `// …` stands for code that the document leaves out.
      for (const part of code.trim().split(/^ *\/\/ …\n/mu)) assert.include(source, lines(part.trim()).join("\n"))
    })
  }
})
