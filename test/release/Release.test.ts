/** The parts of `npm run release`: versions, changelog, licenses, and what a release changes for programs. */
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { compareDocuments, compareReports, type Document, page } from "../../scripts/release/ApiChanges.ts"
import { cut } from "../../scripts/release/Changelog.ts"
import { isAllowed, licenses } from "../../scripts/licenses.ts"
import { bundledIn, dependencies } from "../../scripts/release/Licenses.ts"
import { manifests, mayBreak, places, withVersion, wrongVersion } from "../../scripts/release/Versions.ts"

const root = join(import.meta.dirname, "../..")
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

describe("the version", () => {
  it("is one, in all files that name it", () => {
    const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((file) => /\.(?:ts|json|md|ya?ml)$|Dockerfile$/u.test(file) && existsSync(join(root, file)))
      // Generated files, what is recorded of another release, and versions of other packages.
      .filter((file) => !/package-lock\.json$|openapi\.json$|\/api\.md$|^test\/release\/|^CHANGELOG\.md$/u.test(file))
    const [major, minor] = version.split(".")
    const ours = new RegExp(
      String.raw`"(?:version|@mailroom\/\w+)": "[~^]?\d|version\w* ?[:=] "${version}"|@mailroom\/\w+@${major}\.${minor}\b`,
      "u"
    )
    const naming = files.filter((file) => ours.test(readFileSync(join(root, file), "utf8")))
    assert.sameMembers(naming, [...places(root), "examples/next-embed/package.json"])
    for (const file of manifests(root)) {
      const text = readFileSync(join(root, file), "utf8")
      for (const [, name, value] of text.matchAll(/^ *"(version|@mailroom\/\w+)": "([^"]+)"/gmu)) {
        assert.strictEqual(value, version, `${file}: ${name}`)
      }
    }
  })

  it("of the next release is later", () => {
    assert.isUndefined(wrongVersion("0.2.0", "0.1.0"))
    for (const wrong of ["0.1.0", "0.0.9", "0.2.0-beta.1 ", "v0.2.0", "0.2", ""]) {
      assert.isString(wrongVersion(wrong, "0.1.0"), wrong)
    }
  })

  it("of the first release may be the one in the files", () => {
    assert.isUndefined(wrongVersion("0.1.0", "0.1.0", true))
    assert.isUndefined(wrongVersion("0.2.0", "0.1.0", true))
    assert.isString(wrongVersion("0.0.9", "0.1.0", true))
  })

  it("says whether programs may break", () => {
    const expected = { "0.1.1": false, "0.2.0": true, "1.0.0": true }
    for (const [next, may] of Object.entries(expected)) assert.strictEqual(mayBreak(next, "0.1.0"), may, next)
    for (const [next, may] of Object.entries({ "1.0.1": false, "1.1.0": false, "2.0.0": true })) {
      assert.strictEqual(mayBreak(next, "1.0.0"), may, next)
    }
  })

  it("is changed only where it is ours", () => {
    const manifest = (version: string) =>
      `{\n  "version": "${version}",\n  "dependencies": {\n    "@mailroom/core": "${version}",\n    "other": "0.1.0"\n  }\n}`
    assert.strictEqual(withVersion(manifest("0.1.0"), "0.1.0", "0.2.0"), manifest("0.2.0"))
  })
})

describe("the changelog", () => {
  const changelog = "# Changelog\n\nIntro.\n\n## Unreleased\n\n- New\n\n## 0.1.0 (2026-01-01)\n\n- Old\n"

  it("gives what is unreleased a version and a date", () => {
    const { changelog: after, notes } = cut(changelog, "0.2.0", "2026-02-02")
    assert.strictEqual(notes, "- New")
    assert.strictEqual(
      after,
      "# Changelog\n\nIntro.\n\n## Unreleased\n\n## 0.2.0 (2026-02-02)\n\n- New\n\n## 0.1.0 (2026-01-01)\n\n- Old\n"
    )
    assert.throws(() => cut(after, "0.3.0", "2026-03-03"), /no unreleased change/u)
    assert.throws(() => cut(changelog, "0.1.0", "2026-03-03"), /0\.1\.0 already/u)
  })

  it("of this project can be cut", () => {
    assert.isNotEmpty(cut(readFileSync(join(root, "CHANGELOG.md"), "utf8"), "99.0.0", "2026-01-01").notes)
  })
})

describe("licenses", () => {
  it("are allowed if one can be chosen", () => {
    for (const license of ["MIT", "(MIT OR GPL-3.0)", "Apache-2.0 AND MIT", "BSD-3-Clause"])
      assert.isTrue(isAllowed(license))
    for (const license of ["", "GPL-3.0", "MIT AND GPL-3.0", "SEE LICENSE IN LICENSE", "UNLICENSED"]) {
      assert.isFalse(isAllowed(license), license)
    }
  })

  const moduleOf = (name: string) => [{ moduleIds: [join(root, "node_modules", name, "index.js")] }]
  /** A package in a new folder, as a chunk that contains it. */
  const packageWith = (license: string, texts: Readonly<Record<string, string>>) => {
    const folder = join(mkdtempSync(join(tmpdir(), "mailroom-licenses-")), "node_modules/some")
    onTestFinished(() => rmSync(join(folder, "../.."), { recursive: true }))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "some", version: "1.0.0", license }))
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
    return [{ moduleIds: [join(folder, "index.js")] }]
  }
  const mit = "Copyright A\n\nPermission is hereby granted, free\nof charge, to any person"
  const apache = "Apache License\nVersion 2.0"

  it("of a bundle have the permissive text where there is a choice", () => {
    const split = licenses(moduleOf("@zone-eu/mailsplit"))
    assert.match(split, /^@zone-eu\/mailsplit [\d.]+\n\nMIT License\n/u)
    assert.notMatch(split, /EUPL/u)
    assert.match(licenses(moduleOf("dompurify")), /Apache License/u)
    const gpl = "GNU GENERAL PUBLIC LICENSE"
    const choice = packageWith("(GPL-3.0-only OR MIT)", { LICENSE: gpl, "license-mit.md": mit })
    assert.strictEqual(licenses(choice), `some 1.0.0\n\n${mit}\n`)
    const both = packageWith("MIT AND Apache-2.0", { "COPYING.APACHE": apache, "LICENCE.MIT": mit, NOTICE: "By B" })
    assert.strictEqual(licenses(both), `some 1.0.0\n\n${mit}\n\n${apache}\n\nBy B\n`)
  })

  it("of a bundle are those of a list, with their text", () => {
    const gpl = packageWith("GPL-3.0-only", { LICENSE: "GNU GENERAL PUBLIC LICENSE" })
    assert.throws(
      () => licenses(gpl),
      /some has the license GPL-3\.0-only, which scripts\/licenses\.ts does not allow/u
    )
    const another = packageWith("MIT", { LICENSE: "EUPL v. 1.2" })
    assert.throws(() => licenses(another), /some has no file with the text of MIT/u)
    assert.throws(() => licenses(packageWith("MIT", {})), /some has no file with the text of MIT/u)
  })

  it("are read from the texts beside a bundle", () => {
    const text = `a 1.0.0\n\nMIT\n\n${"-".repeat(80)}\n\n@b/c 2.0.0\n\nISC\n`
    assert.deepStrictEqual(bundledIn(text), ["a 1.0.0", "@b/c 2.0.0"])
  })

  it("of everything that the packages install are allowed", () => {
    const list = dependencies(root)
    assert.deepStrictEqual(
      list.filter(({ license }) => !isAllowed(license)),
      []
    )
    const of = (name: string) => list.find((dependency) => dependency.name === name)?.of ?? []
    assert.includeMembers([...of("tldts")], ["@mailroom/core", "@mailroom/memory"])
    assert.notInclude([...of("effect")], "@mailroom/client")
    // Tools are not part of a package.
    assert.deepStrictEqual(of("vitest"), [])
  })
})

describe("changes of the API", () => {
  const report = (lines: ReadonlyArray<string>) => `# Types\n\n## Lead.d.ts\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n`
  const before = ["export interface Lead {", "    readonly id: number;", "    readonly name: string;", "}"]

  it("are none when lines only moved", () => {
    const moved = ["export interface Lead {", "    readonly name: string;", "    readonly id: number;", "}"]
    assert.deepStrictEqual(compareReports("core", report(before), report(moved)), { breaking: [], added: [] })
  })

  it("may break programs when a line is gone or changed, and not when one is added", () => {
    const after = [...before.slice(0, 2), "    readonly name: string | null;", "    readonly email: string;", "}"]
    assert.deepStrictEqual(compareReports("core", report(before), report(after)), {
      breaking: ["core, Lead.d.ts: readonly name: string;"],
      added: ["core, Lead.d.ts: readonly name: string | null;", "core, Lead.d.ts: readonly email: string;"]
    })
    const gone = compareReports("core", report(before), "# Types\n")
    assert.lengthOf(gone.breaking, 3)
  })

  it("of the version are no changes", () => {
    const of = (version: string) => report([`export declare const version = "${version}";`])
    assert.deepStrictEqual(compareReports("http", of("0.1.0"), of("0.2.0")), { breaking: [], added: [] })
  })

  it("over HTTP are operations, fields and values that are gone, and fields that are required now", () => {
    const lead = { properties: { id: {}, name: {} }, required: ["id"] }
    const previous: Document = {
      paths: { "/leads": { get: {}, post: {} } },
      components: { schemas: { Lead: lead, Status: { enum: ["a", "b"] } } }
    }
    const next: Document = {
      paths: { "/leads": { get: {} }, "/tags": { get: {} } },
      components: {
        schemas: {
          Lead: { properties: { id: {}, email: {} }, required: ["id", "email"] },
          Status: { enum: ["a", "c"] },
          Tag: { properties: { id: {} }, required: ["id"] }
        }
      }
    }
    assert.deepStrictEqual(compareDocuments(previous, next), {
      breaking: [
        "operation POST /leads is gone",
        "field Lead.name is gone",
        "value Status: b is gone",
        "field Lead.email is required now"
      ],
      added: ["operation GET /tags", "field Lead.email", "field Tag.id", "value Status: c"]
    })
    assert.include(page("v0.1.0", compareDocuments(previous, next)), "- `operation POST /leads is gone`")
    assert.include(page(undefined, { breaking: [], added: [] }), "first release")
  })
})
