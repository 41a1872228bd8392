import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect, rows } from "../src/import/Csv.ts"

type Read = { readonly rows: Array<readonly [line: number, ...cells: ReadonlyArray<string>]>; readonly error?: string }

/** The rows that are read from a file with this content, and the fault that ends the reading. */
const read = Effect.fnUntraced(function* (content: string | Uint8Array): Effect.fn.Return<Read, never, never> {
  const folder = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "mailroom-csv-")))
  const file = join(folder, "leads.csv")
  yield* Effect.promise(() => writeFile(file, content))
  const source = { name: "leads.csv", path: file }
  const found: Read["rows"] = []
  const result = yield* inspect(source).pipe(
    Effect.flatMap((format) =>
      Stream.runForEach(rows(source, format), ({ cells, line }) => Effect.sync(() => found.push([line, ...cells])))
    ),
    Effect.result,
    Effect.ensuring(Effect.promise(() => rm(folder, { recursive: true })))
  )
  return Result.isSuccess(result)
    ? { rows: found }
    : { rows: found, error: result.failure.message.replace("leads.csv: ", "") }
})

const same = (name: string, content: string | Uint8Array, expected: Read["rows"]) =>
  it.effect(name, () => Effect.map(read(content), (found) => assert.deepStrictEqual(found, { rows: expected })))

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")

describe("tables", () => {
  same(
    "quoted cells hold delimiters, quotes and line breaks; a row has the line it begins on",
    'a,b\n"1,""x""","y\n\nz"\n3,4\n',
    [
      [1, "a", "b"],
      [2, '1,"x"', "y\n\nz"],
      [5, "3", "4"]
    ]
  )
  same("CRLF, also in quotes, and no line break at the end", 'a,b\r\n1,"x\r\ny"\r\n3,4', [
    [1, "a", "b"],
    [2, "1", "x\ny"],
    [4, "3", "4"]
  ])
  same("CR alone", "a,b\r1,2\r", [
    [1, "a", "b"],
    [2, "1", "2"]
  ])
  same("blank lines are counted and left out", "\n\na,b\n\n1,2\n\n", [
    [3, "a", "b"],
    [5, "1", "2"]
  ])
  same("a byte order mark", "\uFEFFa,b\n1,2", [
    [1, "a", "b"],
    [2, "1", "2"]
  ])
  same("semicolons, as Excel exports where the comma is decimal", 'a;b\n"1;2";3,5\n', [
    [1, "a", "b"],
    [2, "1;2", "3,5"]
  ])
  same(
    "a first line that names the delimiter, as Excel writes it, whatever the header has most",
    "\uFEFFsep=;\r\na,b;c\r\n1,2;3",
    [
      [2, "a,b", "c"],
      [3, "1,2", "3"]
    ]
  )
  same("a named delimiter that nothing else has", "SEP=~\na,b~c\n1~2\n", [
    [2, "a,b", "c"],
    [3, "1", "2"]
  ])
  same("a named tab, in quotes", '"sep=\t"\na\tb;c;d\n1\t2', [
    [2, "a", "b;c;d"],
    [3, "1", "2"]
  ])
  same("a named comma, below a blank line", "\nsep=,\na,b;c;d\n1,2", [
    [3, "a", "b;c;d"],
    [4, "1", "2"]
  ])
  same("no delimiter is named by other lines", "sep=;;\na,b\nsep=;\n", [
    [1, "sep=", "", ""],
    [2, "a,b"],
    [3, "sep=", ""]
  ])
  same("tabs", "a\tb, c\n1\t2", [
    [1, "a", "b, c"],
    [2, "1", "2"]
  ])
  same("the delimiter is not looked for in quotes", '"a,b,c";d\n1;2', [
    [1, "a,b,c", "d"],
    [2, "1", "2"]
  ])
  same("UTF-16 with a byte order mark, little-endian", utf16("a\tb\r\n1\té😀\r\n"), [
    [1, "a", "b"],
    [2, "1", "é😀"]
  ])
  same("UTF-16 with a byte order mark, big-endian", utf16("a\tb\r\n1\té😀\r\n").swap16(), [
    [1, "a", "b"],
    [2, "1", "é😀"]
  ])
  same("quotes where they should not be are taken as they are", 'a,b\n5" pipe,Bob "the" man\n"Ann" Lee,x\n', [
    [1, "a", "b"],
    [2, '5" pipe', 'Bob "the" man'],
    [3, '"Ann" Lee', "x"]
  ])
  same("rows of other widths", "a,b\n1\n1,2,3\n", [
    [1, "a", "b"],
    [2, "1"],
    [3, "1", "2", "3"]
  ])

  it.effect("characters and line breaks that are cut by the reader's chunks", () =>
    Effect.gen(function* () {
      // createReadStream reads 64 KiB at a time.
      for (const shift of [0, 1, 2, 3]) {
        const cell = `${"x".repeat(65_532 - shift)}😀`
        const { rows } = yield* read(`${cell},b\r\n1,2\r\n`)
        assert.deepStrictEqual(rows, [
          [1, cell, "b"],
          [2, "1", "2"]
        ])
      }
      for (const length of [65_532, 65_533, 65_534, 65_535]) {
        const cell = "x".repeat(length)
        assert.deepStrictEqual((yield* read(`${cell},b\r\n1,2\r\n`)).rows, [
          [1, cell, "b"],
          [2, "1", "2"]
        ])
      }
    })
  )

  it.effect("a quote that is never closed ends the table, and says where", () =>
    Effect.gen(function* () {
      const short = yield* read('a,b\n1,2\n3,"4\n5,6\n')
      assert.deepStrictEqual(short.rows, [
        [1, "a", "b"],
        [2, "1", "2"]
      ])
      assert.match(short.error ?? "", /^line 3: /u)
      const long = yield* read(`a,b\n1,2\n3,"4\n${"5,6\n".repeat(400_000)}`)
      assert.deepStrictEqual(long, short)
    })
  )

  it.effect("what is not text, or nothing", () =>
    Effect.gen(function* () {
      const latin1 = yield* read(Buffer.from(`a,b\n${"1,2\n".repeat(50_000)}José,3\n`, "latin1"))
      assert.deepStrictEqual(latin1.rows, [])
      assert.match(latin1.error ?? "", /^is not UTF-8/u)
      assert.match((yield* read(Buffer.from("a,b\n1,\xC3", "latin1"))).error ?? "", /^is not UTF-8/u)
      assert.deepStrictEqual(yield* read(""), { rows: [], error: "is empty" })
      assert.deepStrictEqual(yield* read("\uFEFF"), { rows: [], error: "is empty" })
    })
  )

  it.effect("no such file", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(inspect({ name: "leads.csv", path: "/nowhere/leads.csv" }))
      assert.match(message, /^leads\.csv: ENOENT/u)
    })
  )
})
