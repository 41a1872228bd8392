/** Tables of the documentation contain the names of the code, and no others. */
import { assert, describe, it } from "@effect/vitest"
import {
  AccountState,
  Bounce,
  Campaign,
  type Idempotency,
  MailKind,
  SendingReason,
  type Sessions,
  StopSending,
  type Tracking,
  type Unsubscribes
} from "@mailroom/core"
import * as core from "@mailroom/core"
import { openApi, Problems } from "@mailroom/http"
import type { Effect } from "effect"
import { globSync } from "node:fs"
import { join } from "node:path"
import { expectTypeOf } from "vitest"
import { classesOf } from "../packages/core/test/ErrorClasses.ts"
import { options as mcp } from "../packages/mcp/src/flags.ts"
import { blocksOf, codeOf, namesIn, pages, read } from "./Documents.ts"

const root = join(import.meta.dirname, "..")
const exclude = ["**/node_modules/**"]

describe("docs/README.md", () => {
  it("links to every page, and each has code", () => {
    const links = [...read("docs/README.md").matchAll(/^\| \[.*?\]\(([\w-]+\.md)\)/gmu)].map(
      ([, file]) => `docs/${file}`
    )
    assert.sameMembers(["README.md", "docs/README.md", ...links], [...pages])
    for (const page of links) assert.isNotEmpty(blocksOf(page), page)
  })
})

describe("docs/concepts.md", () => {
  it("names every reason to stop", () =>
    assert.sameMembers(namesIn("docs/concepts.md", "`stop_sending_type`"), [...StopSending.StopSendingType.literals]))
})

type FailureOf<Member> =
  Member extends Effect.Effect<any, infer E, any>
    ? E
    : Member extends (...args: any) => Effect.Effect<any, infer E, any>
      ? E
      : never
/** The use cases that a host can call in process. */
type Callable = Exclude<core.Mailroom.UseCases, Idempotency | Sessions | Tracking | Unsubscribes>
type FailuresOf<Service> = Service extends unknown ? FailureOf<Service[keyof Service]> : never
type Failures = FailuresOf<Callable["Service"]>

/** The names of the errors in a module. Schemas can be constructed as well, but have no name. */
type TagsIn<Module> = {
  [K in keyof Module & string]: Module[K] extends abstract new (
    ...args: any
  ) => Error & { readonly _tag: infer Tag extends string }
    ? string extends Tag
      ? never
      : Tag
    : never
}[keyof Module & string]
/** The errors that core exports, including those in its namespaces. */
type Errors = TagsIn<typeof core> | { [K in keyof typeof core]: TagsIn<(typeof core)[K]> }[keyof typeof core]

/** The errors of core that no use case fails with, or whose code is not their name. */
const otherErrors = [
  "AnswerNotKept",
  "BytesMissing",
  "ChangedMeanwhile",
  "Corrupt",
  "CorruptSecret",
  "DeliveryFailed",
  "ExternalIdTaken",
  "IdempotencyInProgress",
  "IdempotencyMismatch",
  "ImportedElsewhere",
  "InboxFailed",
  "InvalidInput",
  "InvalidSecret",
  "InvalidTrackingToken",
  "InvalidUnsubscribeToken",
  "NoOrganization",
  "OrganizationIdTaken",
  "StorageError",
  "TokenFailed",
  "Unavailable",
  "Unknown",
  "UnknownEncryptionKey",
  "VerifierFailed",
  "UnreadableSigningSecret"
] as const
/** The errors of use cases that core does not export. */
const unexported = ["InboxNotRead"] as const
type Other = (typeof otherErrors)[number]

/**
 * The codes that `MailroomError` documents in addition to the names of errors, and the codes with which
 * `createMailroom` rejects.
 */
const others =
  "invalid_request unavailable unknown corrupt no_organization closed internal wrong_isolation no_transaction no_database " +
  "sql_error schema_mismatch migration_failed folder_in_use folder_unusable invalid_secret no_console no_embedded_database " +
  "unsuitable_database unreadable_file unsupported_node"

describe("docs/errors.md", () => {
  const page = "docs/errors.md"
  const classes = [
    Problems.CampaignNotReady,
    ...Object.values(Problems).flatMap((value) => (typeof value === "function" && "fields" in value ? [value] : []))
  ]

  it("names every code of problems", () => {
    const unparsed = ([400, 408, 413, 431] as const).map((status) => Problems.unparsed(status, "").code)
    const codes = classes.map(({ fields }) => fields.code.schema.literal)
    assert.sameMembers(namesIn(page, "`code`"), [...new Set([...codes, ...unparsed])])
  })

  it("names every reason of conflicts", () => {
    const { literal } = Problems.CampaignNotReady.fields.reason
    assert.sameMembers(namesIn(page, "`reason`"), [...Problems.Conflict.fields.reason.literals, literal])
  })

  it("names every code of use cases", () => {
    type Named = Exclude<Failures["_tag"], "InvalidInput" | "StorageError">
    expectTypeOf<(typeof unexported)[number] | Exclude<Errors, Other>>().toEqualTypeOf<Named>()
    const isOther = (name: string) => otherErrors.some((other) => other === name)
    const names = new Set(classesOf(core).flatMap(({ name }) => (isOther(name) ? [] : [name])))
    const codes = [...names, ...unexported].map((name) => name.replaceAll(/(?<!^)[A-Z]/gu, "_$&").toLowerCase())
    assert.sameMembers(namesIn(page, "`code` in process"), [...codes, ...others.split(" ")])
  })
})

describe("docs/troubleshooting.md", () => {
  const page = "docs/troubleshooting.md"
  const unique = (names: ReadonlyArray<string>) => [...new Set(names)]

  it("names every code, at the start or later, of the tables of docs/errors.md", () => {
    const codes = ["`code`", "`code` in process"].flatMap((head) => namesIn("docs/errors.md", head))
    const named = ["`code`", "`code` at the start"].map((head) => namesIn(page, head))
    for (const names of named) assert.deepStrictEqual(names, unique(names))
    assert.sameMembers(unique(named.flat()), unique(codes))
  })

  it("names every reason why nothing is started or sent", () => {
    assert.sameMembers(namesIn(page, "`issue`"), [...Campaign.CampaignIssue.literals])
    assert.sameMembers(namesIn(page, "reason"), [...SendingReason.literals])
    assert.sameMembers(namesIn(page, "`status` of an account"), [...AccountState.AccountStatus.literals])
  })
})

describe("docs/intake.md", () => {
  it("name every kind and every reason", () => {
    assert.sameMembers(namesIn("docs/intake.md", "kind"), [...MailKind.literals])
    assert.sameMembers(namesIn("docs/intake.md", "`reason`"), [...Bounce.BounceReason.literals])
  })
})

describe("flags of the command line", () => {
  it("are those that the commands have", () => {
    const flags = new Set([...read("docs/cli.md").matchAll(/`(--[a-z-]+)/gu)].map(([, flag]) => flag))
    for (const flag of Object.keys(mcp)) flags.add(`--${flag}`)
    const deploy = globSync("examples/deploy/*", { cwd: root })
    for (const file of [...pages, ...deploy]) {
      const lines = read(file).split("\n")
      const ours = lines
        .filter((line) => !/\b(?:COPY|curl|docker|npm|pg_\w+|systemctl|HEALTHCHECK|NODE_OPTIONS)\b/u.test(line))
        .join("\n")
      for (const [, flag = ""] of ours.matchAll(/(?<![\w-])(--[a-z][a-z-]*[a-z])(?![\w-])/gu)) {
        assert.isTrue(flags.has(flag.replace(/^--no-/u, "--")), `${file} names ${flag}`)
      }
    }
  })
})

describe("samples", () => {
  it("name what a reader made by a variable, because ids depend on what the database has already", () => {
    for (const page of pages) {
      for (const { code, language, line } of blocksOf(page)) {
        if (language !== "sh") continue
        const fixed = code.match(/\$URL\/[\w/-]*\/\d+|"(?:\w+_)?ids?": \[?\d.*/u)
        assert.isNull(fixed, `${page}:${line} has the id of ${fixed?.[0]}`)
      }
    }
  })

  it("keep the demo apart from other data, without which it does not start", () => {
    for (const page of [...pages, "CONTRIBUTING.md", ...globSync("packages/**/README.md", { cwd: root, exclude })]) {
      for (const [command] of read(page).matchAll(/(?:npm start --|mailroom serve)[^`\n]* --demo\b[^`\n]*/gu)) {
        assert.match(command, /--(?:memory|data)\b/u, page)
      }
    }
  })
})

describe("examples/deploy/compose.yaml", () => {
  it("requires the values that docs/deployment.md writes, and no others", () => {
    const required = [...read("examples/deploy/compose.yaml").matchAll(/\$\{(\w+):\?/gu)].map(([, name]) => name)
    const written = codeOf("docs/deployment.md", "sh").flatMap((code) => {
      const [, file = ""] = code.split(/<<END\n|\nEND\n/u)
      return [...file.matchAll(/^(\w+)=/gmu)].map(([, name]) => name)
    })
    assert.sameMembers(written, required)
  })
})

describe("the page at /docs", () => {
  it("names guides that there are, for each group of operations", () => {
    for (const { name, "x-guides": guides } of openApi()["tags"]) {
      assert.isNotEmpty(guides, name)
      for (const guide of guides) assert.include(pages, `docs/${guide}`, name)
    }
  })
})
